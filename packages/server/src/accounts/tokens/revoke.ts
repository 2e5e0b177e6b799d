import { recordChange } from '../../audit/record.ts';
import { notFound } from '../../base/errors.ts';
import { type Principal, recordOf } from '../../context/principal.ts';
import type { Services } from '../../context/services.ts';
import { findToken, revokeToken as revokeRow } from '../../store/queries/tokens.ts';

/**
 * Revokes a token at once, in every process, and with an OAuth client every access token that it obtained. A revoked
 * one stays as it is. Throws `resource_not_found`.
 */
export async function revokeToken(
  services: Services,
  accountId: string,
  id: string,
  principal: Principal,
): Promise<void> {
  const of = { id, account_id: accountId };
  await services.store.transaction(async (tx) => {
    const token = await tx.first(findToken, of);
    if (!token) throw notFound('Token', id);
    await tx.run(revokeRow, { ...of, now: services.clock.now(), revoked_by: recordOf(principal) });
    const entry = { action: 'token_revoked', object_id: id, environment: token.environment } as const;
    recordChange(services, tx, { ...entry, accountId, principal });
    tx.signal('account', accountId);
  });
}
