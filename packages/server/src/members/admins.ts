import { notFound, problem } from '../base/errors.ts';
import type { Services } from '../context/services.ts';
import { listAccounts } from '../store/queries/accounts.ts';
import { findMember, findMembership, listMemberships } from '../store/queries/members.ts';
import type { InvitationRow } from '../store/schema.ts';
import type { SystemReader } from '../store/store.ts';

/** The accounts that a member administrates, by their ids. */
async function administratedBy(read: SystemReader, memberId: string): Promise<ReadonlySet<string>> {
  const memberships = await read.all(listMemberships, { member_id: memberId });
  return new Set(memberships.filter(({ role }) => role === 'admin').map(({ account_id }) => account_id));
}

/** Returns whether a member administrates every account of another one, who has at least one. */
async function administratesAllOf(read: SystemReader, adminId: string, memberId: string): Promise<boolean> {
  const own = await administratedBy(read, adminId);
  const accounts = await read.all(listMemberships, { member_id: memberId });
  return accounts.length > 0 && accounts.every(({ account_id }) => own.has(account_id));
}

/**
 * Throws `not_permitted` unless an administrator may give a member new ways to sign in, or disable them: they must administrate
 * all accounts of the member, or they would act in one of others. Throws `resource_not_found`.
 *
 * @param read the transaction that has locked the member, so that the member joins no account meanwhile
 */
export async function assertMayReset(
  read: SystemReader,
  adminId: string,
  accountId: string,
  memberId: string,
): Promise<void> {
  if (!(await read.first(findMembership, { account_id: accountId, member_id: memberId }))) {
    throw notFound('Member', memberId);
  }
  if (!(await administratesAllOf(read, adminId, memberId))) throw problem('not_permitted');
}

/**
 * Returns whether a reset still counts. An administrator's reset ends when its member joins an account of others, and when the
 * administrator leaves one. An operator's reset counts until it expires.
 */
export async function mayStillReset(
  read: SystemReader,
  { created_by, member_id }: Pick<InvitationRow, 'created_by' | 'member_id'>,
): Promise<boolean> {
  const [kind, id = ''] = created_by.split(':');
  if (kind !== 'member' || member_id === null) return true;
  const admin = await read.first(findMember, { id });
  return admin?.disabled_at === null && administratesAllOf(read, id, member_id);
}

/** Returns whether a member administrates every account of the deployment, and so may change shared data. */
export async function isAdminOfAll({ store }: Services, memberId: string): Promise<boolean> {
  const own = await administratedBy(store.system, memberId);
  const accounts = await store.system.all(listAccounts, {});
  return accounts.every(({ id }) => own.has(id));
}
