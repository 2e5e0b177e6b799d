import { posix } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assertId, ownerOf, storageKey } from './key.ts';
import { StorageError } from './storage.ts';

const sha256 = 'ab'.repeat(32);
const id = fc.stringMatching(/^[0-9a-z][0-9a-z_-]{0,63}$/);
const hex = fc.stringMatching(/^[0-9a-f]{64}$/);

describe('key of an object', () => {
  it('names account and media', () => {
    expect(storageKey({ account: 'acme', mediaId: 'm-1' })).toBe('acme/a4/m-1');
    expect(ownerOf('acme/a4/m-1')).toEqual({ account: 'acme', mediaId: 'm-1' });
  });

  it('leads back to its owner and stays below the folder', () => {
    fc.assert(
      fc.property(id, id, hex, (account, mediaId, digest) => {
        const key = storageKey({ account, mediaId });
        expect(ownerOf(key)).toEqual({ account, mediaId });
        const earlier = `${account}/${digest.slice(0, 2)}/${digest}.${mediaId}`;
        expect(ownerOf(earlier)).toEqual({ account, mediaId });
        expect(posix.normalize(`/data/${key}`)).toBe(`/data/${key}`);
      }),
    );
  });

  const hostile = ['', '.', '..', '../x', '/etc', 'a/b', 'a\\b', 'a.b', 'A', 'a\0', 'a\n', '-a', 'ä', 'a'.repeat(65)];
  it.each(hostile)('is not made of the id %j', (bad) => {
    expect(() => storageKey({ account: bad, mediaId: 'm' })).toThrow(StorageError);
    expect(() => storageKey({ account: 'a', mediaId: bad })).toThrow(StorageError);
    expect(() => assertId(bad)).toThrow(StorageError);
  });

  it.each([
    '',
    '../../etc/passwd',
    'acme/m',
    'acme/abc/m',
    'acme/AB/m',
    'acme/ab/m/../../../x',
    'acme/ab/m\n',
    `acme/ab/${sha256}0`,
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
