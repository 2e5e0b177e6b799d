import type { Services } from '../context/services.ts';
import { findMeta } from '../store/queries/meta.ts';
import type { MediaRow } from '../store/schema.ts';
import type { Verdict } from './finding.ts';

/** Key of `MissingMedia` in the table of facts. */
export const MISSING_MEDIA = 'missing_media';

/** Id of a media row, and the key of its object. */
export type SoughtMedia = Pick<MediaRow, 'id' | 'account_id' | 'storage_key'>;

/** Progress of the search for media without an object. The upkeep looks at some rows in each run. */
export interface MissingMedia {
  /** Id of the last row that was looked at. */
  readonly after: string;
  readonly looked: number;
  readonly missing: number;
  /** The last search that came to its end; `at` is ISO 8601. */
  readonly complete: { readonly looked: number; readonly missing: number; readonly at: string } | null;
}

/** Verdict on the objects of media, as the upkeep has found them. */
export async function examineMissingMedia({ store }: Services): Promise<Verdict> {
  const stored = await store.system.first(findMeta, { key: MISSING_MEDIA });
  if (!stored) return { state: 'ok', detail: 'not examined yet; the upkeep does it every hour' };
  const { looked, missing, complete } = JSON.parse(stored.value) as MissingMedia;
  const most = Math.max(missing, complete?.missing ?? 0);
  if (most > 0) {
    const [files, them] = most === 1 ? ['media file has', 'it'] : ['media files have', 'them'];
    const detail = `${most} ${files} no object in the storage. The log names ${them}. Restore ${them} from a backup`;
    return { state: 'failed', detail };
  }
  if (!complete) return { state: 'ok', detail: `${looked} looked at, none is missing; the search goes on` };
  return { state: 'ok', detail: `${complete.looked} looked at by ${complete.at}, none is missing` };
}
