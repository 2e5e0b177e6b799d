import type { ListedRecord } from '@bonafide/verification';
import { describe, expect, test } from 'vitest';
import { hasTestFiles, testFile } from '../../../verification/src/testing/data.ts';
import type { ListFile, ReadOptions } from './options.ts';
import { readList } from './read-list.ts';

const open = (name: string): ListFile => ({ name, path: testFile(`watchlists/${name}`) });

async function read(names: readonly string[], options: Partial<ReadOptions> = {}) {
  const records: ListedRecord[] = [];
  const summary = await readList(names.map(open), { list: 'test', ...options }, async (record) => {
    records.push(record);
  });
  return { summary, records, people: records.filter(({ kind }) => kind === 'person') };
}

const born = (people: readonly ListedRecord[]) => people.filter(({ births }) => births.length > 0).length;

describe.skipIf(!hasTestFiles('watchlists/ofac_sdn.csv'))('the published lists (needs TEST_DATA)', () => {
  test('OFAC: every entry, other name and birth date', async () => {
    const files = ['ofac_sdn.csv', 'ofac_alt.csv', 'ofac_add.csv', 'ofac_sdn_comments.csv'];
    const { summary, people, records } = await read(files);
    expect(summary).toMatchObject({
      format: 'ofac-csv',
      records: 7379,
      kinds: { person: 3845, organisation: 2994, vessel: 323, aircraft: 217 },
      counts: { 'other names of people': 5219, 'other names of others': 4463 },
      skipped: {},
      unusable: { names: 0, births: 0 },
      warnings: [
        { text: 'the last row has no end of line. The file may be truncated', count: 3 },
        { text: 'comments refer to an entry that does not exist', count: 10 },
      ],
    });
    expect(born(people)).toBe(3662);
    const terrorist = records.find(({ source_id }) => source_id === '2674');
    expect(terrorist).toMatchObject({
      names: expect.arrayContaining([
        expect.objectContaining({ full: 'ZAYDAN, Muhammad', family: 'ZAYDAN', given: 'Muhammad', type: 'alias' }),
      ]),
    });
  });

  test('UN: every entry, other name and birth date', async () => {
    const { summary, people } = await read(['un_consolidated.xml']);
    expect(summary).toMatchObject({
      format: 'un-xml',
      published: '2026-02-27',
      records: 1003,
      kinds: { person: 730, organisation: 273 },
      counts: { 'alternative names of quality Good': 1524, 'alternative names of quality Low': 615 },
      skipped: {},
      unusable: { names: 0, births: 0 },
      warnings: [],
    });
    expect(born(people)).toBe(677);
    const scripts = people.filter(({ names }) => names.some(({ type }) => type === 'original_script'));
    expect(scripts).toHaveLength(336);
    expect(people.filter(({ un_reference }) => /^[A-Z][A-Za-z]{2}\.\d{3}$/.test(un_reference ?? ''))).toHaveLength(730);
  });

  test('BIS: every order that has not ended by the day of the import', async () => {
    const { summary, records } = await read(['bis_denied_persons.txt'], { today: '2020-01-01' });
    // The file has 546 rows, and 5 of them repeat another one.
    expect(summary).toMatchObject({ format: 'bis-dpl', kinds: { unknown: summary.records } });
    expect(summary.records + summary.skipped['orders that have expired']!).toBeGreaterThanOrEqual(541);
    expect(records.every(({ categories }) => categories.join() === 'warning')).toBe(true);
    const all = await read(['bis_denied_persons.txt']);
    expect(all.summary).toMatchObject({ records: 541, skipped: {} });
    expect(all.summary.published).toBeUndefined();
  });

  test('office holders are refused without identifiers', async () => {
    const map = {
      full_name: 'name',
      first_name: 'given_name',
      last_name: 'family_name',
      place_of_birth: 'remarks',
    };
    await expect(read(['pep_us_congress.csv'], { format: 'csv', category: 'pep', map })).rejects.toThrow(
      'pep_us_congress.csv, line 1: the column id is missing',
    );
  });
});
