import { Readable } from 'node:stream';
import { buildNameIndex, searchNames } from '@bonafide/verification';
import pino from 'pino';
import { expect, test } from 'vitest';
import type { Services } from '../../context/services.ts';
import type { Storage } from '../../storage/storage.ts';
import type { ScreeningSetRow } from '../../store/schema.ts';
import { Signals } from '../../store/signals.ts';
import type { Store } from '../../store/store.ts';
import { TestClock } from '../../testing/clock.ts';
import { type LoadedSet, ScreeningSets } from './sets.ts';

const indexOf = (full: string) =>
  buildNameIndex([{ ordinal: 0, kind: 'person', names: [{ full, quality: 'strong' }], ids: [] }]);

/** Sets of a store and a storage that the test breaks. */
function opened() {
  const clock = new TestClock();
  const signals = new Signals();
  const files = new Map<string, Uint8Array>();
  let row: ScreeningSetRow | undefined;
  let reads = 0;
  const store = {
    system: { first: async () => row },
    onSignal: signals.on.bind(signals),
  } as unknown as Store;
  const storage = {
    async get(key: string) {
      reads += 1;
      const bytes = files.get(key);
      if (!bytes) throw new Error(`No object ${key}`);
      return Readable.from([Buffer.from(bytes)]);
    },
  } as unknown as Storage;
  const log = pino({ level: 'silent' });
  // Without other services: no test has an index of another release.
  const sets = new ScreeningSets({ store, storage, clock, log } as unknown as Services);
  return {
    clock,
    sets,
    reads: () => reads,
    activate(number: number, name: string, { lost = false } = {}) {
      const bytes = indexOf(name);
      const key = `set-${number}`;
      if (!lost) files.set(key, bytes);
      row = {
        number,
        versions: '[]',
        sha256: key,
        storage_key: key,
        size: bytes.length,
        cause: 'activation',
        created_at: clock.now(),
        created_by: 'operator:x',
      };
      signals.emit('screening_set', String(number));
    },
    restore: (number: number, name: string) => files.set(`set-${number}`, indexOf(name)),
  };
}

const finds = (set: LoadedSet | undefined, full: string) =>
  set?.index ? searchNames(set.index, { names: [{ full }] }).candidates.length : null;

test('nothing is loaded before the first search, and each set once', async () => {
  const { sets, activate, reads } = opened();
  expect([await sets.active(), sets.loadedNumber]).toEqual([undefined, null]);
  activate(1, 'Iskra Novak');
  expect([reads(), sets.loadedNumber]).toEqual([0, null]);
  const found = await Promise.all([sets.active(), sets.active(), sets.active()]);
  expect([found.map((set) => finds(set, 'Iskra Novak')), reads(), sets.loadedNumber]).toEqual([[1, 1, 1], 1, 1]);
});

test('a search keeps the set that it began with', async () => {
  const { sets, activate } = opened();
  activate(1, 'Iskra Novak');
  const before = await sets.active();
  activate(2, 'Bor Zaletelj');
  const after = await sets.active();
  expect([before?.number, finds(before, 'Iskra Novak'), finds(before, 'Bor Zaletelj')]).toEqual([1, 1, 0]);
  expect([after?.number, finds(after, 'Iskra Novak'), finds(after, 'Bor Zaletelj')]).toEqual([2, 0, 1]);
});

test('a process that cannot load the active set searches the previous one for a minute, and no longer', async () => {
  const { sets, activate, clock, restore } = opened();
  activate(1, 'Iskra Novak');
  await sets.active();
  activate(2, 'Bor Zaletelj', { lost: true });
  expect((await sets.active())?.number).toBe(1);
  clock.advance(59_999);
  expect((await sets.active())?.number).toBe(1);
  clock.advance(1);
  await expect(sets.active()).rejects.toThrow('No object set-2');
  restore(2, 'Bor Zaletelj');
  expect((await sets.active())?.number).toBe(2);
});

test('a process that has no set before throws at once', async () => {
  const { sets, activate } = opened();
  activate(1, 'Iskra Novak', { lost: true });
  await expect(sets.active()).rejects.toThrow('No object set-1');
});
