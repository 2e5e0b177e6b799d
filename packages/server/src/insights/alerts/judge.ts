import { DAY_MS } from '../../base/clock.ts';
import type { Ctx } from '../../context/ctx.ts';
import { everyCtx } from '../../context/ctx-of.ts';
import type { Services } from '../../context/services.ts';
import { dayCountsWithin, findDayCountProgress } from '../../store/queries/day-counts.ts';
import {
  addFigureChange,
  continueFigureChange,
  figureChangesWithin,
  moveJudgedDay,
} from '../../store/queries/figure-changes.ts';
import type { FigureChangeRow } from '../../store/schema.ts';
import { changesOf, DAYS_BEFORE, type DayOfFigures, type FigureChange } from './rule.ts';

/** Most days that are judged after the service was down. Nobody needs to be told of older changes. */
const LATEST_DAYS = 3;

/** Days within which the same figure leaves its spread in the same direction by the same change. */
const CONTINUES_DAYS = 7;

const judgedDimensions = ['all', 'report', 'country', 'workflow'] as const;
type JudgedDimension = (typeof judgedDimensions)[number];

const isJudged = (dimension: string): dimension is JudgedDimension =>
  (judgedDimensions as readonly string[]).includes(dimension);

/**
 * Compares the figures of each day that has ended with the four weeks before, in the live environments, and stores sudden changes. Each
 * day is judged once, whatever number of processes do it. Returns the number of new changes.
 */
export async function judgeDays(services: Services): Promise<number> {
  let changes = 0;
  for await (const ctx of everyCtx(services, 'upkeep')) {
    // Figures of the sandbox change with every test.
    if (!ctx.sandbox) changes += await judgeEnded(ctx);
  }
  return changes;
}

async function judgeEnded(ctx: Ctx): Promise<number> {
  const progress = await ctx.read.first(findDayCountProgress, {});
  if (!progress) return 0;
  const last = Math.floor(Number(progress.counted_until) / DAY_MS) - 1;
  const judged = Number(progress.judged_day);
  if (judged >= last) return 0;
  const first = judged === 0 ? last : Math.max(judged + 1, last - LATEST_DAYS + 1);
  let changes = 0;
  for (let day = first; day <= last; day++) changes += await judge(ctx, day, day === first ? judged : day - 1);
  return changes;
}

interface PlacedChange extends FigureChange {
  readonly dimension: JudgedDimension;
  readonly value: string;
}

/** Judges a day and stores its changes. A change that continues is stored once. */
async function judge(ctx: Ctx, day: number, judged: number): Promise<number> {
  const found = await changesOn(ctx, day);
  return ctx.transaction(async (tx) => {
    if ((await tx.run(moveJudgedDay, { judged_day: day, from_day: judged })) === 0) return 0;
    const known = await tx.all(figureChangesWithin, { first: day - DAYS_BEFORE, last: day });
    let added = 0;
    for (const change of found) {
      const same = known.find((row) => isSame(row, change) && Number(row.last_day) >= day - CONTINUES_DAYS);
      if (same) await tx.run(continueFigureChange, { id: same.id, last_day: day });
      else {
        await tx.run(addFigureChange, {
          ...change,
          id: ctx.services.ids.uuid(),
          created_at: ctx.now(),
          day,
          last_day: day,
        });
        added++;
      }
    }
    return added;
  });
}

const isSame = (row: FigureChangeRow, { dimension, value, figure, direction }: PlacedChange): boolean =>
  row.dimension === dimension && row.value === value && row.figure === figure && row.direction === direction;

/** The changes of a day, of every value of the judged dimensions. */
async function changesOn(ctx: Ctx, day: number): Promise<PlacedChange[]> {
  const rows = await ctx.read.all(dayCountsWithin, { first: day - DAYS_BEFORE, last: day });
  const values = new Map<string, { dimension: JudgedDimension; value: string; days: DayOfFigures[] }>();
  for (const { dimension, value, ...row } of rows) {
    if (!isJudged(dimension)) continue;
    const figures = {
      day: Number(row.day),
      reports: Number(row.reports),
      clear: Number(row.clear),
      reviewed: Number(row.reviewed),
    };
    const key = `${dimension} ${value}`;
    const place = values.get(key) ?? { dimension, value, days: [] };
    place.days.push(figures);
    values.set(key, place);
  }
  const none = { day, reports: 0, clear: 0, reviewed: 0 };
  const changes = [...values.values()].flatMap(({ dimension, value, days }) => {
    const today = days.find((one) => one.day === day) ?? none;
    const before = days.filter((one) => one.day < day);
    return changesOf(today, before).map((change) => ({ ...change, dimension, value }));
  });
  const ofAll = changes.filter(({ dimension }) => dimension === 'all');
  // A value that has all reports of the environment tells the same change again.
  const repeats = ({ figure, usual, found }: PlacedChange) =>
    ofAll.some((whole) => whole.figure === figure && whole.usual === usual && whole.found === found);
  return changes.filter((change) => change.dimension === 'all' || !repeats(change));
}
