import { sql } from 'kysely';
import { type Dialect, query, type ScopedBuilder, scoped, unsought } from '../query.ts';
import type { SecondLookInsiderRow, SecondLookRow } from '../schema.ts';
import { each } from './each.ts';

type New = Omit<
  SecondLookRow,
  ('account_id' | 'environment') | ('looked_at' | 'looked_by' | 'look_result' | 'look_sub_result' | 'agrees' | 'data')
>;

/** Adds a second look that waits. Changes nothing if the report has one. */
export const insertSecondLook = scoped<New>()((from, p) =>
  from
    .insert('second_looks', {
      report_id: p.report_id,
      applicant_id: p.applicant_id,
      check_id: p.check_id,
      workflow_run_id: p.workflow_run_id,
      name: p.name,
      decided_by: p.decided_by,
      decided_at: p.decided_at,
      result: p.result,
      sub_result: p.sub_result,
      looked_at: null,
      looked_by: null,
      look_result: null,
      look_sub_result: null,
      agrees: null,
      data: null,
    })
    .onConflict((conflict) => conflict.columns(['report_id', 'account_id', 'environment', 'applicant_id']).doNothing()),
);

/** Notes that a principal knows the decision on a report. Changes nothing if that is noted. */
export const insertInsider = scoped<Omit<SecondLookInsiderRow, 'account_id' | 'environment'>>()((from, p) =>
  from
    .insert('second_look_insiders', { report_id: p.report_id, applicant_id: p.applicant_id, principal: p.principal })
    .onConflict((conflict) =>
      conflict.columns(['report_id', 'principal', 'account_id', 'environment', 'applicant_id']).doNothing(),
    ),
);

export const findSecondLook = scoped<{ report_id: string }>()((from, p) =>
  from.select('second_looks').selectAll().where('report_id', '=', p.report_id),
);

/** Principals who know the decisions on some reports (`ids`: JSON). */
export const insidersOf = scoped<{ ids: string }>()((from, p, dialect) =>
  from
    .select('second_look_insiders')
    .select(['report_id', 'principal'])
    .where('report_id', 'in', each<string>(p.ids, dialect, 'text')),
);

const waitingBy = (column: 'applicant_id' | 'report_id' | 'check_id' | 'workflow_run_id') =>
  scoped<{ ids: string }>()((from, p, dialect: Dialect) =>
    from
      .select('second_looks')
      .select(['report_id', 'applicant_id', 'check_id', 'workflow_run_id'])
      .where(unsought(dialect, 'looked_at'), 'is', null)
      .where(column, 'in', each<string>(p.ids, dialect, 'text')),
  );

export const waitingLooksOfApplicants = waitingBy('applicant_id');
export const waitingLooksOfReports = waitingBy('report_id');
export const waitingLooksOfChecks = waitingBy('check_id');
export const waitingLooksOfRuns = waitingBy('workflow_run_id');

/** Second looks that wait in the environment. */
export const waitingLooksOfEnvironment = scoped<object>()((from) =>
  from
    .selectByAccount('second_looks')
    .select(['report_id', 'applicant_id', 'check_id', 'workflow_run_id'])
    .where('looked_at', 'is', null),
);

/** Second looks that wait and that a principal may give. Applicants that are scheduled for deletion are left out. */
const givenBy = (from: ScopedBuilder, p: { readonly principal: string }) =>
  from
    .selectByAccount('second_looks')
    .where('looked_at', 'is', null)
    .where((where) =>
      where.not(
        where.exists(
          from
            .select('second_look_insiders')
            .select('second_look_insiders.report_id')
            .whereRef('second_look_insiders.report_id', '=', 'second_looks.report_id' as never)
            .where('second_look_insiders.principal', '=', p.principal),
        ),
      ),
    )
    .where((where) => where.not(where.exists(scheduledApplicant(from))));

