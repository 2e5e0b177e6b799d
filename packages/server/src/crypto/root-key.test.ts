import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { masterKey } from './keys.ts';
import { openStoredRoot, storeRoot, wrapRoot } from './root-key.ts';

it('opens the keys of a deployment with any of its master keys, and with no other', () => {
  const [root, base, first, second, stranger] = Array.from({ length: 5 }, () => randomBytes(32)) as Buffer[];
  const masters = [first!, second!].map((secret) => wrapRoot(masterKey(secret), root!, 0));
  const stored = JSON.parse(JSON.stringify(storeRoot(root!, base!, masters)));
  for (const secret of [first!, second!]) {
    expect(openStoredRoot(stored, secret)?.derive('backup')).toEqual(masterKey(base!).derive('backup'));
  }
  expect(openStoredRoot(stored, stranger!)).toBeUndefined();
  const { wrapped } = stored.masters[0];
  stored.masters[1] = { ...stored.masters[1], wrapped };
  expect(() => openStoredRoot(stored, second!)).toThrow();
});
