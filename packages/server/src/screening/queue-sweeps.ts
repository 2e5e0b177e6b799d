import type { Services } from '../context/services.ts';
import { enqueue } from '../jobs/queue.ts';
import { listAccounts } from '../store/queries/accounts.ts';
import { forgetScreenedSets } from '../store/queries/monitors.ts';
import type { SystemTx } from '../store/store.ts';

/** Queues a sweep of the live monitors of every account, in the transaction that activates a set of watchlists. */
export async function enqueueSweeps(services: Services, tx: SystemTx): Promise<void> {
  for (const { id } of await tx.all(listAccounts, {})) {
    await enqueue(services, tx, { account_id: id, environment: 'live' }, { kind: 'monitor_sweep', ref: id });
  }
}

/** Number before every set: a monitor that was searched, and must be again. */
const SEARCH_AGAIN = -1;

/**
 * Queues a sweep of all monitors of an account, whatever set they were searched in: for an operator, or since a setting has changed
 * what is a hit.
 */
export async function resweep(services: Services, tx: SystemTx, account_id: string): Promise<void> {
  const scope = { account_id, environment: 'live' } as const;
  await tx.within(scope).run(forgetScreenedSets, { before_all: SEARCH_AGAIN });
  await enqueue(services, tx, scope, { kind: 'monitor_sweep', ref: account_id });
}
