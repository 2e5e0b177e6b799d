import { deletePrivateViews, deleteStartsOf } from '../store/queries/saved-views.ts';
import type { SystemTx } from '../store/store.ts';

/** Deletes the saved views of a member who leaves an account. Views that the member has shared stay with the account. */
export async function deleteViews(tx: SystemTx, account_id: string, member_id: string): Promise<void> {
  for (const environment of ['sandbox', 'live'] as const) {
    const scope = tx.within({ account_id, environment });
    await scope.run(deletePrivateViews, { member_id });
    await scope.run(deleteStartsOf, { member_id });
  }
}
