import { DAY_MS } from '../../base/clock.ts';
import { listAccounts } from '../../store/queries/accounts.ts';
import { findQuietApplicant, listQuietApplicants } from '../../store/queries/retention.ts';
import type { Environment } from '../../store/schema.ts';
import { Ctx } from '../ctx.ts';
import { systemPrincipal } from '../principal.ts';
import type { Services } from '../services.ts';
import { scheduleIn } from './delete.ts';

/** Applicants that are looked for at a time. */
const BATCH = 100;

const ENVIRONMENTS: readonly Environment[] = ['live', 'sandbox'];

/**
 * Deletes applicants whose retention has ended, as a client would: their erasure follows after the delay of the account, and until
 * then they can be restored. One applicant a transaction, so that nobody waits for it. It can be broken off, repeated, and done by
 * several processes at once. Answers how many it has deleted.
 */
export async function deleteQuietApplicants(services: Services, stopped: () => boolean = () => false): Promise<number> {
  let deleted = 0;
  for (const { id } of await services.store.system.all(listAccounts, {})) {
    const account = await services.accounts.find(id);
    const days = account?.settings.retention_days ?? null;
    if (!account || days === null) continue;
    for (const environment of ENVIRONMENTS) {
      const ctx = new Ctx(services, account, environment, systemPrincipal('retention'));
      deleted += await deleteQuiet(ctx, services.clock.now() - days * DAY_MS, stopped);
    }
  }
  return deleted;
}

async function deleteQuiet(ctx: Ctx, before: number, stopped: () => boolean): Promise<number> {
  let deleted = 0;
  for (let after = ''; !stopped(); ) {
    const rows = await ctx.read.all(listQuietApplicants, { before, after, limit: BATCH });
    for (const { id } of rows) {
      if (stopped()) break;
      const gone = await ctx.transaction(async (tx) => {
        await tx.lock({ applicant: id });
        // A client may have asked for a check since.
        if (!(await tx.first(findQuietApplicant, { before, id }))) return false;
        await scheduleIn(ctx, tx, id);
        return true;
      });
      if (gone) deleted += 1;
    }
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) break;
    after = last.id;
  }
  return deleted;
}
