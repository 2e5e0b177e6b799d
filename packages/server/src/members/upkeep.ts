import { dropMemberNotices } from '../store/queries/member-notices.ts';
import { deleteExpiredSessions, dropFailedSignIns } from '../store/queries/members.ts';
import { deleteExpiredChallenges, dropMemberDevices } from '../store/queries/sign-in-ways.ts';
import type { SystemTx } from '../store/store.ts';
import { FORGOTTEN_MS } from './delays.ts';
import { DEVICE_FORGOTTEN_MS } from './devices.ts';
import { NOTICE_KEPT_MS } from './notices.ts';

/** Deletes sessions and challenges that have ended, and counts of failures and notices that are old. */
export async function dropEndedSignIns(tx: SystemTx, now: number): Promise<void> {
  await tx.run(deleteExpiredSessions, { before: now });
  await tx.run(deleteExpiredChallenges, { before: now });
  await tx.run(dropMemberDevices, { before: now - DEVICE_FORGOTTEN_MS });
  await tx.run(dropMemberNotices, { before: now - NOTICE_KEPT_MS });
  await tx.run(dropFailedSignIns, { before: now - FORGOTTEN_MS });
}
