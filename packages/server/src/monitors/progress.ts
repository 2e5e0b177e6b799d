import type { Ctx } from '../context/ctx.ts';
import { countActiveMonitors, countScreenedMonitors } from '../store/queries/monitors.ts';
import { activeScreeningSet } from '../store/queries/watchlists.ts';

/** Progress of the sweep of the active set in an account and environment. */
export interface SweepProgress {
  /** Number of the active set; 0 if no list is loaded. */
  readonly set: number;
  /** Active monitors. */
  readonly monitors: number;
  /** Number of monitors that were searched in the active set. In sandbox, where no list is searched, it is the number of all monitors. */
  readonly searched: number;
}

/** Counts the monitors that were searched since the watchlists last changed. */
export async function sweepProgress(ctx: Ctx): Promise<SweepProgress> {
  const active = await ctx.services.store.system.first(activeScreeningSet, {});
  const set = ctx.sandbox ? 0 : Number(active?.number ?? 0);
  const monitors = Number((await ctx.read.first(countActiveMonitors, {}))?.n ?? 0);
  const searched = Number((await ctx.read.first(countScreenedMonitors, { set }))?.n ?? 0);
  return { set, monitors, searched };
}
