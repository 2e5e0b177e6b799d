import { listMembersOf } from '../store/queries/members.ts';
import type { MemberRow } from '../store/schema.ts';
import type { SystemReader } from '../store/store.ts';
import type { Ctx } from './ctx.ts';
import { verdictOn } from './permissions.ts';

/** Members who may decide reports of the environment, the earliest first. */
export async function decidersOf(ctx: Ctx, read: SystemReader): Promise<MemberRow[]> {
  const { environment, account } = ctx;
  const { settings } = account;
  const rows = await read.all(listMembersOf, { account_id: account.id });
  return rows.filter(
    ({ role, disabled_at }) =>
      disabled_at === null &&
      verdictOn('report.decide', { role, environment, settings, proved: false }) === 'permitted',
  );
}
