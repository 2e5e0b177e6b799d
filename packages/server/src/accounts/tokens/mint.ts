import { type Principal, recordOf } from '../../context/principal.ts';
import type { Services } from '../../context/services.ts';
import { insertToken } from '../../store/queries/tokens.ts';
import type { Environment, TokenRow } from '../../store/schema.ts';
import type { SystemTx } from '../../store/store.ts';
import { hintOf, tokenPrefix } from './region.ts';
import { tokenHash } from './token-hash.ts';

/** Size of a secret: with 256 bits it can't be guessed, so that a fast keyed hash is enough to store it. */
const SECRET_BYTES = 32;

export interface MintInput {
  accountId: string;
  environment: Environment;
  kind: TokenRow['kind'];
  name: string;
  permission?: TokenRow['permission'];
  parentId?: string;
  expiresAt?: number;
  /** Principal who makes it. */
  principal: Principal;
}

/** Makes a token. `secret` is shown once: only its hash is kept. */
export async function mintToken(
  services: Services,
  tx: SystemTx,
  input: MintInput,
): Promise<{ secret: string; row: TokenRow }> {
  const { clock, ids, master, settings } = services;
  const prefix = input.kind === 'api' ? tokenPrefix(input.environment, settings.region) : '';
  const secret = prefix + ids.secret(SECRET_BYTES);
  const row: TokenRow = {
    id: ids.uuid(),
    account_id: input.accountId,
    environment: input.environment,
    kind: input.kind,
    hash: tokenHash(master, secret),
    hint: hintOf(secret),
    name: input.name,
    permission: input.permission ?? 'read_write',
    parent_id: input.parentId ?? null,
    created_at: clock.now(),
    expires_at: input.expiresAt ?? null,
    revoked_at: null,
    last_used_at: null,
    created_by: recordOf(input.principal),
    revoked_by: null,
  };
  await tx.run(insertToken, row);
  return { secret, row };
}
