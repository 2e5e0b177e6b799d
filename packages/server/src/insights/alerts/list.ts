import { DAY_MS } from '../../base/clock.ts';
import type { Ctx } from '../../context/ctx.ts';
import { figureChangesWithin } from '../../store/queries/figure-changes.ts';
import { nameOfValue, type Period } from '../days/read.ts';

/** Sudden changes of figures that began in a period, the latest first. `day` is Unix milliseconds. */
export async function listChanges(ctx: Ctx, period: Period) {
  const rows = await ctx.read.all(figureChangesWithin, { ...period });
  const presented = rows.map(async (row) => ({
    id: row.id,
    day: Number(row.day) * DAY_MS,
    last_day: Number(row.last_day) * DAY_MS,
    dimension: row.dimension,
    name: await nameOfValue(ctx, row.dimension, row.value),
    figure: row.figure,
    direction: row.direction,
    usual: Number(row.usual),
    found: Number(row.found),
    low: Number(row.low),
    high: Number(row.high),
  }));
  return Promise.all(presented);
}
