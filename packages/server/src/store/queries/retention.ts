import { type Kysely, sql } from 'kysely';
import type { MediaKind } from '../../base/media-kind.ts';
import { type Dialect, query, type Scope, type ScopedBuilder, scoped, unsought } from '../query.ts';
import type { CheckStatus, Database, ReportStatus, WorkflowRunStatus } from '../schema.ts';
import { DEVICE_USE } from './address-uses.ts';
import { each, isAmong } from './each.ts';

const ended: readonly CheckStatus[] = ['complete', 'withdrawn'];
const endedReports: readonly ReportStatus[] = ['complete', 'withdrawn', 'cancelled'];
const endedRuns: readonly WorkflowRunStatus[] = ['approved', 'declined', 'abandoned', 'error'];

/** Excludes applicants with an object that is younger than `before`, that has not ended, or that keeps them under watch. */
const quiet = (from: ScopedBuilder, rows: ReturnType<typeof applicants>, before: number) => {
  const of = <T extends 'media' | 'checks' | 'reports' | 'workflow_runs' | 'watchlist_monitors'>(table: T) =>
    from
      .select(table)
      .select('id' as never)
      .whereRef('applicant_id' as never, '=', 'applicants.id' as never);
  const lively = [
    of('media').where('created_at', '>=', before),
    of('checks').where((one) => one.or([one('created_at', '>=', before), one('status', 'not in', [...ended])])),
    of('reports').where('completed_at', '>=', before),
    of('workflow_runs').where((where) =>
      where.or([where('updated_at', '>=', before), where('status', 'not in', [...endedRuns])]),
    ),
    of('watchlist_monitors').where('deleted_at', 'is', null),
  ];
  return rows.where(none(lively), 'is', null);
};

/**
 * Null for a row with nothing in any subquery. A case is evaluated in its order, for each row: else PostgreSQL may read all that the
 * account has.
 */
function none(subqueries: readonly unknown[]) {
  const [first, ...others] = subqueries.map((subquery) => sql<boolean>`exists ${subquery}`);
  const cases = others.map((exists) => sql`when ${exists} then 1`);
  return sql<number | null>`case when ${first} then 1 ${sql.join(cases, sql` `)} end`;
}

const applicants = (from: ScopedBuilder, before: number) =>
  from
    .selectByAccount('applicants')
    .select('applicants.id')
    .where('delete_at', 'is', null)
    .where('created_at', '<', before)
    .where((one) => one.or([one('restored_at', 'is', null), one('restored_at', '<', before)]));

/** Applicants to whom nothing has happened since `before`, by id. */
export const listQuietApplicants = scoped<{ before: number; after: string; limit: number }>()((from, p) =>
  quiet(from, applicants(from, p.before), p.before)
    .where('applicants.id', '>', p.after)
    .orderBy('applicants.id')
    .limit(p.limit),
);

/** One of them, if it is. */
export const findQuietApplicant = scoped<{ before: number; id: string }>()((from, p) =>
  quiet(from, applicants(from, p.before), p.before).where('applicants.id', '=', p.id),
);

/** Number of quiet applicants, with the creation of the oldest one and the bytes of their media. */
export const countQuietApplicants = scoped<{ before: number }>()((from, p) =>
  quiet(from, applicants(from, p.before), p.before)
    .clearSelect()
    .select([
      sql<number>`count(*)`.as('n'),
      sql<number | null>`min(applicants.created_at)`.as('oldest'),
      sum(
        from
          .select('media')
          .select(sql`sum(file_size)`.as('n'))
          .where('applicant_id', '=', sql.ref<string>('applicants.id')),
      ),
    ]),
);

/** The sum of a subquery over the rows, as `bytes`. */
const sum = (subquery: unknown) => sql<number>`coalesce(sum(${subquery}), 0)`.as('bytes');

interface OldCheck {
  /** Unix milliseconds. */
  before: number;
  /** Ids of checks are in time order: the least one of the time `before`. */
  below: string;
}

/**
 * Checks that ended before a time, with all their reports. Left out: checks of applicants that are scheduled for deletion, that have a
 * monitor, a workflow run that has not ended, or a proposal that waits for a second person.
 */
const oldChecks = (from: ScopedBuilder, p: OldCheck, dialect: Dialect, rows = from.selectByAccount('checks')) =>
  rows
    .where('checks.id', '<', p.below)
    .where(unsought(dialect, 'checks.status'), 'in', [...ended])
    .where(
      none([
        from
          .select('reports')
          .select('id')
          .where('check_id', '=', sql.ref<string>('checks.id'))
          .where((is) => is.or([is('status', 'not in', [...endedReports]), is('completed_at', '>=', p.before)])),
        from
          .select('applicants')
          .select('id')
          .where('applicants.id', '=', sql.ref<string>('checks.applicant_id'))
          .where('delete_at', 'is not', null),
        from
          .select('watchlist_monitors')
          .select('id')
          .where('applicant_id', '=', sql.ref<string>('checks.applicant_id'))
          .where('deleted_at', 'is', null),
        from
          .select('workflow_runs')
          .select('id')
          .where('applicant_id', '=', sql.ref<string>('checks.applicant_id'))
          .where('status', 'not in', [...endedRuns]),
        from
          .select('proposals')
          .select('id')
          .where('applicant_id', '=', sql.ref<string>('checks.applicant_id'))
          .where(unsought(dialect, 'state'), '=', 'proposed'),
      ]),
      'is',
      null,
    );

