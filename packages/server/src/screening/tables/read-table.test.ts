import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readTable, type TableOptions } from './read-table.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bonafide-table-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const secret = Buffer.alloc(32, 7).toString('base64');
const options: TableOptions = { kind: 'electoral', country: 'GBR', table: 1, secret };
const staging = () => join(folder, 'hashes');

function read(csv: string, more: Partial<TableOptions> = {}) {
  const path = join(folder, 'given');
  writeFileSync(path, csv);
  return readTable({ name: 'roll.csv', path }, { ...options, ...more }, staging());
}

const lines = () => readFileSync(staging(), 'latin1').trimEnd().split('\n');

const roll = `given_name,family_name,date_of_birth,address_line,town,postcode
Iskra,Vrtovec,1980-04-01,"Flat 2, 14 Clapham Road",London,SW4 6EH
,Vrtovec,,"Flat 2, 14 Clapham Road",London,SW4 6EH
`;

describe('a table', () => {
  test('becomes keyed hashes in their order, each once, and nothing else', async () => {
    const people = Array.from({ length: 2000 }, (_, i) => `Iskra,Vrtovec,,${i % 1000} Clapham Road,London,SW4 6EH`);
    const summary = await read(
      `given_name,family_name,date_of_birth,address_line,town,postcode\n${people.join('\n')}\n`,
    );
    // A name and an initial of each house, and that there are such.
    expect(summary).toMatchObject({ people: 2000, unusable: 0, hashes: 2002, warnings: [] });
    const hashes = lines();
    expect(hashes).toEqual([...new Set(hashes)].sort());
    expect(hashes.every((hash) => /^[0-9a-f]{24}$/.test(hash))).toBe(true);
    expect(readdirSync(folder).sort()).toEqual(['given', 'hashes']);
  });

  test('has other hashes under another number or key, and counts whom nobody can find', async () => {
    const of = async (more: Partial<TableOptions>) => {
      expect(await read(roll, more)).toMatchObject({ people: 2, unusable: 1, hashes: 6 });
      return lines();
    };
    const [one, again, table, key] = [
      await of({}),
      await of({}),
      await of({ table: 2 }),
      await of({ secret: Buffer.alloc(32).toString('base64') }),
    ];
    expect(again).toEqual(one);
    expect([...table, ...key].filter((hash) => one.includes(hash))).toEqual([]);
  });

  test.each([
    ['', 'roll.csv: the file is empty'],
    ['given_name,family_name,address_line,postcode\n', 'roll.csv: the table has no people'],
    ['given_name,family_name,address_line,postcode\n,Vrtovec,,\n', 'roll.csv: no row has enough data to find a person'],
    ['name,postcode\nSecret Person,1\n', /^roll\.csv, line 1: column 1 is unknown; columns are given_name/],
    ['given_name,family_name,postcode\nSecret,Person,1\n', /line 1: a table of the kind electoral needs the columns /],
    ['given_name,given_name\nSecret,Person\n', 'roll.csv, line 1: column given_name occurs twice'],
    [`${roll}Secret,Person\n`, 'roll.csv, line 4: 2 of 6 columns. The file may be truncated'],
    [`${roll}"Secret`, /^roll\.csv, line \d: a quotation mark is not closed. The file may be truncated$/],
    [`${roll}${'S'.repeat(513)},Person,,1 A,B,C\n`, 'roll.csv, line 4: given_name has more than 512 characters'],
    ['<html>Secret</html>', /^roll\.csv, line 1: column 1 is unknown/],
    [
      'given_name,family_name,id_number,phone_number,address_line,postcode\nSecret,Person,1,0171,1,1\n',
      /line 2: phone_number must be in international format/,
    ],
    [
      'given_name,family_name,country,address_line,postcode\nSecret,Person,GB,1,1\n',
      /line 2: country is not an ISO 3166-1 alpha-3 code/,
    ],
  ])('that is bad is refused with the line, and leaves nothing (%#)', async (csv, reason) => {
    const refusal = read(csv);
    await expect(refusal).rejects.toThrow(reason);
    await expect(refusal).rejects.not.toThrow(/Secret|Person/);
    expect(readdirSync(folder)).toEqual(['given']);
  });
});
