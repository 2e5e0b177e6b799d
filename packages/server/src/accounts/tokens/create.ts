import { recordChange } from '../../audit/record.ts';
import { notFound } from '../../base/errors.ts';
import type { Principal } from '../../context/principal.ts';
import type { Services } from '../../context/services.ts';
import type { TokenRow } from '../../store/schema.ts';
import type { SystemTx } from '../../store/store.ts';
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
    recordTokenCreated(services, tx, row, input.principal);
    return { secret, token: toTokenFacts(row) };
  });
}

/** Records the creation of a token in the audit log. */
export function recordTokenCreated(services: Services, tx: SystemTx, row: TokenRow, principal: Principal): void {
  const { id, account_id: accountId, environment, kind, permission } = row;
  const entry = { action: 'token_created', object_id: id, details: { kind, permission } } as const;
  recordChange(services, tx, { ...entry, accountId, environment, principal });
}
