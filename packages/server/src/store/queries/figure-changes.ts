import { scoped } from '../query.ts';
import type { DayCountProgressRow, FigureChangeRow } from '../schema.ts';

/** Notes that a day is judged. Changes no row where another process has judged it, or nothing is counted. */
export const moveJudgedDay = scoped<Pick<DayCountProgressRow, 'judged_day'> & { from_day: number }>()((from, p) =>
  from
    .insert('day_count_progress', { counted_until: 0, last_id: '', judged_day: p.judged_day })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'environment'])
        .doUpdateSet({ judged_day: p.judged_day })
        .where('day_count_progress.judged_day', '=', p.from_day),
    ),
);

export const addFigureChange = scoped<Omit<FigureChangeRow, 'account_id' | 'environment'>>()((from, p) =>
  from.insert('figure_changes', {
    id: p.id,
    created_at: p.created_at,
    day: p.day,
    last_day: p.last_day,
    dimension: p.dimension,
    value: p.value,
    figure: p.figure,
    direction: p.direction,
    usual: p.usual,
    found: p.found,
    low: p.low,
    high: p.high,
  }),
);

/** Notes that a change continues. */
export const continueFigureChange = scoped<Pick<FigureChangeRow, 'id' | 'last_day'>>()((from, p) =>
  from.update('figure_changes').set({ last_day: p.last_day }).where('id', '=', p.id),
);

/** Changes that began from one day to another, both included, the latest first. */
export const figureChangesWithin = scoped<{ first: number; last: number }>()((from, p) =>
  from
    .selectByAccount('figure_changes')
    .selectAll()
    .where('day', '>=', p.first)
    .where('day', '<=', p.last)
    .orderBy('day', 'desc')
    .orderBy('id'),
);
