import { notFound } from '../../base/errors.ts';
import type { Services } from '../services.ts';
import { type TokenFacts, toTokenFacts } from './list.ts';
import { type MintInput, mintToken } from './mint.ts';

/** Makes a token of an account; its `secret` is shown this once. Throws `resource_not_found`. */
export async function createToken(
  services: Services,
  input: MintInput & { kind: 'api' | 'oauth_client' },
): Promise<{ secret: string; token: TokenFacts }> {
  return services.store.transaction(async (tx) => {
    if (!(await tx.lock({ account: input.accountId })).account) throw notFound('Account', input.accountId);
    const { secret, row } = await mintToken(services, tx, input);
    return { secret, token: toTokenFacts(row) };
  });
}
