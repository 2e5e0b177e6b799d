import { setTimeout as sleep } from 'node:timers/promises';
import { recordAuditIn } from '../../audit/record.ts';
import { DAY_MS, isoSeconds } from '../../base/clock.ts';
import { invalid, notFound } from '../../base/errors.ts';
import type { Ctx } from '../../context/ctx.ts';
import { enqueue } from '../../jobs/queue.ts';
import {
  applicantOfClock,
  beginAdvance,
  deleteClock,
  findClock,
  insertClock,
  listClocks,
} from '../../store/queries/sandbox-clocks.ts';
import { getClock, type SandboxClock, toClock } from './clock.ts';

/** Clocks of an account. */
const MOST = 100;

/** Days that a clock can be ahead of the machine or behind it, and that one call moves it at most. */
const MOST_DAYS = 4000;

/** Milliseconds of the machine for which a call waits until the clock is ready. */
const PATIENCE_MS = 30_000;
const LOOK_MS = 5;

/**
 * Creates a clock.
 *
 * @param now its time in Unix milliseconds; the time of the machine without one
 */
export async function createClock(ctx: Ctx, now: number | undefined): Promise<SandboxClock> {
  const { clock, ids } = ctx.services;
  const created_at = Math.round(clock.now());
  const clock_offset = now === undefined ? 0 : now - created_at;
  if (Number.isNaN(clock_offset)) throw invalid({ now: ['is not a date-time'] });
  if (Math.abs(clock_offset) > MOST_DAYS * DAY_MS)
    throw invalid({ now: [`must be within ${MOST_DAYS} days of today`] });
  const row = { id: ids.uuid(), created_at, clock_offset, advance_to: null };
  await ctx.transaction(async (tx) => {
    if ((await tx.all(listClocks, {})).length >= MOST)
      throw invalid({ clock: [`an account has at most ${MOST} clocks`] });
    await tx.run(insertClock, row);
  });
  return toClock(ctx, { ...row, account_id: ctx.account_id, environment: ctx.environment });
}

/** Deletes a clock. Throws `validation_error` while it has applicants. */
export async function deleteSandboxClock(ctx: Ctx, id: string): Promise<void> {
  await getClock(ctx, id);
  await ctx.transaction(async (tx) => {
    if (await tx.first(applicantOfClock, { clock_id: id })) {
      throw invalid({ clock: ['has applicants. Delete them, and advance the clock beyond their deletion'] });
    }
    await tx.run(deleteClock, { id });
  });
}

/**
 * Moves a clock forward, and waits for a while until everything that falls due has happened. A clock that still moves then has
 * `advance_to`. Throws `validation_error` for a clock that is moving, and a time that is not ahead of it.
 *
 * @param to Unix milliseconds, by the clock; `by` instead in milliseconds
 */
export async function advanceClock(
  ctx: Ctx,
  id: string,
  target: { to: number } | { by: number },
): Promise<SandboxClock> {
  await ctx.transaction(async (tx) => {
    const row = await tx.first(findClock, { id });
    if (!row) throw notFound('Clock', id);
    const { now } = toClock(ctx, row);
    const to = Math.round('to' in target ? target.to : now + target.by);
    if (Number.isNaN(to)) throw invalid({ to: ['is not a date-time'] });
    if (to <= now) throw invalid({ to: [`must be after ${isoSeconds(now)}, the time of the clock`] });
    if (to - ctx.services.clock.now() > MOST_DAYS * DAY_MS)
      throw invalid({ to: [`must be within ${MOST_DAYS} days of today`] });
    if ((await tx.run(beginAdvance, { id, advance_to: to })) === 0) throw invalid({ clock: ['is being advanced'] });
    recordAuditIn(ctx, tx, { action: 'sandbox_clock_advanced', object_id: id, details: { to: isoSeconds(to) } });
    await enqueue(ctx.services, tx.system, ctx, { kind: 'sandbox_clock', ref: id, lane: id });
  });
  return whenReady(ctx, id);
}

async function whenReady(ctx: Ctx, id: string): Promise<SandboxClock> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const clock = await getClock(ctx, id);
    if (clock.advance_to === null || performance.now() > end) return clock;
    await sleep(LOOK_MS);
  }
}
