import { sql } from 'kysely';
import { scoped } from '../query.ts';
import type { ReviewDecisionRow } from '../schema.ts';

/** Stores a person's decision on a report. Of several decisions of one person on one report, the last one counts. */
export const putReviewDecision = scoped<Omit<ReviewDecisionRow, 'account_id' | 'environment' | 'overturned_at'>>()(
  (from, p) =>
    from
      .insert('review_decisions', {
        report_id: p.report_id,
        decided_by: p.decided_by,
        applicant_id: p.applicant_id,
        name: p.name,
        decided_at: p.decided_at,
        seconds: p.seconds,
        result: p.result,
        overturned_at: null,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['account_id', 'environment', 'applicant_id', 'report_id', 'decided_by'])
          .doUpdateSet({ decided_at: p.decided_at, seconds: p.seconds, result: p.result }),
      ),
);

/** Stores that an earlier decision of a person has ended its report, with the result. */
export const endReviewDecision = scoped<
  Pick<ReviewDecisionRow, 'applicant_id' | 'report_id' | 'decided_by' | 'result'>
>()((from, p) =>
  from
    .update('review_decisions')
    .set({ result: p.result })
    .where('applicant_id', '=', p.applicant_id)
    .where('report_id', '=', p.report_id)
    .where('decided_by', '=', p.decided_by),
);

/** Marks the decisions that ended a report as overturned. An earlier overturn keeps its time. */
export const overturnReviewDecisions = scoped<{ applicant_id: string; report_id: string; now: number }>()((from, p) =>
  from
    .update('review_decisions')
    .set({ overturned_at: p.now })
    .where('applicant_id', '=', p.applicant_id)
    .where('report_id', '=', p.report_id)
    .where('result', 'is not', null)
    .where('overturned_at', 'is', null),
);

/**
 * Counts decisions of a span (Unix milliseconds, from and before) by person, report type and the seconds that they took.
 */
export const countReviewDecisions = scoped<{ from: number; to: number }>()((from, p) =>
  from
    .selectByAccount('review_decisions')
    .where('decided_at', '>=', p.from)
    .where('decided_at', '<', p.to)
    .select((select) => [
      ...(['decided_by', 'name', 'seconds'] as const),
      select.fn.countAll<number>().as('n'),
      select.fn.count<number>('result').as('ended'),
      sql<number>`sum(case when result = 'clear' then 1 else 0 end)`.as('cleared'),
      select.fn.count<number>('overturned_at').as('overturned'),
    ])
    .groupBy(['decided_by', 'name', 'seconds']),
);
