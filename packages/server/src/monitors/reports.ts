import type { Check } from '../checks/check.ts';
import type { CheckMonitor } from '../checks/check-monitor.ts';
import type { Ctx } from '../context/ctx.ts';
import type { Screening } from '../reports/live/screening.ts';
import type { Outcome } from '../reports/outcome.ts';
import type { ScopedTx } from '../store/store.ts';
import { hitsOf, recordMatchesUpdated, setMatches } from './matches.ts';
import { matchesOf, toMonitor } from './monitor.ts';
import { isStill } from './person.ts';

type MonitorCheck = Pick<Check, 'watchlist_monitor_id'>;

/** Leaves out of a screening the hits that are disabled on the monitor of the check, while their records are as they were then. */
async function withoutDisabled(ctx: Ctx, check: MonitorCheck, screening: Screening): Promise<Screening> {
  if (check.watchlist_monitor_id === undefined) return screening;
  const matches = (await matchesOf(ctx, ctx.read, check.watchlist_monitor_id)).filter(({ enabled }) => !enabled);
  const key = (list: string, source_id: string, hash: string) => JSON.stringify([list, source_id, hash]);
  const off = new Set(matches.map(({ list, source_id, content_hash }) => key(list, source_id, content_hash)));
  const isOff = ({ list, record }: Screening['hits'][number]) =>
    off.has(key(list, record.source_id, record.content_hash));
  return {
    ...screening,
    hits: screening.hits.filter((hit) => !isOff(hit)),
    disabled: screening.hits.filter(isOff),
  };
}

/**
 * Makes the matches of the monitor of a check those that its report found, in the transaction that writes the report. The first
 * time is not a change; from then on a difference is an event. A report on the applicant as it was before a change makes none.
 */
async function noteScreening(
  ctx: Ctx,
  tx: ScopedTx,
  check: MonitorCheck & Pick<Check, 'applicant' | 'applicant_id'>,
  screening: Screening,
): Promise<void> {
  const monitor = await monitorOf(ctx, tx, check);
  // A later set was searched for it meanwhile.
  if (!monitor || (monitor.screened_set ?? 0) > screening.set) return;
  if (!(await isStill(ctx, tx, check.applicant_id, check.applicant))) return;
  const changed = await setMatches(ctx, tx, monitor, {
    records: hitsOf(ctx, monitor, screening),
    set: screening.set,
    incomplete: screening.incomplete === true,
  });
  if (changed && monitor.screened_set !== null) await recordMatchesUpdated(ctx, tx, monitor);
}

/** Returns whether the sandbox leaves the hit of the check out, since it is disabled on the monitor. */
async function isHitDisabled(ctx: Ctx, tx: ScopedTx, { watchlist_monitor_id }: MonitorCheck): Promise<boolean> {
  if (watchlist_monitor_id === undefined) return false;
  const matches = await matchesOf(ctx, tx, watchlist_monitor_id);
  return matches.length > 0 && matches.every(({ enabled }) => !enabled);
}

/** The same as `noteScreening` for an answer of the sandbox: its first check decides whether there is a match. */
async function noteSandboxAnswer(
  ctx: Ctx,
  tx: ScopedTx,
  check: MonitorCheck,
  { result }: Pick<Outcome, 'result'>,
): Promise<void> {
  const monitor = await monitorOf(ctx, tx, check);
  if (!monitor || monitor.screened_set !== null) return;
  const sample = { list: 'sandbox', source_id: 'sample', content_hash: '' };
  await setMatches(ctx, tx, monitor, { records: result === 'consider' ? [sample] : [], set: 0 });
}

/** The monitor of a check, locked; undefined for a check of no monitor, and once the monitor has ended. */
async function monitorOf(ctx: Ctx, tx: ScopedTx, { watchlist_monitor_id: id }: MonitorCheck) {
  if (id === undefined) return undefined;
  const { monitor: row } = await tx.lock({ monitor: id });
  const monitor = row && toMonitor(ctx, row);
  return monitor?.deleted_at === null ? monitor : undefined;
}

/** Monitors, as processing a check sees them. */
export const checkMonitor: CheckMonitor = { withoutDisabled, noteScreening, isHitDisabled, noteSandboxAnswer };
