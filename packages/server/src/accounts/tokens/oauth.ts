import { problem } from '../../base/errors.ts';
import { tokenPrincipal } from '../../context/principal.ts';
import type { Services } from '../../context/services.ts';
import { findTokenByHash } from '../../store/queries/tokens.ts';
import { mintToken } from './mint.ts';
import { tokenHash } from './token-hash.ts';

/** An hour (contract 1.6); clients fetch a new one 30 s before the end. */
export const ACCESS_TOKEN_SECONDS = 3600;

/**
 * An access token for a client's id and secret; it stands for the client's account and environment. Throws
 * `authorization_error` for wrong or revoked credentials, `account_disabled`.
 */
export async function exchangeClientCredentials(services: Services, id: string, secret: string): Promise<string> {
  const { accounts, clock, master, store } = services;
  const hash = tokenHash(master, secret);
  const client = await store.system.first(findTokenByHash, { hash });
  // The id is not a secret, and who sent the right hash knew the secret: nothing here is worth timing.
  if (client?.kind !== 'oauth_client' || client.revoked_at !== null || client.id !== id) {
    throw problem('authorization_error', { message: 'Authorization error: wrong client credentials' });
  }
  if (!(await accounts.find(client.account_id))?.settings.enabled) throw problem('account_disabled');
  const { secret: token } = await store.transaction((tx) =>
    mintToken(services, tx, {
      accountId: client.account_id,
      environment: client.environment,
      kind: 'oauth_access',
      name: client.name,
      permission: client.permission,
      parentId: client.id,
      principal: tokenPrincipal(client),
      expiresAt: clock.now() + ACCESS_TOKEN_SECONDS * 1000,
    }),
  );
  return token;
}
