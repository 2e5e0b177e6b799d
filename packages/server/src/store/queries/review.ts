import { sql } from 'kysely';
import { scoped } from '../query.ts';
import type { ReportClaimRow, ReportStatus } from '../schema.ts';
import { isAwake } from './waiting.ts';

// Lists of the dashboard: keyset pages by ids, which are in time order.

/** Waiting reports without a stored reason, from versions that stored none. */
export const listUnnoted = scoped<{ due: number; after: string; limit: number }>()((from, p) =>
  from
    .selectByAccount('reports')
    .select(['id', 'check_id', 'due_at'])
    // The condition of its index.
    .where(sql<boolean>`status = 'awaiting_approval'`)
    .where(({ eb, refTuple, tuple }) => eb(refTuple('due_at', 'id'), '>', tuple<number | null, string>(p.due, p.after)))
    .where('doubt', 'is', null)
    .orderBy('due_at')
    .orderBy('id')
    .limit(p.limit),
);

/** Stores the reason why a report waits for a person, and the due time of the review. */
export const keepDoubt = scoped<{ id: string; doubt: string; due_at: number }>()((from, p) =>
  from.update('reports').set({ doubt: p.doubt, due_at: p.due_at }).where('id', '=', p.id),
);

/** Counts reports of a status that are not snoozed, by name, doubt and assigned member, and gives the first of each. */
export const countWaiting = scoped<{ status: ReportStatus; now: number }>()((from, p) =>
  from
    .selectByAccount('reports')
    .where('status', '=', p.status)
    .where(isAwake(p.now))
    .select((select) => [
      ...(['name', 'doubt', 'assigned_to'] as const),
      select.fn.countAll<number>().as('n'),
      select.fn.min<number>('created_at').as('oldest'),
    ])
    .groupBy(['name', 'doubt', 'assigned_to']),
);

/** A span of time, Unix milliseconds: from, and before. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** Counts checks that were created in a span, by result. */
export const countChecksCreated = scoped<Span>()((from, p) =>
  from
    .selectByAccount('checks')
    .where('created_at', '>=', p.from)
    .where('created_at', '<', p.to)
    .select((select) => ['result' as const, select.fn.countAll<number>().as('n')])
    .groupBy('result'),
);

export const findClaim = scoped<{ id: string }>()((from, p) =>
  from.select('report_claims').selectAll().where('id', '=', p.id),
);

/**
 * Claims a report, or makes one's own claim longer; no row changes while another member has it. A claim that is made longer keeps
 * its `since`, unless it has lapsed.
 */
export const putClaim = scoped<Pick<ReportClaimRow, 'id' | 'applicant_id' | 'member_id' | 'until'> & { now: number }>()(
  (from, p) =>
    from
      .insert('report_claims', {
        id: p.id,
        applicant_id: p.applicant_id,
        member_id: p.member_id,
        until: p.until,
        since: p.now,
      })
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet({
            member_id: p.member_id,
            until: p.until,
            since: sql<number>`case when report_claims.until > ${p.now} then report_claims.since else ${p.now} end`,
          })
          .where((where) =>
            where.or([where('report_claims.until', '<=', p.now), where('report_claims.member_id', '=', p.member_id)]),
          ),
      ),
);

export const deleteClaim = scoped<{ id: string; member_id: string }>()((from, p) =>
  from.delete('report_claims').where('id', '=', p.id).where('member_id', '=', p.member_id),
);

/** Ends the claim of any member on a report. */
export const deleteClaims = scoped<{ id: string }>()((from, p) => from.delete('report_claims').where('id', '=', p.id));

/** Events of one object, the earliest first. */
export const listEventsOf = scoped<{ resource_id: string }>()((from, p) =>
  from.select('events').selectAll().where('resource_id', '=', p.resource_id).orderBy('id'),
);

/** Applicants that are not scheduled for deletion, newest first. */
export const listApplicantsByAge = scoped<{ before: string; limit: number }>()((from, p) =>
  from
    .selectByAccount('applicants')
    .selectAll()
    .where('delete_at', 'is', null)
    .where('id', '<', p.before)
    .orderBy('id', 'desc')
    .limit(p.limit),
);

/** Deliveries of events about an applicant, without their bodies. */
export const deliveriesOfApplicant = scoped<{ applicant_id: string }>()((from, p) =>
  from
    .select('deliveries')
    .select(['event_id', 'webhook_id', 'state', 'created_at', 'finished_at'])
    .where('applicant_id', '=', p.applicant_id),
);

/** Counts reports that were created in a span, by the seconds that they took. */
export const countDurations = scoped<Span>()((from, p) =>
  from
    .selectByAccount('reports')
    .where('created_at', '>=', p.from)
    .where('created_at', '<', p.to)
    .where('completed_at', 'is not', null)
    .select((select) => [
      sql<number>`(completed_at - created_at) / 1000`.as('seconds'),
      select.fn.countAll<number>().as('n'),
    ])
    .groupBy(sql`(completed_at - created_at) / 1000`),
);

/** Counts reports of a status, by the minute in which they were created (minutes since 1970). */
export const countByMinute = scoped<{ status: ReportStatus }>()((from, p) =>
  from
    .selectByAccount('reports')
    .where('status', '=', p.status)
    .select((select) => [sql<number>`created_at / 60000`.as('minute'), select.fn.countAll<number>().as('n')])
    .groupBy(sql`created_at / 60000`),
);

/** Counts applicants who had uploads refused since a time, by day and reason. */
export const countRefusedByDay = scoped<{ from: number }>()((from, p) =>
  from
    .selectByAccount('refused_uploads')
    .where('created_at', '>=', p.from)
    .select((select) => [
      sql<number>`created_at / 86400000`.as('day'),
      'reason' as const,
      select.fn.countAll<number>().as('n'),
    ])
    .groupBy([sql`created_at / 86400000`, 'reason']),
);

/** Counts failed deliveries that were queued since a time, by day. */
export const countFailedDeliveries = scoped<{ from: number }>()((from, p) =>
  from
    .selectByAccount('deliveries')
    // The condition of its index.
    .where(sql<boolean>`state = 'failed'`)
    .where('created_at', '>=', p.from)
    .select((select) => [sql<number>`created_at / 86400000`.as('day'), select.fn.countAll<number>().as('n')])
    .groupBy(sql`created_at / 86400000`),
);

/** The latest deliveries to a webhook. */
export const latestDeliveries = scoped<{ webhook_id: string; limit: number }>()((from, p) =>
  from
    .select('deliveries')
    .select(['state', 'attempts'])
    .where('webhook_id', '=', p.webhook_id)
    .orderBy('created_at', 'desc')
    .limit(p.limit),
);

/**
 * Workflow runs that precede one, newest first, without runs of applicants that are scheduled for deletion. `status`: empty for
 * any.
 */
export const listRunsByAge = scoped<{ at: number; id: string; status: string; limit: number }>()((from, p) =>
  from
    .selectByAccount('workflow_runs')
    .selectAll()
    .where(({ eb, refTuple, tuple }) => eb(refTuple('created_at', 'id'), '<', tuple(p.at, p.id)))
    .where(sql<boolean>`(cast(${p.status} as text) = '' or status = cast(${p.status} as text))`)
    .where((where) =>
      where.not(
        where.exists(
          from
            .select('applicants')
            .select('applicants.id')
            .whereRef('applicants.id', '=', 'workflow_runs.applicant_id' as never)
            .where('applicants.delete_at', 'is not', null),
        ),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(p.limit),
);

/** A check of the environment, whichever. */
export const anyCheck = scoped()((from) => from.selectByAccount('checks').select('id').limit(1));
