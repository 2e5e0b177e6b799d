import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { entryHash, FIRST_HASH } from '../store/audit-chain.ts';
import type { AuditEntryRow } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { openTestStore } from '../testing/store.ts';
import { allEntries, auditServices, deleteEntry, putEntry, setHead, writeEntries } from './testing/chain.ts';
import { verifyAudit } from './verify.ts';

const ENTRIES = 12;

let store: Store;
let drop: () => Promise<void>;
let whole: AuditEntryRow[];

beforeAll(async () => {
  ({ store, drop } = await openTestStore());
  await writeEntries(auditServices(store), 'acme', ENTRIES);
  await writeEntries(auditServices(store), 'other', 3);
  whole = await store.system.all(allEntries, { account_id: 'acme' });
});
afterAll(() => drop());

/** Replaces the rows of the chain. */
async function replaceAll(rows: readonly AuditEntryRow[], head = whole.at(-1)!): Promise<void> {
  await store.transaction(async (tx) => {
    for (const { number } of await tx.all(allEntries, { account_id: 'acme' })) {
      await tx.run(deleteEntry, { account_id: 'acme', number });
    }
    for (const row of rows) await tx.run(putEntry, row);
    await tx.run(setHead, { account_id: 'acme', number: head.number, hash: head.hash });
  });
}

const verdict = async (anchors: { number: number; hash: string }[] = [], account = 'acme') =>
  verifyAudit(auditServices(store), account, anchors);

/** The rows with hashes that a forger who knows the code has created again, from a number on. */
function rehashed(rows: readonly AuditEntryRow[], from: number): AuditEntryRow[] {
  let before = FIRST_HASH;
  return rows.map((row) => {
    const hash = row.number < from ? row.hash : entryHash(row, before);
    before = hash;
    return { ...row, hash };
  });
}

test('a chain that nobody has touched is whole, and so is one without entries', async () => {
  await replaceAll(whole);
  const { number, hash } = whole.at(-1)!;
  expect(await verdict()).toEqual({ entries: ENTRIES, head: { number, hash }, broken: null });
  expect(await verdict([], 'nobody')).toEqual({ entries: 0, head: { number: 0, hash: FIRST_HASH }, broken: null });
});

test('the hash equals the documented one, which others can compute', () => {
  const [first] = whole as [AuditEntryRow];
  const text = `["${FIRST_HASH}",1,1000,"operator:key","192.0.2.1","token_created","token","entry-1","acme","live","{}"]`;
  expect(first.hash).toBe(createHash('sha256').update(text).digest('hex'));
});

const columns = [
  ...(['at', 'actor', 'address', 'action', 'object_type', 'object_id', 'environment', 'details', 'hash'] as const),
];

test('any change of a column of any entry is named', async () => {
  const changes = fc.tuple(fc.nat(ENTRIES - 1), fc.constantFrom(...columns), fc.string({ unit: 'binary-ascii' }));
  await fc.assert(
    fc.asyncProperty(changes, async ([at, column, text]) => {
      const given = text.replaceAll('\0', '');
      const value = column === 'at' ? whole[at]!.at + 1 + given.length : `${whole[at]![column]}x${given}`;
      await replaceAll(whole.map((row, i) => (i === at ? { ...row, [column]: value } : row)) as AuditEntryRow[]);
      expect((await verdict()).broken).toEqual({ number: at + 1, reason: 'changed' });
    }),
    { numRuns: 60 },
  );
});

test('any removal, exchange and insertion of entries is named', async () => {
  const places = fc.tuple(fc.nat(ENTRIES - 1), fc.nat(ENTRIES - 1), fc.constantFrom('remove', 'swap', 'insert'));
  await fc.assert(
    fc.asyncProperty(places, async ([a, b, what]) => {
      const [low, high] = [Math.min(a, b), Math.max(a, b)];
      if (what === 'remove') {
        await replaceAll(whole.filter((_, i) => i < low || i > high));
        expect((await verdict()).broken).toEqual({ number: low + 1, reason: 'missing' });
      } else if (what === 'swap') {
        fc.pre(low !== high);
        const swapped = whole.map((row, i) => {
          const from = i === low ? whole[high]! : i === high ? whole[low]! : row;
          return { ...from, number: row.number };
        });
        await replaceAll(swapped);
        expect((await verdict()).broken).toEqual({ number: low + 1, reason: 'changed' });
      } else {
        const more = whole.flatMap((row, i) => (i === low ? [{ ...row, object_id: 'new' }, row] : [row]));
        await replaceAll(more.map((row, i) => ({ ...row, number: i + 1 })));
        expect((await verdict()).broken).toEqual({ number: low + 1, reason: 'changed' });
      }
    }),
    { numRuns: 60 },
  );
});

test('entries after the head, and a head of another hash, are named', async () => {
  await replaceAll(rehashed([...whole, { ...whole[0]!, number: ENTRIES + 1 }], ENTRIES + 1));
  expect((await verdict()).broken).toEqual({ number: ENTRIES + 1, reason: 'after_head' });
  await replaceAll(whole, { ...whole.at(-1)!, hash: FIRST_HASH });
  expect((await verdict()).broken).toEqual({ number: ENTRIES, reason: 'not_the_head' });
});

test('an entry whose hash was created again breaks the next one', async () => {
  const forged = whole.map((row, i) => (i === 4 ? { ...row, object_id: 'forged' } : row));
  forged[4] = { ...forged[4]!, hash: entryHash(forged[4]!, whole[3]!.hash) };
  await replaceAll(forged);
  expect((await verdict()).broken).toEqual({ number: 6, reason: 'changed' });
});

test('an anchor shows an end that was cut off, and a chain that was created again', async () => {
  const anchor = { number: ENTRIES, hash: whole.at(-1)!.hash };
  const cut = whole.slice(0, -2);
  await replaceAll(cut, cut.at(-1));
  expect((await verdict()).broken).toBeNull();
  expect((await verdict([anchor])).broken).toEqual({ number: ENTRIES - 1, reason: 'missing' });

  const forged = rehashed(
    whole.map((row, i) => (i === 4 ? { ...row, object_id: 'forged' } : row)),
    5,
  );
  await replaceAll(forged, forged.at(-1));
  expect((await verdict()).broken).toBeNull();
  expect((await verdict([anchor])).broken).toEqual({ number: ENTRIES, reason: 'not_anchored' });
  await replaceAll(whole);
  expect((await verdict([anchor, { number: 3, hash: whole[2]!.hash }])).broken).toBeNull();
});

test('entries that others add meanwhile are not a break', async () => {
  await replaceAll(whole);
  const services = auditServices(store);
  const adding = writeEntries(services, 'acme', 30, 'later');
  const verdicts = await Promise.all(Array.from({ length: 10 }, () => verdict()));
  await adding;
  expect(verdicts.map(({ broken }) => broken)).toEqual(Array(10).fill(null));
  expect(await verdict()).toMatchObject({ entries: ENTRIES + 30, broken: null });
  expect((await verdict([], 'other')).entries).toBe(3);
});
