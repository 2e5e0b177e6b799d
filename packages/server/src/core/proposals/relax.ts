import { invalid, notFound } from '../../base/errors.ts';
import { updateAccount } from '../../store/queries/accounts.ts';
import type { AccountRow } from '../../store/schema.ts';
import type { ScopedTx } from '../../store/store.ts';
import { settingsOf } from '../accounts/directory.ts';
import type { Ctx } from '../ctx.ts';
import { recordOf } from '../principal.ts';
import { type FourEyes, type RuleChange, recordRule, refuseWhileWaiting, relaxes } from './four-eyes.ts';
import type { Proposal } from './proposal.ts';
import { propose } from './propose.ts';

/**
 * Proposes that fewer decisions need two operators; another operator confirms it. Throws `validation_error` for a rule that isn't
 * laxer, for an operator without a name, and while another proposal of the account waits.
 */
export function proposeRelaxation(
  ctx: Ctx,
  { after, note }: { readonly after: FourEyes; readonly note: string },
): Promise<Proposal> {
  return ctx.transaction(async (tx) => {
    const { screening_four_eyes: before } = settingsOf(await lockAccount(ctx, tx));
    if (!relaxes({ before, after })) {
      throw invalid({ screening_four_eyes: [`is "${before}": only a laxer rule is proposed`] });
    }
    await refuseWhileWaiting(tx.system, ctx.account_id);
    return propose(ctx, tx, null, { kind: 'relaxation', before, after, note });
  });
}

/** Relaxes the rule as it was proposed, in the transaction that confirms it. Throws `validation_error` where it has changed since. */
export async function relaxIn(ctx: Ctx, tx: ScopedTx, { before, after }: RuleChange): Promise<void> {
  const row = await lockAccount(ctx, tx);
  const { screening_four_eyes: now } = settingsOf(row);
  if (now !== before) throw invalid({ screening_four_eyes: [`is "${now}" by now: refuse this proposal`] });
  await refuseWhileWaiting(tx.system, ctx.account_id);
  const settings = { ...(JSON.parse(row.settings) as object), screening_four_eyes: after };
  const changed_by = recordOf(ctx.principal);
  await tx.system.run(updateAccount, { ...row, settings: JSON.stringify(settings), changed_by });
  recordRule(ctx.services, tx.system, { accountId: row.id, principal: ctx.principal, before, after });
  tx.system.signal('account', row.id);
}

/** One change of an account at a time. */
export async function lockAccount(ctx: Ctx, tx: ScopedTx): Promise<AccountRow> {
  const { account } = await tx.system.lock({ account: ctx.account_id });
  if (!account) throw notFound('Account', ctx.account_id);
  return account;
}
