import { deleteMemberSessions } from '../store/queries/members.ts';
import type { SystemTx } from '../store/store.ts';

/** Ends the sessions of a member but one; `except` is its id. Open pages of every process learn of it after the commit. */
export async function endSessions(tx: SystemTx, memberId: string, { except = '' } = {}): Promise<void> {
  await tx.run(deleteMemberSessions, { member_id: memberId, except });
  noteMember(tx, memberId);
}

/** Sends to every process, after the commit, that sessions or roles of a member have changed. */
export function noteMember(tx: SystemTx, memberId: string): void {
  tx.signal('member', memberId);
}