/** Checks to erase, by id. */
export const listOldChecks = scoped<OldCheck & { after: string; limit: number }>()((from, p, dialect) =>
  oldChecks(from, p, dialect)
    .select(['checks.id', 'checks.applicant_id'])
    .where('checks.id', '>', p.after)
    .orderBy('checks.id')
    .limit(p.limit),
);

/** A check, if it is one to erase. */
export const findOldCheck = scoped<OldCheck & { id: string }>()((from, p, dialect) =>
  oldChecks(from, p, dialect, from.select('checks')).select('checks.id').where('checks.id', '=', p.id),
);

/** Number of checks to erase, with the creation of the oldest one and the bytes of sealed data of checks and reports. */
export const countOldChecks = scoped<OldCheck>()((from, p, dialect) =>
  oldChecks(from, p, dialect).select([
    sql<number>`count(*)`.as('n'),
    sql<number | null>`min(checks.created_at)`.as('oldest'),
    sum(
      sql`(length(checks.data) + ${from
        .select('reports')
        .select(sql`coalesce(sum(length(data)), 0)`.as('n'))
        .where('check_id', '=', sql.ref<string>('checks.id'))})`,
    ),
  ]),
);

interface OfCheck {
  check_id: string;
  applicant_id: string;
}

type OfReport =
  | 'screenings'
  | 'source_answers'
  | 'review_notes'
  | 'review_decisions'
  | 'second_looks'
  | 'second_look_insiders'
  | 'proposals'
  | 'results_feedback'
  | 'information_requests'
  | 'mails';
type ById = 'report_claims' | 'document_numbers' | 'address_uses';

const reportsOf = (from: ScopedBuilder, p: OfCheck) =>
  from.select('reports').select('id').where('check_id', '=', p.check_id);

/** Deletes what belongs to a check or its reports from one table. */
const erasingBy = (table: OfReport | ById | 'search_terms', column: string) =>
  scoped<OfCheck>()((from, p, dialect) => {
    const ids =
      column === 'check_id'
        ? sql<boolean>`check_id = ${p.check_id}`
        : sql<boolean>`(${isAmong(column, reportsOf(from, p), dialect)} or ${sql.ref(column)} = ${p.check_id})`;
    return from
      .delete(table as 'screenings')
      .where('applicant_id', '=', p.applicant_id)
      .where(ids);
  });

/** Deletes the device of a check. */
const eraseDeviceUseOf = scoped<OfCheck>()((from, p) =>
  from
    .delete('address_uses')
    .where('applicant_id', '=', p.applicant_id)
    .where('id', '=', sql<string>`cast(${p.check_id} as text) || ${sql.lit(DEVICE_USE)}`),
);

/** Erasings of the rows that belong to a check, in this order, with their names in the receipt. The reports and the check follow. */
export const checkErasings = [
  { as: 'screening', erase: erasingBy('screenings', 'report_id') },
  { as: 'source_answer', erase: erasingBy('source_answers', 'report_id') },
  { as: undefined, erase: erasingBy('review_notes', 'report_id') },
  { as: undefined, erase: erasingBy('review_decisions', 'report_id') },
  { as: undefined, erase: erasingBy('second_looks', 'report_id') },
  { as: undefined, erase: erasingBy('second_look_insiders', 'report_id') },
  { as: 'proposal', erase: erasingBy('proposals', 'report_id') },
  { as: 'information_request', erase: erasingBy('information_requests', 'check_id') },
  { as: 'results_feedback', erase: erasingBy('results_feedback', 'check_id') },
  { as: 'mail', erase: erasingBy('mails', 'check_id') },
  { as: undefined, erase: erasingBy('report_claims', 'id') },
  { as: undefined, erase: erasingBy('document_numbers', 'id') },
  { as: undefined, erase: erasingBy('address_uses', 'id') },
  { as: undefined, erase: eraseDeviceUseOf },
  { as: undefined, erase: erasingBy('search_terms', 'object_id') },
] as const;

export const reportIdsOf = scoped<OfCheck>()((from, p) => reportsOf(from, p));

export const eraseReportsOf = scoped<Pick<OfCheck, 'check_id'>>()((from, p) =>
  from.delete('reports').where('check_id', '=', p.check_id),
);

