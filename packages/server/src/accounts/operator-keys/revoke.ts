import { recordChange } from '../../audit/record.ts';
import { invalid, notFound } from '../../base/errors.ts';
import { type Principal, recordOf } from '../../context/principal.ts';
import type { Services } from '../../context/services.ts';
import { revokeOperatorKey as revokeRow } from '../../store/queries/operator-keys.ts';

/**
 * Revokes an operator key: at once in this process, within seconds in others. A revoked one stays as it is. Throws
 * `resource_not_found`, and `validation_error` for the last active key, without which no operator could come in.
 */
export async function revokeOperatorKey(services: Services, id: string, principal: Principal): Promise<void> {
  const { clock, operatorKeys, store } = services;
  await store.transaction(async (tx) => {
    const { operatorKeys: keys } = await tx.lock({ operatorKeys: true });
    if (!keys.some((key) => key.id === id)) throw notFound('OperatorKey', id);
    const active = keys.filter((key) => operatorKeys.isActive(key));
    if (active.length === 1 && active[0]?.id === id) {
      throw invalid({ id: ['is the last active operator key. Create another key first'] });
    }
    await tx.run(revokeRow, { id, revoked_at: clock.now(), revoked_by: recordOf(principal) });
    recordChange(services, tx, { action: 'operator_key_revoked', object_id: id, principal });
    tx.signal('operator_key', id);
  });
}
