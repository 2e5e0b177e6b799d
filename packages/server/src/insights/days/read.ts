import { setImmediate as nextTurn } from 'node:timers/promises';
import { DAY_MS } from '../../base/clock.ts';
import type { Ctx } from '../../context/ctx.ts';
import { dayCountsOf, findDayCountProgress } from '../../store/queries/day-counts.ts';
import type { DayCountRow } from '../../store/schema.ts';
import { workflowOf } from '../../workflows/published.ts';
import { addFigures, derivedFigures, type Figures, figuresOf } from './figures.ts';

/** Dimensions by which figures are broken down. */
export const breakdownDimensions = ['report', 'country', 'document_type', 'workflow', 'workflow_version'] as const;
export type BreakdownDimension = (typeof breakdownDimensions)[number];

/** Days since 1970-01-01 in UTC, both included. */
export interface Period {
  readonly first: number;
  readonly last: number;
}

/** Most days of a period. */
export const MOST_DAYS = 366;

/** Days of a period for which nothing is chosen. */
const DAYS = 30;

/** The period from one day to another; without them, the last 30 days. */
export function periodOf(ctx: Pick<Ctx, 'now'>, { from, to }: { from?: number | undefined; to?: number | undefined }) {
  const today = Math.floor(ctx.now() / DAY_MS);
  const last = to ?? (from === undefined ? today : Math.max(today, from));
  return { first: from ?? last - DAYS + 1, last };
}

/** Days that are read at once: of the embedded store a query holds up all other requests. */
const DAYS_AT_ONCE = 15;

async function read(ctx: Ctx, dimension: DayCountRow['dimension'], { first, last }: Period) {
  const found: { day: number; value: string; figures: Figures }[] = [];
  for (let from = first; from <= last; from += DAYS_AT_ONCE) {
    const span = { first: from, last: Math.min(last, from + DAYS_AT_ONCE - 1) };
    const rows = await ctx.read.all(dayCountsOf, { dimension, ...span });
    for (const row of rows) found.push({ day: Number(row.day), value: row.value, figures: figuresOf(row) });
    await nextTurn();
  }
  return found;
}

type DayFigures = Awaited<ReturnType<typeof read>>[number];

const within =
  ({ first, last }: Period) =>
  ({ day }: DayFigures) =>
    day >= first && day <= last;

const sumOf = (rows: readonly DayFigures[]) => derivedFigures(addFigures(rows.map(({ figures }) => figures)));

/** Figures of a period, of each of its days, of the same number of days before, and of the values of a dimension. */
export async function insightsOf(ctx: Ctx, period: Period, dimension: BreakdownDimension) {
  const length = period.last - period.first + 1;
  const before = { first: period.first - length, last: period.first - 1 };
  const rows = await read(ctx, 'all', { first: before.first, last: period.last });
  const own = rows.filter(within(period));
  const byDay = new Map(own.map(({ day, figures }) => [day, figures]));
  const groups = new Map<string, Figures[]>();
  for (const { value, figures } of await read(ctx, dimension, period)) {
    const known = groups.get(value);
    if (known) known.push(figures);
    else groups.set(value, [figures]);
  }
  const named = async ([value, figures]: readonly [string, readonly Figures[]]) => ({
    value,
    name: await nameOfValue(ctx, dimension, value),
    ...derivedFigures(addFigures(figures)),
  });
  const progress = await ctx.read.first(findDayCountProgress, {});
  return {
    countedUntil: progress ? Number(progress.counted_until) : null,
    total: sumOf(own),
    before: sumOf(rows.filter(within(before))),
    days: Array.from({ length }, (_, index) => {
      const found = byDay.get(period.first + index);
      return { day: (period.first + index) * DAY_MS, ...derivedFigures(addFigures(found ? [found] : [])) };
    }),
    groups: (await Promise.all([...groups].map(named))).sort(
      (a, b) => b.reports - a.reports || (a.value < b.value ? -1 : 1),
    ),
  };
}

/** Name of a workflow, with its version where the value has one; other values are their own names. */
export async function nameOfValue(ctx: Ctx, dimension: DayCountRow['dimension'], value: string): Promise<string> {
  if (dimension !== 'workflow' && dimension !== 'workflow_version') return value;
  const [id = '', version] = value.split(' ');
  const name = (await workflowOf(ctx, id))?.name ?? id;
  return version === undefined ? name : `${name}, version ${version}`;
}
