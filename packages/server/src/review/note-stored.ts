import { checkIn } from '../checks/progress.ts';
import { noteWaiting } from '../checks/waiting/waiting.ts';
import type { Ctx } from '../context/ctx.ts';
import { everyCtx } from '../context/ctx-of.ts';
import type { Services } from '../context/services.ts';
import { FIRST_ID } from '../context/time-ids.ts';
import { listReports } from '../store/queries/checks.ts';
import { listUnnoted } from '../store/queries/review.ts';
import { noteUpdate } from '../updates/note.ts';

/** Reports that are looked for at a time. */
const BATCH = 100;

/**
 * Stores the kind of doubt and the due time of waiting reports that lack them: those from before migration 0040, and those whose kind
 * migration 0054 reset. The findings are sealed, so a migration can't file the reports. One check a transaction, so that nobody waits for it. It can be broken off, repeated, and done by
 * several processes at once. Answers how many reports it has found.
 */
export async function noteStored(services: Services, stopped: () => boolean = () => false): Promise<number> {
  let found = 0;
  for await (const ctx of everyCtx(services, 'upkeep')) found += await noteAll(ctx, stopped);
  return found;
}

async function noteAll(ctx: Ctx, stopped: () => boolean): Promise<number> {
  let found = 0;
  for (let place = { due: 0, after: FIRST_ID }; !stopped(); ) {
    const rows = await ctx.read.all(listUnnoted, { ...place, limit: BATCH });
    for (const check_id of new Set(rows.map((row) => row.check_id))) {
      if (stopped()) break;
      await ctx.transaction(async (tx) => {
        const check = await checkIn(ctx, tx, check_id);
        if (!check) return;
        await noteWaiting(ctx, tx, check, await tx.all(listReports, { check_id }));
        noteUpdate(ctx, tx, 'report');
      });
    }
    found += rows.length;
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) break;
    place = { due: Number(last.due_at), after: last.id };
  }
  return found;
}
