import { sql } from 'kysely';
import { scoped } from '../query.ts';
import type { DayCountProgressRow, DayCountRow } from '../schema.ts';

/** Complete reports after a place in the order of their ends, the earliest first. */
export const reportsCompletedAfter = scoped<{ at: number; id: string; until: number; limit: number }>()((from, p) =>
  from
    .selectByAccount('reports')
    .selectAll()
    // The condition of its index.
    .where(sql<boolean>`status = 'complete'`)
    .where('completed_at', '<=', p.until)
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('completed_at', 'id'), '>', tuple<number | null, string>(p.at, p.id)),
    )
    .orderBy('completed_at')
    .orderBy('id')
    .limit(p.limit),
);

export const findDayCountProgress = scoped()((from) => from.selectByAccount('day_count_progress').selectAll());

/** Moves the progress on from a place, or begins it. Changes no row where another process has moved it. */
export const moveDayCounts = scoped<
  Pick<DayCountProgressRow, 'counted_until' | 'last_id'> & { from_until: number; from_id: string }
>()((from, p) =>
  from
    .insert('day_count_progress', { counted_until: p.counted_until, last_id: p.last_id, judged_day: 0 })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'environment'])
        .doUpdateSet({ counted_until: p.counted_until, last_id: p.last_id })
        .where('day_count_progress.counted_until', '=', p.from_until)
        .where('day_count_progress.last_id', '=', p.from_id),
    ),
);

/** Day counts of every dimension from one day to another, both included. */
export const dayCountsWithin = scoped<{ first: number; last: number }>()((from, p) =>
  from
    .selectByAccount('day_counts')
    .selectAll()
    // Named, because the index has the dimension before the day.
    .where('dimension', 'in', [
      'all',
      'report',
      'country',
      'document_type',
      'workflow',
      'workflow_version',
    ] satisfies DayCountRow['dimension'][])
    .where('day', '>=', p.first)
    .where('day', '<=', p.last),
);

/** Day counts of one dimension from one day to another, both included, the earliest first. */
export const dayCountsOf = scoped<Pick<DayCountRow, 'dimension'> & { first: number; last: number }>()((from, p) =>
  from
    .selectByAccount('day_counts')
    .selectAll()
    .where('dimension', '=', p.dimension)
    .where('day', '>=', p.first)
    .where('day', '<=', p.last)
    .orderBy('day')
    .orderBy('value'),
);

/** Writes the counts of a day for a value. */
export const putDayCount = scoped<Omit<DayCountRow, 'account_id' | 'environment'>>()((from, p) =>
  from
    .insert('day_counts', {
      dimension: p.dimension,
      day: p.day,
      value: p.value,
      reports: p.reports,
      clear: p.clear,
      consider: p.consider,
      unidentified: p.unidentified,
      reviewed: p.reviewed,
      times: p.times,
      reasons: p.reasons,
    })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'environment', 'dimension', 'day', 'value']).doUpdateSet((update) => ({
        reports: update.ref('excluded.reports'),
        clear: update.ref('excluded.clear'),
        consider: update.ref('excluded.consider'),
        unidentified: update.ref('excluded.unidentified'),
        reviewed: update.ref('excluded.reviewed'),
        times: update.ref('excluded.times'),
        reasons: update.ref('excluded.reasons'),
      })),
    ),
);
