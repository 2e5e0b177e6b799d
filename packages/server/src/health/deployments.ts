import type { Services } from '../context/services.ts';
import { ownerOf } from '../storage/key.ts';
import { findMeta, insertMeta } from '../store/queries/meta.ts';

/** Account under which each deployment marks a bucket with its id: no account has this id. */
export const MARKS = 'deployments';

const DEPLOYMENT_ID = 'deployment_id';

/** Returns whether media are in a bucket, or some still are. */
export function usesBucket({ settings }: Pick<Services, 'settings'>): boolean {
  return settings.s3Bucket !== null || settings.mediaFallback?.kind === 's3';
}

/**
 * Marks the bucket with the id of this deployment. Returns whether it has the mark of another one, whose objects look forgotten
 * from here.
 */
export async function sharesBucket({ ids, storage, store }: Services): Promise<boolean> {
  await store.transaction((tx) => tx.run(insertMeta, { key: DEPLOYMENT_ID, value: ids.uuid() }));
  const own = (await store.system.first(findMeta, { key: DEPLOYMENT_ID }))!.value;
  const marks = new Set<string>();
  for await (const { key } of storage.list({ account: MARKS })) marks.add(ownerOf(key).mediaId);
  if (!marks.has(own)) {
    async function* nothing(): AsyncGenerator<Uint8Array> {}
    await storage.put({ account: MARKS, mediaId: own }, nothing());
    // Of two deployments that mark it now, at least the later one sees both marks.
    for await (const { key } of storage.list({ account: MARKS })) marks.add(ownerOf(key).mediaId);
  }
  return marks.size > 1 || (marks.size === 1 && !marks.has(own));
}
