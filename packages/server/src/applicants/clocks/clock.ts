import { notFound } from '../../base/errors.ts';
import type { Ctx } from '../../context/ctx.ts';
import { findClock, listClocks } from '../../store/queries/sandbox-clocks.ts';
import type { SandboxClockRow } from '../../store/schema.ts';

/** A clock of the sandbox. Times are in Unix milliseconds. */
export interface SandboxClock {
  readonly id: string;
  /** Time of the machine. */
  readonly created_at: number;
  /** Time of the clock. */
  readonly now: number;
  /** Time to which it is moving; null for a clock that is ready. */
  readonly advance_to: number | null;
}

/** A clock from its row. */
export function toClock(ctx: Ctx, { id, created_at, clock_offset, advance_to }: SandboxClockRow): SandboxClock {
  return { id, created_at, advance_to, now: ctx.services.clock.now() + clock_offset };
}

/** The clock. Throws `resource_not_found`. */
export async function getClock(ctx: Ctx, id: string): Promise<SandboxClock> {
  const row = await ctx.read.first(findClock, { id });
  if (!row) throw notFound('Clock', id);
  return toClock(ctx, row);
}

/** The clocks of the account's sandbox, newest first. */
export async function listSandboxClocks(ctx: Ctx): Promise<SandboxClock[]> {
  return (await ctx.read.all(listClocks, {})).map((row) => toClock(ctx, row));
}
