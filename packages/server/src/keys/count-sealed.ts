import { headOf } from '../crypto/vault.ts';
import { resealings } from '../store/queries/reseal.ts';
import type { SystemReader } from '../store/store.ts';

/** Number of rows of an account by the version of the key that has sealed them. */
export async function countByKey(
  reader: SystemReader,
  account_id: string,
  keys: readonly { readonly version: number }[],
): Promise<ReadonlyMap<number, number>> {
  const counts = new Map<number, number>();
  for (const { version } of keys) {
    for (const { count } of resealings) {
      const n = Number((await reader.first(count, { account_id, head: headOf(version) }))?.n ?? 0);
      counts.set(version, (counts.get(version) ?? 0) + n);
    }
  }
  return counts;
}
