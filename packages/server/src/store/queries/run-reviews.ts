import { sql } from 'kysely';
import { type ScopedBuilder, scoped } from '../query.ts';

/** Stores the due time of a member's answer to a run; null once none is required. For a run that the transaction has locked. */
export const keepReviewDue = scoped<{ id: string; due: number | null }>()((from, p) =>
  from.update('workflow_runs').set({ review_due_at: p.due }).where('id', '=', p.id),
);

/** Runs that wait for a member, without runs of applicants that are scheduled for deletion. */
const inReview = (from: ScopedBuilder) =>
  from
    .selectByAccount('workflow_runs')
    // The condition of its index.
    .where(sql<boolean>`review_due_at is not null`)
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
    );

/** Runs that follow one, among the runs that are due by `before`: the earliest due first. */
export const listRunsInReview = scoped<{ due: number; after: string; before: number; limit: number }>()((from, p) =>
  inReview(from)
    .selectAll()
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('review_due_at', 'id'), '>', tuple<number | null, string>(p.due, p.after)),
    )
    .where('review_due_at', '<=', p.before)
    .orderBy('review_due_at')
    .orderBy('id')
    .limit(p.limit),
);

export const countRunsInReview = scoped<object>()((from) =>
  inReview(from).select((select) => select.fn.countAll<number>().as('n')),
);