/** The applicant of a second look, if it is scheduled for deletion. */
const scheduledApplicant = (from: ScopedBuilder) =>
  from
    .select('applicants')
    .select('applicants.id')
    .whereRef('applicants.id', '=', 'second_looks.applicant_id' as never)
    .where('applicants.delete_at', 'is not', null);

/** A page of the second looks that a principal may give, behind a position, the earliest decision first. */
export const listWaitingLooks = scoped<{ at: number; id: string; principal: string; limit: number }>()((from, p) =>
  givenBy(from, p)
    .selectAll('second_looks')
    .where(({ eb, refTuple, tuple }) => eb(refTuple('decided_at', 'report_id'), '>', tuple(p.at, p.id)))
    .orderBy('decided_at')
    .orderBy('report_id')
    .limit(p.limit),
);

/** Second looks that a principal may give, at most so many, to count them. */
export const someWaitingLooks = scoped<{ principal: string; most: number }>()((from, p) =>
  givenBy(from, p).select('second_looks.report_id').limit(p.most),
);

/** Counts the second looks that were given in a span (Unix milliseconds, from and before), by the person who decided first and report type. */
export const countSecondLooksGiven = scoped<{ from: number; to: number }>()((from, p) =>
  from
    .selectByAccount('second_looks')
    .where('looked_at', '>=', p.from)
    .where('looked_at', '<', p.to)
    .select((select) => [
      ...(['decided_by', 'name'] as const),
      select.fn.countAll<number>().as('n'),
      select.fn.sum<number>('agrees').as('agreed'),
    ])
    .groupBy(['decided_by', 'name']),
);

/**
 * Second looks that differ from the decision, behind a position, newest first. Applicants that are scheduled for deletion are left out.
 */
export const listDifferingLooks = scoped<{ at: number; id: string; limit: number }>()((from, p) =>
  from
    .selectByAccount('second_looks')
    .selectAll('second_looks')
    // The condition of its index, which a parameter would not match.
    .where(sql<boolean>`agrees = 0`)
    .where((where) => where.not(where.exists(scheduledApplicant(from))))
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('looked_at', 'report_id'), '<', tuple<number | null, string>(p.at, p.id)),
    )
    .orderBy('looked_at', 'desc')
    .orderBy('report_id', 'desc')
    .limit(p.limit),
);

/** Stores a second look, unless another person has given it. */
export const giveSecondLook = scoped<
  Pick<SecondLookRow, 'report_id' | 'look_sub_result'> & {
    readonly looked_at: number;
    readonly looked_by: string;
    readonly look_result: string;
    readonly agrees: number;
    readonly data: Buffer;
  }
>()((from, p, dialect) =>
  from
    .update('second_looks')
    .set({
      looked_at: p.looked_at,
      looked_by: p.looked_by,
      look_result: p.look_result as NonNullable<SecondLookRow['look_result']>,
      look_sub_result: p.look_sub_result,
      agrees: p.agrees,
      data: p.data,
    })
    .where('report_id', '=', p.report_id)
    .where(unsought(dialect, 'looked_at'), 'is', null),
);

/** Deletes a second look that waits: its report has another result. */
export const deleteWaitingLook = scoped<{ report_id: string }>()((from, p, dialect) =>
  from.delete('second_looks').where('report_id', '=', p.report_id).where(unsought(dialect, 'looked_at'), 'is', null),
);

/** Deletes the second looks that wait at the reports of a check. */
export const deleteWaitingLooksOfCheck = scoped<{ check_id: string }>()((from, p, dialect) =>
  from.delete('second_looks').where('check_id', '=', p.check_id).where(unsought(dialect, 'looked_at'), 'is', null),
);

/** Deletes the second looks of an account that wait, in both environments. */
export const deleteWaitingLooksOfAccount = query<{ account_id: string }>()((db, p) =>
  db.deleteFrom('second_looks').where('account_id', '=', p.account_id).where('looked_at', 'is', null),
);
