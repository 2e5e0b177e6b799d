import { toApplicant } from '../applicants/applicant.ts';
import { getApplicant } from '../applicants/get.ts';
import { trialLock } from '../checks/validate.ts';
import type { Ctx } from '../context/ctx.ts';
import type { JobHold } from '../jobs/worker.ts';
import type { Screening } from '../reports/live/screening.ts';
import { queryOf } from '../reports/live/watchlist.ts';
import type { ReportApplicant } from '../reports/types.ts';
import { documentReadingsOf, screenPerson } from '../screening/watchlists/screenings.ts';
import { findApplicant } from '../store/queries/applicants.ts';
import { findMonitor, monitorsToSweep, noteScreenedSets } from '../store/queries/monitors.ts';
import { activeScreeningSet } from '../store/queries/watchlists.ts';
import type { JobRow } from '../store/schema.ts';
import { makeMonitorCheck } from './check.ts';
import { hitsOf, isKnown, recordMatchesUpdated, setMatches } from './matches.ts';
import { type Monitor, matchesOf, toMonitor } from './monitor.ts';
import { isStill, personOf } from './person.ts';

/** Monitors that a sweep reads at once. */
const BATCH = 100;

/**
 * Searches the active set for the applicants of all monitors of an account that were last searched for in an earlier set. A monitor
 * for which something changes notes its set with what was found, in one transaction; the others share one for each batch. A
 * search that ends incomplete always makes a check, so that a person looks at the set. A sweep that ends early is taken up where it
 * stopped, and none writes a change twice.
 */
export async function sweepMonitors(ctx: Ctx, hold: JobHold): Promise<void> {
  const active = await ctx.services.store.system.first(activeScreeningSet, {});
  const set = Number(active?.number ?? 0);
  let after = '';
  for (;;) {
    const rows = await ctx.read.all(monitorsToSweep, { set, after, limit: BATCH });
    await sweepBatch(
      ctx,
      rows.map((row) => toMonitor(ctx, row)),
    );
    if (rows.length < BATCH) break;
    after = rows.at(-1)!.id;
  }
  await ctx.transaction((tx) => hold.done(tx.system));
}

async function sweepBatch(ctx: Ctx, monitors: readonly Monitor[]): Promise<void> {
  const unchanged = new Map<number, string[]>();
  for (const monitor of monitors) {
    const found = await search(ctx, monitor);
    if (!found) continue;
    const { screening } = found;
    const matches = await matchesOf(ctx, ctx.read, monitor.id);
    if (screening.incomplete || !isKnown(ctx, monitor.id, matches, hitsOf(ctx, monitor, screening))) {
      await write(ctx, monitor, found, { earlierSetOnly: true });
    } else unchanged.set(screening.set, [...(unchanged.get(screening.set) ?? []), monitor.id]);
  }
  await ctx.transaction(async (tx) => {
    for (const [screened_set, ids] of unchanged)
      await tx.run(noteScreenedSets, { ids: JSON.stringify(ids), screened_set });
  });
}

/** Searches again for the applicant of one monitor, even if the set was already searched. */
export async function sweepMonitor(ctx: Ctx, job: JobRow, hold: JobHold): Promise<void> {
  const row = await ctx.read.first(findMonitor, { id: job.ref });
  const monitor = row && toMonitor(ctx, row);
  const found = monitor && (await search(ctx, monitor));
  if (found) await write(ctx, monitor, found, { earlierSetOnly: false });
  await ctx.transaction((tx) => hold.done(tx.system));
}

interface Found {
  /** The applicant as it was searched for. */
  readonly person: ReportApplicant;
  readonly screening: Screening;
}

/** Records in the active lists for the applicant of a monitor. Undefined while the monitor rests, and once it has ended. */
async function search(ctx: Ctx, { applicant_id, deleted_at }: Monitor): Promise<Found | undefined> {
  const row = await ctx.read.first(findApplicant, { id: applicant_id });
  // The monitor of an applicant who is scheduled for deletion rests; a restore searches again.
  if (deleted_at !== null || row?.delete_at !== null) return undefined;
  const person = personOf(toApplicant(ctx, row));
  const query = queryOf(person, await documentReadingsOf(ctx, applicant_id));
  return { person, screening: await screenPerson(ctx, applicant_id, query) };
}

/**
 * Writes what has changed for a monitor: its matches, an event, and a check that shows it, together. After an incomplete search only the
 * check is certain: its report waits for a person.
 */
async function write(
  ctx: Ctx,
  { id, applicant_id, rules }: Monitor,
  { person, screening }: Found,
  { earlierSetOnly }: { earlierSetOnly: boolean },
): Promise<void> {
  const version = ctx.services.versions.withRules(rules);
  await ctx.transaction(async (tx) => {
    const locked = await tx.lock({ ...trialLock(ctx), activeApplicant: applicant_id, monitor: id });
    if (!locked.activeApplicant || !locked.monitor) return;
    const now = toMonitor(ctx, locked.monitor);
    const searched = now.screened_set ?? -1;
    if (now.deleted_at !== null || searched > screening.set || (earlierSetOnly && searched === screening.set)) return;
    if (!(await isStill(ctx, tx, applicant_id, person))) return;
    const records = hitsOf(ctx, now, screening);
    const incomplete = screening.incomplete === true;
    const changed = await setMatches(ctx, tx, now, { records, set: screening.set, incomplete });
    if (changed) await recordMatchesUpdated(ctx, tx, now);
    if (!changed && !incomplete) return;
    await makeMonitorCheck(ctx, tx, { monitor: now, applicant: await getApplicant(ctx, applicant_id, tx), version });
  });
}
