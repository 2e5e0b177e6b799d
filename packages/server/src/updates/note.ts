import type { Ctx } from '../context/ctx.ts';
import type { SystemTx } from '../store/store.ts';
import { encodeUpdate, type UpdateKind } from './update.ts';

/**
 * Sends an update to open pages of every process, after the commit. Checks carry no id: the checks of a busy account then make
 * one signal that waits to be sent, however many they are.
 */
export function noteUpdate(
  ctx: Ctx,
  tx: { readonly system: SystemTx },
  kind: UpdateKind,
  id: string | null = null,
): void {
  tx.system.signal('update', encodeUpdate({ account: ctx.account_id, environment: ctx.environment, kind, id }));
}

/** Sends an update of data that all accounts share. */
export function noteSharedUpdate(tx: SystemTx, kind: UpdateKind): void {
  tx.signal('update', encodeUpdate({ account: null, environment: null, kind, id: null }));
}
