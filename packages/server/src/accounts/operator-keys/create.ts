import { recordChange } from '../../audit/record.ts';
import { type Principal, recordOf } from '../../context/principal.ts';
import type { Services } from '../../context/services.ts';
import { insertOperatorKey } from '../../store/queries/operator-keys.ts';
import type { OperatorKeyRow } from '../../store/schema.ts';
import { operatorKeyHash } from './directory.ts';
import { type OperatorKeyFacts, toOperatorKeyFacts } from './list.ts';

/** 256 bits: a fast keyed hash is enough to store it by. */
const SECRET_BYTES = 32;

/** Prefix by which scanners of logs and repositories recognise the secret. */
const MARK = 'bfo_';

/** Characters of the secret that are kept openly, with its last four, to recognise it by. */
const PREFIX_LENGTH = MARK.length + 4;

/** Makes an operator key, which opens the operator interface of every process. `secret` is shown this once. */
export async function createOperatorKey(
  services: Services,
  name: string,
  principal: Principal,
): Promise<{ secret: string; key: OperatorKeyFacts }> {
  const { clock, ids, master, store } = services;
  const secret = MARK + ids.secret(SECRET_BYTES);
  const row: OperatorKeyRow = {
    id: ids.uuid(),
    name,
    source: 'created',
    hash: operatorKeyHash(master, secret),
    prefix: secret.slice(0, PREFIX_LENGTH),
    last_four: secret.slice(-4),
    created_at: clock.now(),
    created_by: recordOf(principal),
    last_used_at: null,
    revoked_at: null,
    revoked_by: null,
  };
  await store.transaction(async (tx) => {
    await tx.run(insertOperatorKey, row);
    recordChange(services, tx, { action: 'operator_key_created', object_id: row.id, principal });
  });
  return { secret, key: toOperatorKeyFacts(services, row) };
}
