import { posix } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkOwner, ownerOf, storageKey } from './key.ts';
import { StorageError } from './storage.ts';

const sha256 = 'ab'.repeat(32);
const id = fc.stringMatching(/^[0-9a-z][0-9a-z_-]{0,63}$/);
const hex = fc.stringMatching(/^[0-9a-f]{64}$/);

describe('key of an object', () => {
  it('names account, content and media', () => {
    expect(storageKey({ account: 'acme', mediaId: 'm-1' }, sha256)).toBe(`acme/ab/${sha256}.m-1`);
  });

  it('leads back to its owner and stays below the folder', () => {
    fc.assert(
      fc.property(id, id, hex, (account, mediaId, digest) => {
        const key = storageKey({ account, mediaId }, digest);
        expect(ownerOf(key)).toEqual({ account, mediaId });
        expect(posix.normalize(`/data/${key}`)).toBe(`/data/${key}`);
      }),
    );
  });

  const hostile = ['', '.', '..', '../x', '/etc', 'a/b', 'a\\b', 'a.b', 'A', 'a\0', 'a\n', '-a', 'ä', 'a'.repeat(65)];
  it.each(hostile)('is not made of the id %j', (bad) => {
    expect(() => storageKey({ account: bad, mediaId: 'm' }, sha256)).toThrow(StorageError);
    expect(() => storageKey({ account: 'a', mediaId: bad }, sha256)).toThrow(StorageError);
    expect(() => checkOwner({ account: bad, mediaId: 'm' })).toThrow(StorageError);
    expect(() => checkOwner({ account: 'a', mediaId: bad })).toThrow(StorageError);
  });

  it.each([
    '',
    '../../etc/passwd',
    `acme/ab/${sha256}`,
    `acme/ab/${sha256}.`,
    `acme/cd/${sha256}.m`,
    `acme/ab/${sha256.toUpperCase()}.m`,
    `acme/ab/../${sha256}.m`,
    `/acme/ab/${sha256}.m`,
    `acme/ab/${sha256}.m/../../../x`,
    `acme/ab/${sha256}.m\n`,
    `x\nacme/ab/${sha256}.m`,
  ])('is not %j', (key) => {
    expect(() => ownerOf(key)).toThrow(StorageError);
  });
});
