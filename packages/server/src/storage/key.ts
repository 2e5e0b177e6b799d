import { hash } from 'node:crypto';
import { type Owner, StorageError } from './storage.ts';

/** Pattern without dots, slashes and capitals, so that no part can name another folder, even if case is ignored. */
const ID = '[0-9a-z][0-9a-z_-]{0,63}';

/** Earlier releases put the SHA-256 of the content before the id of the media, and named the folder after its first digits. */
const KEY = new RegExp(`^(${ID})/([0-9a-f]{2})/(?:\\2[0-9a-f]{62}\\.)?(${ID})$`);
const WHOLE_ID = new RegExp(`^${ID}$`);

/**
 * The key of an object: `<account>/<two hex digits>/<mediaId>`. The digits are the first of the SHA-256 of the media's id, so
 * that no folder of a disk holds all objects of an account. Throws `StorageError` when a part could lead out of its place.
 */
export function storageKey({ account, mediaId }: Owner): string {
  const key = `${account}/${hash('sha256', mediaId).slice(0, 2)}/${mediaId}`;
  ownerOf(key);
  return key;
}

/** Owner of the object that a key names, including keys of earlier releases. Throws `StorageError` for any other text. */
export function ownerOf(key: string): Owner {
  const [, account, , mediaId] = KEY.exec(key) ?? [];
  if (account === undefined || mediaId === undefined) throw new StorageError('invalid_key', 'Not a key of an object');
  return { account, mediaId };
}

/** Returns whether a text is the key of an object. */
export function isKey(text: string): boolean {
  return KEY.test(text);
}

/** Throws `StorageError` when the id can't be part of a key. */
export function assertId(id: string): void {
  if (!WHOLE_ID.test(id)) throw new StorageError('invalid_key', 'An id that cannot be part of a key');
}
