import { isDeepStrictEqual } from 'node:util';
import type { ListedRecord } from '@bonafide/verification';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../../../verification/src/testing/any-character.ts';
import { formatOf } from './formats/index.ts';
import { Intake } from './intake.ts';
import { ListRefused } from './list-refused.ts';
import type { FormatName, ReadOptions } from './options.ts';
import { type Contents, useLists } from './testing/lists.ts';
import { madeLists, madeTexts } from './testing/made-lists.ts';

const lists = useLists();
const formats = Object.keys(madeLists) as FormatName[];
const options = { list: 'test', category: 'sanction', today: '2026-09-30' } as const;

interface End {
  readonly refused?: ListRefused;
  readonly records?: readonly ListedRecord[];
  readonly warnings?: readonly string[];
}

/** Reads a list to its end or refusal. Any other error is thrown. */
async function endOf(contents: Contents, more: Partial<ReadOptions> = {}): Promise<End> {
  try {
    const { records, summary } = await lists.read(contents, { ...options, ...more });
    return { records, warnings: summary.warnings.map(({ text }) => text) };
  } catch (error) {
    if (error instanceof ListRefused) return { refused: error };
    throw error;
  }
}

const bytesOf = (format: FormatName, count: number): Record<string, Buffer> =>
  Object.fromEntries(Object.entries(madeTexts(format, count)).map(([name, text]) => [name, Buffer.from(text)]));

const share = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });

/** Number of runs of a property: opening the files of a join takes a hundred times as long as reading them. */
const runs = (format: FormatName, most: number) => ({ numRuns: format === 'opensanctions-ftm' ? most / 4 : most });

/** A share of nearly 1 too: a cut shortly before the end is the hardest to see. */
const place = fc.oneof(
  share,
  share.map((one) => 1 - one / 50),
);

describe('a file that is cut anywhere is refused, or gives the same records', () => {
  test.each(formats)('%s', async (format) => {
    const whole = bytesOf(format, 3);
    const { records } = await endOf(whole, { format });
    expect(records).toHaveLength(3);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...Object.keys(whole)), place, async (name, where) => {
        const kept = whole[name]!.subarray(0, Math.floor(whole[name]!.length * where));
        const end = await endOf({ ...whole, [name]: kept }, { format });
        if (end.refused || isDeepStrictEqual(end.records, records)) return true;
        // Nothing distinguishes a list of rows from one that ends earlier; an end within a row is seen.
        return !format.endsWith('xml') && (/[\n\r]$/.test(kept.toString('latin1')) || end.warnings!.includes(OPEN_END));
      }),
      runs(format, 60),
    );
  });
});

const OPEN_END = 'the last row has no end of line. The file may be truncated';

describe('damaged files are refused or read, and never do anything else', () => {
  test.each(formats)('%s of random bytes', async (format) => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.string({ unit: anyCharacter, maxLength: 200 }).map((text) => Buffer.from(text)),
      fc
        .array(
          fc.constantFrom('<', '>', '</', '&', '"', "'", ',', ';', '\t', '\n', '\r', '{', '}', '[', ':', 'id', '\0'),
        )
        .map((parts) => Buffer.from(parts.join(''))),
    );
    await fc.assert(
      fc.asyncProperty(bytes, async (content) => {
        await endOf({ 'l.txt': content }, { format });
      }),
      runs(format, 32),
    );
  });

  test.each(formats)('%s with bytes changed, left out, doubled and added', async (format) => {
    const whole = bytesOf(format, 2);
    const change = fc.record({
      name: fc.constantFrom(...Object.keys(whole)),
      at: share,
      length: fc.nat(40),
      by: fc.constantFrom('', '<', '>', '&', '"', ',', ';', '\n', '\r\n', '-0-', '\u2028', '\0', '{}', 'null', '0'),
      again: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        const damaged = { ...whole };
        for (const { name, at, length, by, again } of changes) {
          const bytes = damaged[name]!;
          const from = Math.floor(bytes.length * at);
          const rest = bytes.subarray(again ? from : from + length);
          damaged[name] = Buffer.concat([bytes.subarray(0, from + (again ? length : 0)), Buffer.from(by), rest]);
        }
        await endOf(damaged, { format });
      }),
      runs(format, 40),
    );
  });

  const json = fc.jsonValue({ maxDepth: 2 });
  const word = fc.constantFrom('Person', 'Passport', 'Family', 'Address', 'constructor', '__proto__', 'toString', 'Q1');
  const texts = fc.oneof(fc.array(fc.oneof(word, json)), json);
  const keys = fc.constantFrom(
    ...['name', 'alias', 'topics', 'birthDate', 'holder', 'person', 'relative', 'number', 'gender', 'passportIds'],
    ...['sanctions', 'addressEntity', 'sourceUrl', 'country', 'relationship', 'entity', 'post', 'notes'],
  );
  const thing = fc.record(
    {
      id: fc.oneof(word, json),
      schema: fc.oneof(word, json),
      caption: fc.oneof(word, json),
      first_seen: json,
      last_change: json,
      properties: fc.oneof(fc.dictionary(keys, texts), json),
    },
    { requiredKeys: ['id', 'schema', 'properties'] },
  );
  const change = fc.record({ op: fc.constantFrom('ADD', 'MOD', 'DEL', 1), entity: fc.oneof(thing, json) });

  test.each(['opensanctions-ftm', 'opensanctions-nested'] as const)(
    '%s with other values than it has',
    async (format) => {
      await fc.assert(
        fc.asyncProperty(fc.array(thing, { minLength: 1, maxLength: 5 }), fc.array(change), async (things, changes) => {
          const lines = (values: readonly unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');
          const delta = format === 'opensanctions-ftm' && changes.length > 0 && { 'd.json': lines(changes) };
          const first = madeTexts(format, 1)[
            format === 'opensanctions-ftm' ? 'entities.ftm.json' : 'targets.nested.json'
          ];
          await endOf({ 'l.json': first + lines(things), ...delta }, { format });
        }),
        runs(format, 60),
      );
    },
  );
});

describe('it does not matter in which pieces a file is read', () => {
  test.each(formats)('%s', async (format) => {
    const whole = bytesOf(format, 3);
    const { records } = await endOf(whole, { format });
    const roles: Readonly<Record<string, string>> = {
      'alt.csv': 'names',
      'add.csv': 'addresses',
      'sdn_comments.csv': 'comments',
    };
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 20 }), async (lengths) => {
        const parts = Object.entries(whole).map(([name, bytes]) => ({
          role: roles[name] ?? 'main',
          source: { name, read: () => inPieces(bytes, lengths) },
        }));
        const found: ListedRecord[] = [];
        const intake = new Intake(async (record) => void found.push(record));
        await formatOf(format)!.read(parts, intake, { ...options, format });
        expect(found).toEqual(records);
      }),
      runs(format, 8),
    );
  });
});

async function* inPieces(bytes: Buffer, lengths: readonly number[]): AsyncGenerator<Buffer> {
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const length = lengths[i % lengths.length]!;
    yield bytes.subarray(at, at + length);
    at += length;
  }
}
