import type { Services } from '../context/services.ts';
import { findMember } from '../store/queries/members.ts';
import { toMember } from './member.ts';

/** Names of members by their id, for those that exist. */
export async function memberNames(
  services: Pick<Services, 'master' | 'store'>,
  ids: Iterable<string>,
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const id of new Set(ids)) {
    const row = await services.store.system.first(findMember, { id });
    if (row) names.set(id, toMember(services, row).name);
  }
  return names;
}
