import type { Ctx } from '../../context/ctx.ts';
import { type PublishedData, publishIn, requireNewVersion } from '../../workflows/published.ts';
import type { Proposal } from './proposal.ts';
import { propose } from './propose.ts';
import { lockAccount } from './relax.ts';

/**
 * Publishes a version of a workflow for the account, in one environment: new runs begin with it. In live under four eyes it waits for a
 * second person, since a workflow decides about people; then returns the proposal, else null. Throws `validation_error` for a version that is
 * not above all others.
 */
export function requestPublication(
  ctx: Ctx,
  { note, ...published }: PublishedData & { readonly note: string },
): Promise<Proposal | null> {
  return ctx.transaction(async (tx) => {
    await lockAccount(ctx, tx);
    if (ctx.sandbox || ctx.account.settings.decision_four_eyes === 'off') {
      await publishIn(ctx, tx, published);
      return null;
    }
    await requireNewVersion(ctx, tx, published.workflow);
    return propose(ctx, tx, null, { kind: 'publication', note, ...published });
  });
}