export const eraseCheckRow = scoped<Pick<OfCheck, 'check_id'>>()((from, p) =>
  from.delete('checks').where('id', '=', p.check_id),
);

/** Deletes the jobs of a check, its reports and its mails. */
export const eraseJobsOf = query<OfCheck & { account_id: string }>()((db, p, dialect) => {
  const of = (table: 'reports' | 'mails') =>
    db
      .selectFrom(table)
      .select('id')
      .where('applicant_id', '=', p.applicant_id)
      .where(unsought(dialect, 'account_id'), '=', p.account_id)
      .where('check_id', '=', p.check_id);
  return db
    .deleteFrom('jobs')
    .where('account_id', '=', p.account_id)
    .where((is) =>
      is.or([
        is.and([is('kind', '=', 'check'), is('ref', '=', p.check_id)]),
        is.and([is('kind', '=', 'report'), isAmong('ref', of('reports'), dialect)]),
        is.and([is('kind', '=', 'mail'), isAmong('ref', of('mails'), dialect)]),
      ]),
    );
});

/** Kinds of media that jobs of their own delete. */
const transient: readonly MediaKind[] = ['snapshot', 'binary_media'];

/** Media from before a time; `applicant_id` is the id or a reference to it. */
const mediaBefore = (from: ScopedBuilder, applicant_id: unknown, before: number) =>
  from
    .select('media')
    .where('applicant_id', '=', applicant_id as string)
    .where('created_at', '<', before)
    .where('kind', 'not in', [...transient]);

/**
 * Null for an applicant with media from before a time. One expression, so that both databases evaluate it in this order for each
 * applicant. Left out: applicants with a check, a report or a workflow run that has not ended, or with a proposal that waits for a second
 * person.
 */
function lacksOldMedia(from: ScopedBuilder, before: number, dialect: Dialect) {
  const of = <T extends 'checks' | 'reports' | 'workflow_runs' | 'proposals'>(table: T) =>
    from
      .select(table)
      .select('id' as never)
      .whereRef('applicant_id' as never, '=', 'applicants.id' as never);
  const found = mediaBefore(from, sql.ref('applicants.id'), before).select('media.id');
  const busy = none([
    of('checks').where('status', 'not in', [...ended]),
    of('reports').where('status', 'not in', [...endedReports]),
    of('workflow_runs').where('status', 'not in', [...endedRuns]),
    of('proposals').where(unsought(dialect, 'state'), '=', 'proposed'),
  ]);
  return sql<number | null>`case when exists ${found} then ${busy} else 1 end`;
}

/** Applicants that are not scheduled for deletion, whose erasure takes their media. */
const undeleted = (from: ScopedBuilder) => from.selectByAccount('applicants').where('delete_at', 'is', null);

/** Applicants with media to erase, by id. */
export const listApplicantsWithOldMedia = scoped<{ before: number; after: string; limit: number }>()(
  (from, p, dialect) =>
    undeleted(from)
      .select('applicants.id')
      .where(lacksOldMedia(from, p.before, dialect), 'is', null)
      .where('applicants.id', '>', p.after)
      .orderBy('applicants.id')
      .limit(p.limit),
);

/** An applicant, if it has media to erase. */
export const findApplicantWithOldMedia = scoped<{ before: number; id: string }>()((from, p, dialect) =>
  undeleted(from)
    .select('applicants.id')
    .where(lacksOldMedia(from, p.before, dialect), 'is', null)
    .where('applicants.id', '=', p.id),
);

/** Number of media to erase, with the creation of the oldest one and the bytes of all. */
export const countOldMedia = scoped<{ before: number }>()((from, p, dialect) => {
  const media = mediaBefore(from, sql.ref('applicants.id'), p.before);
  return undeleted(from)
    .select([
      sql<number>`coalesce(sum(${media.select(sql`count(*)`.as('n'))}), 0)`.as('n'),
      sql<number | null>`min(${media.select(sql`min(created_at)`.as('oldest'))})`.as('oldest'),
      sum(media.select(sql`sum(file_size)`.as('bytes'))),
    ])
    .where(lacksOldMedia(from, p.before, dialect), 'is', null);
});

/** Media of an applicant from before a time. */
export const listOldMediaOf = scoped<{ applicant_id: string; before: number }>()((from, p) =>
  mediaBefore(from, p.applicant_id, p.before).select(['id', 'kind', 'storage_key']),
);

/** Deletes faces and appearances of uploads of an applicant; `ids`: JSON array. */
export const eraseLikenessesOf = scoped<{ applicant_id: string; ids: string }>()((from, p, dialect) =>
  from
    .delete('likenesses')
    .where('applicant_id', '=', p.applicant_id)
    .where(isAmong('id', each<string>(p.ids, dialect, 'text'), dialect)),
);

