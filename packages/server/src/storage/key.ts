import { type Owner, StorageError } from './storage.ts';

/** Without dots, slashes and capitals, so that no part can name another folder, also where case is ignored. */
const ID = '[0-9a-z][0-9a-z_-]{0,63}';
const KEY = new RegExp(`^(${ID})/([0-9a-f]{2})/(\\2[0-9a-f]{62})\\.(${ID})$`);
const WHOLE_ID = new RegExp(`^${ID}$`);

/** The key of an object. Throws `StorageError` when a part could lead out of its place. */
export function storageKey({ account, mediaId }: Owner, sha256: string): string {
  const key = `${account}/${sha256.slice(0, 2)}/${sha256}.${mediaId}`;
  ownerOf(key);
  return key;
}

/** Whose object a key names. Throws `StorageError` when it is no key. */
export function ownerOf(key: string): Owner {
  const [, account, , , mediaId] = KEY.exec(key) ?? [];
  if (account === undefined || mediaId === undefined) throw new StorageError('invalid_key', 'Not a key of an object');
  return { account, mediaId };
}

/** Throws `StorageError` when one of the ids can't be part of a key. */
export function checkOwner({ account, mediaId }: Owner): void {
  for (const id of [account, mediaId]) checkId(id);
}

/** Throws `StorageError` when the id can't be part of a key. */
export function checkId(id: string): void {
  if (!WHOLE_ID.test(id)) throw new StorageError('invalid_key', 'An id that cannot be part of a key');
}
