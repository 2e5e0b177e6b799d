import { recordChange } from '../../audit/record.ts';
import type { Ctx } from '../../context/ctx.ts';
import type { Principal } from '../../context/principal.ts';
import type { Services } from '../../context/services.ts';
import { enqueue } from '../../jobs/queue.ts';
import { listAccounts } from '../../store/queries/accounts.ts';
import { insertMeta } from '../../store/queries/meta.ts';
import type { ScopedTx, SystemTx } from '../../store/store.ts';

/** Point at which a rebuild continues. */
export interface RebuildPayload {
  /** Creation time of the last applicant whose terms were rebuilt, Unix milliseconds; the next field is its id. */
  readonly at: number;
  readonly after: string;
}

/** Queues the rebuilding of all search terms of an account, which runs beside the service. */
export async function enqueueRebuild(services: Services, tx: SystemTx, account_id: string): Promise<void> {
  for (const environment of ['sandbox', 'live'] as const) {
    const payload: RebuildPayload = { at: 0, after: '' };
    await enqueue(services, tx, { account_id, environment }, { kind: 'search_rebuild', ref: account_id, payload });
  }
}

/** Queues the rebuild for an operator, in a transaction of its own. */
export async function rebuildSearch(services: Services, accountId: string, principal: Principal): Promise<void> {
  await services.store.transaction(async (tx) => {
    await enqueueRebuild(services, tx, accountId);
    recordChange(services, tx, { action: 'search_rebuilt', object_id: accountId, accountId, principal });
  });
}

/** Facts of the deployment: the kinds of terms that it keeps, a new one for each kind that was added later. */
const KEPT = ['search_terms', 'search_terms_addresses'] as const;

/** Queues it for every account once, at the first start of a version that keeps a new kind of terms: applicants of before have none. */
export async function rebuildAfterUpgrade(services: Services): Promise<void> {
  await services.store.transaction(async (tx) => {
    let added = 0;
    for (const key of KEPT) added += await tx.run(insertMeta, { key, value: 'kept' });
    if (added === 0) return;
    for (const { id } of await tx.all(listAccounts, {})) await enqueueRebuild(services, tx, id);
  });
}

/** Queues the job for the applicants after the last one of a job, in the job's transaction. */
export async function enqueueNextRebuild(ctx: Ctx, tx: ScopedTx, payload: RebuildPayload): Promise<void> {
  await enqueue(ctx.services, tx.system, ctx, { kind: 'search_rebuild', ref: ctx.account_id, payload });
}