/** Deletes media of an applicant; `ids`: JSON array. */
export const eraseMediaOf = scoped<{ applicant_id: string; ids: string }>()((from, p, dialect) =>
  from
    .delete('media')
    .where('applicant_id', '=', p.applicant_id)
    .where(isAmong('id', each<string>(p.ids, dialect, 'text'), dialect)),
);

interface OldDeliveries extends Scope {
  /** Unix milliseconds. */
  before: number;
}

/** Deliveries of an account from before a time, found by their time: the index of webhooks begins with the environment too. */
const deliveriesBefore = (db: Kysely<Database>, p: OldDeliveries, dialect: Dialect) =>
  db
    .selectFrom('deliveries')
    .where('account_id', '=', p.account_id)
    .where(unsought(dialect, 'environment'), '=', p.environment)
    .where('created_at', '<', p.before);

/** Deliveries from before a time that have ended. */
export const listOldDeliveries = query<OldDeliveries & { limit: number }>()((db, p, dialect) =>
  deliveriesBefore(db, p, dialect).select('id').where('state', '<>', 'pending').orderBy('created_at').limit(p.limit),
);

/** Events from before a time with a delivery that is still tried. */
export const listPendingEvents = query<OldDeliveries>()((db, p, dialect) =>
  deliveriesBefore(db, p, dialect).select('event_id').where('state', '=', 'pending').orderBy('created_at'),
);

/** Bytes of the bodies of deliveries from before a time that have ended. */
export const countOldDeliveries = query<OldDeliveries>()((db, p, dialect) =>
  deliveriesBefore(db, p, dialect)
    .select(sql<number>`coalesce(sum(length(data)), 0)`.as('bytes'))
    .where('state', '<>', 'pending'),
);

/** Deletes deliveries of a JSON array of ids, unless they are tried again. */
export const eraseDeliveries = scoped<{ ids: string; before: number }>()((from, p, dialect) =>
  from
    .delete('deliveries')
    .where(isAmong('id', each<string>(p.ids, dialect, 'text'), dialect))
    .where('state', '<>', 'pending')
    .where('created_at', '<', p.before),
);

/** Deletes the attempts of deliveries that are gone. */
export const eraseAttempts = scoped<{ ids: string }>()((from, p, dialect) =>
  from
    .delete('delivery_attempts')
    .where(isAmong('delivery_id', each<string>(p.ids, dialect, 'text'), dialect))
    .where((is) =>
      is.not(
        is.exists(
          from
            .select('deliveries')
            .select('id')
            .where('deliveries.id', '=', sql.ref<string>('delivery_attempts.delivery_id')),
        ),
      ),
    ),
);

/** Events of an environment between two ids, oldest first. */
export const listOldEvents = scoped<{ below: string; after: string; limit: number }>()((from, p) =>
  from
    .selectByAccount('events')
    .select('id')
    .where('id', '<', p.below)
    .where('id', '>', p.after)
    .orderBy('id')
    .limit(p.limit),
);

export const eraseEvents = scoped<{ ids: string; before: number }>()((from, p, dialect) =>
  from
    .delete('events')
    .where(isAmong('id', each<string>(p.ids, dialect, 'text'), dialect))
    .where('created_at', '<', p.before),
);

export const eraseEventFacts = scoped<{ ids: string }>()((from, p, dialect) =>
  from.delete('event_facts').where(isAmong('id', each<string>(p.ids, dialect, 'text'), dialect)),
);

/** Number of events below an id, with the creation of the oldest one. */
export const countOldEvents = scoped<{ below: string }>()((from, p) =>
  from
    .selectByAccount('events')
    .select([sql<number>`count(*)`.as('n'), sql<number | null>`min(created_at)`.as('oldest')])
    .where('id', '<', p.below),
);

/** Batches of the request log from before a time. */
export const listOldRequests = scoped<{ before: number; limit: number }>()((from, p) =>
  from
    .selectByAccount('request_batches')
    .select(['id', 'entries'])
    .where('at', '<', p.before)
    .orderBy('at')
    .limit(p.limit),
);

export const eraseRequests = scoped<{ ids: string; before: number }>()((from, p, dialect) =>
  from
    .deleteByAccount('request_batches')
    .where('at', '<', p.before)
    .where(isAmong('id', each<string>(p.ids, dialect, 'text'), dialect)),
);

/** Number of logged requests from before a time, with the time of the oldest batch and the bytes of all. */
export const countOldRequests = scoped<{ before: number }>()((from, p) =>
  from
    .selectByAccount('request_batches')
    .select([
      sql<number>`coalesce(sum(entries), 0)`.as('n'),
      sql<number | null>`min(at)`.as('oldest'),
      sql<number>`coalesce(sum(length(data)), 0)`.as('bytes'),
    ])
    .where('at', '<', p.before),
);
