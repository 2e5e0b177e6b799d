import { type RecordedPrincipal, recordedPrincipal } from '../../context/principal.ts';
import type { Services } from '../../context/services.ts';
import { listOperatorKeys } from '../../store/queries/operator-keys.ts';
import type { OperatorKeyRow } from '../../store/schema.ts';

/** An operator key as it is shown: all of it but the hash. */
export interface OperatorKeyFacts extends Omit<OperatorKeyRow, 'hash' | 'created_by' | 'revoked_by'> {
  /** True if it opens the operator interface of this process. */
  readonly active: boolean;
  readonly created_by: RecordedPrincipal | null;
  readonly revoked_by: RecordedPrincipal | null;
}

export function toOperatorKeyFacts({ operatorKeys }: Pick<Services, 'operatorKeys'>, row: OperatorKeyRow) {
  const { hash: _, created_by, revoked_by, ...facts } = row;
  return {
    ...facts,
    active: operatorKeys.isActive(row),
    created_by: recordedPrincipal(created_by),
    revoked_by: recordedPrincipal(revoked_by),
  } satisfies OperatorKeyFacts;
}

/** All operator keys, newest first, revoked ones too. */
export async function listOperatorKeysOf(services: Services): Promise<OperatorKeyFacts[]> {
  await services.operatorKeys.flush();
  const rows = await services.store.system.all(listOperatorKeys, {});
  return rows.map((row) => toOperatorKeyFacts(services, row));
}
