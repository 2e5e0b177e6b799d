import { expect, test } from 'vitest';
import { useLists } from './testing/lists.ts';

const lists = useLists();

const un = (inside: string) =>
  `<CONSOLIDATED_LIST dateGenerated="2026-02-27T00:00:09Z"><INDIVIDUALS>${inside}</INDIVIDUALS></CONSOLIDATED_LIST>`;

const many = (make: (i: number) => string) => Array.from({ length: 300 }, (_, i) => make(i)).join('');

test.each([
  [
    'elements',
    un(
      many(
        (i) => `<INDIVIDUAL><DATAID>${i}</DATAID><FIRST_NAME>Ana</FIRST_NAME><X${i}${'x'.repeat(9000)}/></INDIVIDUAL>`,
      ),
    ),
  ],
  [
    'qualities of names',
    un(
      many(
        (i) => `<INDIVIDUAL><DATAID>${i}</DATAID><FIRST_NAME>Ana</FIRST_NAME><INDIVIDUAL_ALIAS>
          <QUALITY>${i}${'x'.repeat(9000)}</QUALITY><ALIAS_NAME>A</ALIAS_NAME></INDIVIDUAL_ALIAS></INDIVIDUAL>`,
      ),
    ),
  ],
  [
    'schemas',
    `{"id":"a","schema":"Person","properties":{"name":["Ana"],"topics":["sanction"]}}\n${many((i) => `{"id":"s${i}","schema":"Z${i}","properties":{}}\n`)}`,
  ],
])('the summary of a list stays small, however many unknown %s it has', async (_, text) => {
  const { summary } = await lists.read({ l: text });
  expect(JSON.stringify(summary).length).toBeLessThan(40_000);
});

test('an unknown column of control characters is named without them', async () => {
  const headers = 'Unique ID,Name 1,Name 2,Name 3,Name 4,Name 5,Name 6,Name type,\u001b[2J\u202eX';
  const { summary } = await lists.read({
    'uk.csv': `Report Date: 13-Feb-2026\n${headers}\nA1,,,,,,Novak,Primary name,x\n`,
  });
  expect(summary.warnings).toEqual([{ text: 'unknown column  [2J X', count: 1 }]);
});

test('remarks of OFAC that resemble a number are read in the time of their length', async () => {
  const remark = `Passport ${'1 '.repeat(500_000)})`;
  const sdn = `1,"NOVAK, Ana","individual","X","","","","","","","","${remark}"\r\n`;
  const { records } = await lists.read({ 'sdn.csv': sdn, 'alt.csv': '1,1,"aka","NOWAK, Ana","-0- "\r\n' });
  expect(records[0]?.ids).toEqual([]);
});

test('options that the reader does not know are refused', async () => {
  const person = '{"id":"a","schema":"Person","properties":{"name":["Ana"],"topics":["sanction"]}}\n';
  for (const [options, message] of [
    [{ format: 'pdf' }, expect.stringMatching(/^the format must be one of ofac-csv, .*, csv$/)],
    [
      { topicMap: { sanction: 'sanctions' } },
      'topics can only be mapped to sanction, pep, warning, adverse_media or off',
    ],
    [
      { map: { theirs: 'name' } },
      'columns can only be mapped for csv lists, and this list has the format opensanctions-ftm',
    ],
  ] as const) {
    const refusal = await lists.refused({ l: person }, options as object);
    expect([refusal.reason, refusal.message]).toEqual(['option', message]);
  }
  const { message } = await lists.refused({ l: 'id,name,categories\n1,Ana,pep\n' }, { topicMap: { sanction: 'pep' } });
  expect(message).toBe('topics can only be mapped for OpenSanctions lists, and this list has the format csv');
});
