import { getAccount } from '../context/account-facts.ts';
import type { Ctx } from '../context/ctx.ts';
import type { Services } from '../context/services.ts';
import { enqueue } from '../jobs/queue.ts';
import { insertErasure, insertTombstone, listErasures } from '../store/queries/erasures.ts';
import type { Environment } from '../store/schema.ts';
import type { ScopedTx } from '../store/store.ts';

/** Receipt of an erasure, which stays when all other data is gone. */
export interface Erasure {
  id: string;
  applicant_id: string;
  /** The check that was erased alone; null for the erasure of the applicant, or of files alone. */
  check_id: string | null;
  /** Unix milliseconds. */
  requested_at: number;
  erased_at: number;
  /** Principal who requested it, as `recordOf` writes it; null for receipts from before that was recorded. */
  requested_by: string | null;
  /** Number of erased objects by kind. */
  counts: Record<string, number>;
}

/** Leaves a receipt in the transaction that erases objects. Their ids answer 410 from then on. */
export async function leaveReceipt(
  ctx: Ctx,
  tx: ScopedTx,
  erased: Omit<Erasure, 'id' | 'erased_at'>,
  ids: readonly string[],
): Promise<Erasure> {
  const receipt: Erasure = { id: ctx.services.ids.uuid(), ...erased, erased_at: ctx.now() };
  await tx.run(insertErasure, { ...receipt, counts: JSON.stringify(receipt.counts) });
  for (const id of ids) await tx.run(insertTombstone, { id, erasure_id: receipt.id });
  return receipt;
}

/** Queues the erasure of the files of media, in the transaction that erases their rows. */
export async function eraseFiles(
  ctx: Ctx,
  tx: ScopedTx,
  media: readonly { id: string; storage_key: string }[],
): Promise<void> {
  for (const { id, storage_key } of media) {
    await enqueue(ctx.services, tx.system, ctx, { kind: 'blob', ref: id, payload: { storage_key } });
  }
}

/** Receipts of an account in both environments, newest first, at most 500. Throws `resource_not_found` for the account. */
export async function listErasuresOf(
  services: Services,
  accountId: string,
): Promise<(Erasure & { environment: Environment })[]> {
  const { id: account_id } = await getAccount(services, accountId);
  const rows = await services.store.system.all(listErasures, { account_id });
  return rows.map(({ counts, ...row }) => ({ ...row, counts: JSON.parse(counts) as Record<string, number> }));
}
