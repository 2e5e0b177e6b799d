import { setImmediate as nextTurn } from 'node:timers/promises';
import { DAY_MS, MINUTE_MS } from '../base/clock.ts';
import type { Ctx } from '../context/ctx.ts';
import { type RefusalReason, refusalReasons } from '../media/refused.ts';
import {
  countByMinute,
  countChecksCreated,
  countDurations,
  countFailedDeliveries,
  countRefusedByDay,
} from '../store/queries/review.ts';
import { percentile } from './percentile.ts';

/** The last `days` days in UTC, today included, the earliest first: days since 1970. */
const lastDays = (ctx: Ctx, days: number): number[] => {
  const today = Math.floor(ctx.now() / DAY_MS);
  return Array.from({ length: days }, (_, index) => today - days + 1 + index);
};

/** Something of a day; `day`: Unix milliseconds of its beginning. */
type Day<T> = T & { readonly day: number };

/** Rows of a query by their day; stores answer counts as numbers or as texts. */
function byDay<R extends { day: unknown }, T>(
  days: readonly number[],
  rows: readonly R[],
  of: (rows: R[]) => T,
): Day<T>[] {
  const found = new Map<number, R[]>(days.map((day) => [day, []]));
  for (const row of rows) found.get(Math.floor(Number(row.day)))?.push(row);
  return days.map((day) => ({ ...of(found.get(day) as R[]), day: day * DAY_MS }));
}

const sum = (rows: readonly { n: unknown }[]): number => rows.reduce((total, { n }) => total + Number(n), 0);

/**
 * Reads something of each day in a query of its own, with a turn of the event loop between two: of the embedded store a query holds up
 * all other requests, and a day of a large account takes 50 ms.
 */
async function eachDay<T>(
  ctx: Ctx,
  days: number,
  read: (span: { from: number; to: number }) => Promise<T>,
): Promise<Day<T>[]> {
  const found: Day<T>[] = [];
  for (const date of lastDays(ctx, days)) {
    const day = date * DAY_MS;
    found.push({ ...(await read({ from: day, to: day + DAY_MS })), day });
    await nextTurn();
  }
  return found;
}

/** Checks that were created on each of the last days, by their result; `other`: without one. */
export function checksByDay(ctx: Ctx, days: number) {
  return eachDay(ctx, days, async (span) => {
    const rows = await ctx.read.all(countChecksCreated, span);
    const of = (result: string | null) => sum(rows.filter((row) => row.result === result));
    return { clear: of('clear'), consider: of('consider'), other: of(null) };
  });
}

/**
 * Seconds that reports took to their end, by the day of the last days on which they were created: the median, and the 95th
 * percentile. Null if none has ended.
 */
export function timeToResult(ctx: Ctx, days: number) {
  return eachDay(ctx, days, async (span) => {
    const rows = await ctx.read.all(countDurations, span);
    const inOrder = rows.map(({ seconds, n }) => ({ seconds: Math.floor(Number(seconds)), n: Number(n) }));
    inOrder.sort((one, other) => one.seconds - other.seconds);
    return { reports: sum(inOrder), p50: percentile(inOrder, 0.5), p95: percentile(inOrder, 0.95) };
  });
}

const MINUTES = { hour: 60, day: 24 * 60 } as const;

/** Limits of the queue's age groups, in minutes. */
const ages = [0, MINUTES.hour, 4 * MINUTES.hour, MINUTES.day, 3 * MINUTES.day, 7 * MINUTES.day] as const;

/** Number of reports by the time that they have waited for a person, in minutes; the last group has no end (`to` null). */
export async function ageOfQueue(ctx: Ctx): Promise<{ from: number; to: number | null; reports: number }[]> {
  const rows = await ctx.read.all(countByMinute, { status: 'awaiting_approval' });
  const now = Math.floor(ctx.now() / MINUTE_MS);
  return ages.map((from, index) => {
    const to = ages[index + 1] ?? null;
    const of = rows.filter(({ minute }) => {
      const age = Math.max(0, now - Math.floor(Number(minute)));
      return age >= from && (to === null || age < to);
    });
    return { from, to, reports: sum(of) };
  });
}

/** Applicants whose uploads were refused for a reason for the first time on each of the last days, by that reason. */
export async function refusedByDay(ctx: Ctx, days: number) {
  const period = lastDays(ctx, days);
  const rows = await ctx.read.all(countRefusedByDay, { from: (period[0] as number) * DAY_MS });
  return byDay(period, rows, (all) => {
    const counts = refusalReasons.map((reason) => [reason, sum(all.filter((row) => row.reason === reason))]);
    return Object.fromEntries(counts) as Record<RefusalReason, number>;
  });
}

/** Deliveries that were queued on each of the last days and have failed permanently. */
export async function failedByDay(ctx: Ctx, days: number) {
  const period = lastDays(ctx, days);
  const rows = await ctx.read.all(countFailedDeliveries, { from: (period[0] as number) * DAY_MS });
  return byDay(period, rows, (all) => ({ failed: sum(all) }));
}
