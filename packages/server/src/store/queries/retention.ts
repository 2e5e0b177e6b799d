import { type ScopedBuilder, scoped } from '../query.ts';
import type { CheckStatus, WorkflowRunStatus } from '../schema.ts';

const ended: readonly CheckStatus[] = ['complete', 'withdrawn'];
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
  // A case is evaluated in its order, for each applicant: else PostgreSQL may read all that the account has.
  return rows.where(
    (where) =>
      lively
        .slice(1)
        .reduce(
          (found, some) => found.when(where.exists(some)).then(1),
          where.case().when(where.exists(lively[0]!)).then(1),
        )
        .end(),
    'is',
    null,
  );
};

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
