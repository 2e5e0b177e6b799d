import { notFound } from '../../base/errors.ts';
import { getAccount } from '../../context/account-facts.ts';
import { type RecordedPrincipal, recordedPrincipal } from '../../context/principal.ts';
import type { Services } from '../../context/services.ts';
import { findToken, listTokens } from '../../store/queries/tokens.ts';
import type { TokenRow } from '../../store/schema.ts';

/** A token as it may be shown again: all of it but the hash. */
export interface TokenFacts extends Omit<TokenRow, 'hash' | 'account_id' | 'parent_id' | 'created_by' | 'revoked_by'> {
  readonly created_by: RecordedPrincipal | null;
  readonly revoked_by: RecordedPrincipal | null;
}

export function toTokenFacts({ hash: _, account_id: __, parent_id: ___, ...facts }: TokenRow): TokenFacts {
  const { created_by, revoked_by } = facts;
  return { ...facts, created_by: recordedPrincipal(created_by), revoked_by: recordedPrincipal(revoked_by) };
}

/** API tokens and OAuth clients of an account, newest first, revoked ones too. Throws `resource_not_found`. */
export async function listTokensOf(services: Services, accountId: string): Promise<TokenFacts[]> {
  await getAccount(services, accountId);
  return (await services.store.system.all(listTokens, { account_id: accountId })).map(toTokenFacts);
}

/** An API token or OAuth client. Throws `resource_not_found`, also for access tokens that a client obtained with its credentials. */
export async function getToken(services: Services, accountId: string, id: string): Promise<TokenFacts> {
  const row = await services.store.system.first(findToken, { id, account_id: accountId });
  if (!row || row.kind === 'oauth_access') throw notFound('Token', id);
  return toTokenFacts(row);
}
