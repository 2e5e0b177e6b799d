import { listTokens } from '../../store/queries/tokens.ts';
import type { TokenRow } from '../../store/schema.ts';
import { getAccount } from '../accounts/list.ts';
import type { Services } from '../services.ts';

/** A token as it may be shown again: all of it but the hash. */
export type TokenFacts = Omit<TokenRow, 'hash' | 'account_id' | 'parent_id'>;

export function toTokenFacts({ hash: _, account_id: __, parent_id: ___, ...facts }: TokenRow): TokenFacts {
  return facts;
}

/** API tokens and OAuth clients of an account, newest first, revoked ones too. Throws `resource_not_found`. */
export async function listTokensOf(services: Services, accountId: string): Promise<TokenFacts[]> {
  await getAccount(services, accountId);
  return (await services.store.system.all(listTokens, { account_id: accountId })).map(toTokenFacts);
}
