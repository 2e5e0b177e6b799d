import { invalid, notFound } from '../../base/errors.ts';
import { settingsOf } from '../../context/account-directory.ts';
import type { Ctx } from '../../context/ctx.ts';
import { recordOf } from '../../context/principal.ts';
import { type RuleChange, recordRule, refuseWhileWaiting, relaxes } from '../../members/four-eyes.ts';
import { updateAccount } from '../../store/queries/accounts.ts';
import type { AccountRow } from '../../store/schema.ts';
import type { ScopedTx } from '../../store/store.ts';
import type { Proposal } from './proposal.ts';
import { propose } from './propose.ts';

/**
 * Proposes that fewer decisions need two operators; another operator confirms it. Throws `validation_error` for a rule that isn't
 * laxer, for an operator without a name, and while another proposal of the account waits.
 */
export function proposeRelaxation(
  ctx: Ctx,
  { setting, after, note }: Pick<RuleChange, 'setting' | 'after'> & { readonly note: string },
): Promise<Proposal> {
  return ctx.transaction(async (tx) => {
    const before = settingsOf(await lockAccount(ctx, tx))[setting];
    if (!relaxes({ setting, before, after })) {
      throw invalid({ [setting]: [`is "${before}". Only a less strict rule can be proposed`] });
    }
    await refuseWhileWaiting(tx.system, ctx.account_id, setting);
    return propose(ctx, tx, null, { kind: 'relaxation', setting, before, after, note });
  });
}

/** Relaxes the rule as it was proposed, in the transaction that confirms it. Throws `validation_error` where it has changed since. */
export async function relaxIn(ctx: Ctx, tx: ScopedTx, { setting, before, after }: RuleChange): Promise<void> {
  const row = await lockAccount(ctx, tx);
  const now = settingsOf(row)[setting];
  if (now !== before) throw invalid({ [setting]: [`has changed to "${now}". Refuse this proposal`] });
  await refuseWhileWaiting(tx.system, ctx.account_id, setting);
  const settings = { ...(JSON.parse(row.settings) as object), [setting]: after };
  const changed_by = recordOf(ctx.principal);
  await tx.system.run(updateAccount, { ...row, settings: JSON.stringify(settings), changed_by });
  recordRule(ctx.services, tx.system, { accountId: row.id, principal: ctx.principal, setting, before, after });
  tx.system.signal('account', row.id);
}

/** One change of an account at a time. */
export async function lockAccount(ctx: Ctx, tx: ScopedTx): Promise<AccountRow> {
  const { account } = await tx.system.lock({ account: ctx.account_id });
  if (!account) throw notFound('Account', ctx.account_id);
  return account;
}
