import { enqueue } from '../../jobs/queue.ts';
import type { JobHold } from '../../jobs/worker.ts';
import { queryOf } from '../../reports/live/watchlist.ts';
import { listAccounts } from '../../store/queries/accounts.ts';
import { findApplicant } from '../../store/queries/applicants.ts';
import { findMonitor, monitorsOfApplicant, monitorsToSweep } from '../../store/queries/monitors.ts';
import { activeScreeningSet } from '../../store/queries/watchlists.ts';
import type { JobRow } from '../../store/schema.ts';
import type { ScopedTx, SystemTx } from '../../store/store.ts';
import { currentAddress } from '../applicants/applicant.ts';
import { getApplicant } from '../applicants/get.ts';
import { trialLock } from '../checks/validate.ts';
import type { Ctx } from '../ctx.ts';
import type { Services } from '../services.ts';
import { documentReadingsOf, screenPerson } from '../watchlists/screenings.ts';
import { makeMonitorCheck } from './check.ts';
import { hitsOf, recordMatchesUpdated, setMatches } from './matches.ts';
import { type Monitor, toMonitor } from './monitor.ts';

/** Monitors that a sweep reads at once. */
const BATCH = 100;

/** Queues a sweep of the live monitors of every account, in the transaction that activates a set of watchlists. */
export async function enqueueSweeps(services: Services, tx: SystemTx): Promise<void> {
  for (const { id } of await tx.all(listAccounts, {})) {
    await enqueue(services, tx, { account_id: id, environment: 'live' }, { kind: 'monitor_sweep', ref: id });
  }
}

/** Queues the search for an applicant that has changed or was restored, for each active monitor. Nothing happens in sandbox. */
export async function enqueueMonitorsOf(ctx: Ctx, tx: ScopedTx, applicant_id: string): Promise<void> {
  if (ctx.sandbox) return;
  for (const { id, deleted_at } of await tx.all(monitorsOfApplicant, { applicant_id })) {
    if (deleted_at === null) await enqueue(ctx.services, tx.system, ctx, { kind: 'watchlist_monitor', ref: id });
  }
}

/**
 * Searches the active set for the applicants of all monitors of an account that were last searched for in an earlier set. Each
 * monitor notes its set with what was found, in one transaction: a sweep that ends early is taken up where it stopped, and none
 * writes a change twice.
 */
export async function sweepMonitors(ctx: Ctx, hold: JobHold): Promise<void> {
  const active = await ctx.services.store.system.first(activeScreeningSet, {});
  const set = Number(active?.number ?? 0);
  let after = '';
  for (;;) {
    const rows = await ctx.read.all(monitorsToSweep, { set, after, limit: BATCH });
    for (const row of rows) await searchAgain(ctx, toMonitor(ctx, row), { earlierSetOnly: true });
    if (rows.length < BATCH) break;
    after = rows.at(-1)!.id;
  }
  await ctx.transaction((tx) => hold.done(tx.system));
}

/** Searches again for the applicant of one monitor, whatever the set. */
export async function sweepMonitor(ctx: Ctx, job: JobRow, hold: JobHold): Promise<void> {
  const row = await ctx.read.first(findMonitor, { id: job.ref });
  if (row) await searchAgain(ctx, toMonitor(ctx, row), { earlierSetOnly: false });
  await ctx.transaction((tx) => hold.done(tx.system));
}

/** Writes what has changed for a monitor: its matches, an event, and a check that shows it, together. */
async function searchAgain(ctx: Ctx, monitor: Monitor, { earlierSetOnly }: { earlierSetOnly: boolean }): Promise<void> {
  const { id, applicant_id } = monitor;
  const known = await ctx.read.first(findApplicant, { id: applicant_id });
  // The monitor of an applicant who is scheduled for deletion rests; a restore searches again.
  if (monitor.deleted_at !== null || known?.delete_at !== null) return;
  const { first_name, last_name, dob, id_numbers, ...applicant } = await getApplicant(ctx, applicant_id);
  const person = { first_name, last_name, dob, id_numbers, address: currentAddress(applicant) };
  const screening = await screenPerson(ctx, applicant_id, queryOf(person, await documentReadingsOf(ctx, applicant_id)));
  const version = ctx.services.versions.withRules(monitor.rules);
  await ctx.transaction(async (tx) => {
    const locked = await tx.lock({ ...trialLock(ctx), activeApplicant: applicant_id, monitor: id });
    if (!locked.activeApplicant || !locked.monitor) return;
    const now = toMonitor(ctx, locked.monitor);
    const searched = now.screened_set ?? -1;
    if (now.deleted_at !== null || searched > screening.set || (earlierSetOnly && searched === screening.set)) return;
    const records = hitsOf(ctx, now, screening);
    if (!(await setMatches(ctx, tx, now, { records, set: screening.set }))) return;
    await recordMatchesUpdated(ctx, tx, now);
    await makeMonitorCheck(ctx, tx, { monitor: now, applicant: await getApplicant(ctx, applicant_id, tx), version });
  });
}
