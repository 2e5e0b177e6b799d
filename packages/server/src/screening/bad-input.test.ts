import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { LIMITS } from './limits.ts';
import type { ListRefused } from './list-refused.ts';
import { useLists } from './testing/lists.ts';

const lists = useLists();

/** Text that refusals must never hold. */
const SECRET = 'Geheim';

const csv = (...rows: string[]) => ['id,name,date_of_birth,categories', ...rows, ''].join('\n');
const row = (id: number, name = `Ana ${SECRET}`) => `${id},${name},,pep`;

const un = (inside: string, end = '</INDIVIDUALS></CONSOLIDATED_LIST>') =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<CONSOLIDATED_LIST dateGenerated="2026-02-27T00:00:09Z"><INDIVIDUALS>${inside}${end}`;
const individual = (id: number, more = '') =>
  `<INDIVIDUAL><DATAID>${id}</DATAID><FIRST_NAME>${SECRET}</FIRST_NAME>${more}</INDIVIDUAL>`;

const entity = (id: string, name = SECRET) =>
  JSON.stringify({ id, schema: 'Person', caption: name, properties: { name: [name], topics: ['sanction'] } });

function expectRefusal({ reason, message }: ListRefused, expected: [reason: string, message: string]) {
  expect([reason, message]).toEqual(expected);
  expect(message).not.toContain(SECRET);
}

describe('a file that is not a list is refused', () => {
  test.each([
    ['an empty file', '', undefined, 'l.txt: the file is empty'],
    ['blanks', ' \n \n', undefined, 'l.txt: the file is empty'],
    [
      'an error page',
      '<!DOCTYPE html><html><body>503</body></html>',
      undefined,
      'l.txt: not a list but a page of HTML',
    ],
    ['an error page after blanks', '\n <html>', 'un-xml', 'l.txt: not a list but a page of HTML'],
    [
      'an answer in JSON',
      '{"error": "busy"}',
      undefined,
      'l.txt: the format of the list is unknown by its first bytes',
    ],
    ['another format than named', csv(row(1)), 'un-xml', 'l.txt: not a un-xml list by its first bytes'],
  ] as const)('%s', async (_, text, format, message) => {
    expectRefusal(await lists.refused({ 'l.txt': text }, format && { format }), ['wrong_format', message]);
  });
});

describe('a file that was downloaded in half is refused', () => {
  test.each([
    [
      'XML without its end',
      un(individual(1), ''),
      'line 2: the end of the root element is missing. The file may be truncated',
    ],
    [
      'XML within an element',
      un('<INDIVIDUAL><DATAID>1</DATAID><FIRST', ''),
      'line 2: the end of the root element is missing. The file may be truncated',
    ],
    ['CSV within a row', `${csv(row(1))}2,Ana`, 'line 3: 2 of 4 columns. The file may be truncated'],
    [
      'CSV within quotes',
      `${csv(row(1))}2,"${SECRET}`,
      'line 3: a quotation mark is not closed. The file may be truncated',
    ],
    [
      'JSON lines within a line',
      `${entity('1')}\n{"id": "2", "sch`,
      'line 2: the last line has no end of line. The file may be truncated; send --checksum to show that it is complete',
    ],
    [
      'JSON lines without a last end',
      `${entity('1')}\n${entity('2')}`,
      'line 2: the last line has no end of line. The file may be truncated; send --checksum to show that it is complete',
    ],
  ])('%s', async (_, text, message) => {
    expectRefusal(await lists.refused({ 'l.txt': text }), ['incomplete', `l.txt, ${message}`]);
  });

  test('gzip that ends too early', async () => {
    const packed = gzipSync(csv(...Array.from({ length: 5000 }, (_, i) => row(i, `Ana ${Math.sin(i)}`))));
    const { reason, message } = await lists.refused(
      { 'l.gz': packed.subarray(0, packed.length >> 1) },
      { format: 'csv' },
    );
    expect([reason, message]).toEqual(['incomplete', 'l.gz: the packed file is truncated']);
  });

  test('but a checksum shows that JSON lines are whole, and another one refuses', async () => {
    const text = `${entity('1')}\n${entity('2')}`;
    const checksum = createHash('sha256').update(text).digest('hex');
    const { summary } = await lists.read({ 'l.json': text }, { checksum: checksum.toUpperCase() });
    expect(summary.records).toBe(2);
    expectRefusal(await lists.refused({ 'l.json': text }, { checksum: '0'.repeat(64) }), [
      'checksum',
      'l.json: its SHA-256 does not match the checksum that was sent',
    ]);
  });
});

test('a file whose last row has no end of its line is read with a warning', async () => {
  const { summary } = await lists.read({ 'l.csv': csv(row(1), row(2)).trimEnd() });
  const text = 'the last row has no end of line. The file may be truncated';
  expect(summary).toMatchObject({ records: 2, warnings: [{ text, count: 1 }] });
});

test('a list without records is refused, unless the operator accepts it', async () => {
  expectRefusal(await lists.refused({ 'l.csv': csv() }), ['no_records', 'l.csv: the list has no records']);
  const { summary } = await lists.read({ 'l.csv': csv() }, { allowEmpty: true });
  expect(summary.records).toBe(0);
});

test('an identifier twice is one record when its content is the same, and a refusal when not', async () => {
  const { summary } = await lists.read({ 'l.csv': csv(row(1), row(2), row(1)) });
  expect(summary).toMatchObject({ records: 2, warnings: [{ text: 'duplicate records', count: 1 }] });
  expectRefusal(await lists.refused({ 'l.csv': csv(row(1), row(2), row(1, `Bela ${SECRET}`)) }), [
    'duplicate',
    'l.csv, line 4: two different records have the same identifier',
  ]);
});

test('an unknown element is kept in the remarks with a warning; an entry without its identifier refuses', async () => {
  const text = un(individual(1, '<SHOES>38</SHOES>') + individual(2, '<SHOES>40</SHOES>'));
  const { summary, records } = await lists.read({ 'un.xml': text });
  expect(summary.warnings).toEqual([{ text: 'unknown element SHOES', count: 2 }]);
  expect(records.map(({ remarks }) => remarks)).toEqual(['SHOES: 38', 'SHOES: 40']);
  expectRefusal(await lists.refused({ 'un.xml': un('\n<INDIVIDUAL/>') }), [
    'missing_column',
    'un.xml, line 3: an entry has no DATAID',
  ]);
});

test('byte order marks, line ends, an end-of-file mark, special blanks and apostrophes are accepted', async () => {
  const text = `\uFEFFid,name,aliases,categories\r\n1,Ana\u00a0 O\u2019Example ,\u201bAnn\u02bc;  -0- ,pep\r\n\u001a`;
  const { records } = await lists.read({ 'l.csv': text });
  expect(records[0]!.names.map(({ full }) => full)).toEqual(["Ana O'Example", "'Ann'"]);
});

describe('encoding', () => {
  test('what is not UTF-8 is refused with its byte, and read as windows-1252 on demand', async () => {
    const bytes = Buffer.concat([Buffer.from('id,name,categories\n1,Jos'), Buffer.from([0xe9]), Buffer.from(',pep\n')]);
    expectRefusal(await lists.refused({ 'l.csv': bytes }), [
      'encoding',
      'l.csv, byte 24: not UTF-8; --encoding windows-1252 reads old exports',
    ]);
    const { records } = await lists.read({ 'l.csv': bytes }, { encoding: 'windows-1252' });
    expect(records[0]!.names[0]!.full).toBe('José');
  });

  test.each([
    ['XML', '\n<?xml version="1.0"?><CONSOLIDATED_LIST>'],
    ['JSON', '{"id": "'],
  ])('%s that is not UTF-8 must be converted: no option reads it', async (_, beginning) => {
    const bytes = Buffer.concat([Buffer.from(beginning), Buffer.from([0xe9, 0x20])]);
    const { message } = await lists.refused({ 'l.txt': bytes });
    expect(message).toBe(`l.txt, byte ${beginning.length}: not UTF-8; convert the file to UTF-8 first`);
  });

  test('every file of a list is read in the encoding that is given', async () => {
    const latin = (text: string) => Buffer.from(text, 'latin1');
    const main = latin('1,"EJÉMPLO, Ana","individual","EX1",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- \r\n');
    const files = { 'sdn.csv': main, 'alt.csv': latin('1,2,"aka","EXÉMPEL, Ana",-0- \r\n') };
    const { records } = await lists.read(files, { encoding: 'windows-1252' });
    expect(records[0]!.names.map(({ full }) => full)).toEqual(['EJÉMPLO, Ana', 'EXÉMPEL, Ana']);
    const { message } = await lists.refused(files);
    expect(message).toBe('sdn.csv, byte 5: not UTF-8; --encoding windows-1252 reads old exports');
  });

  test('what windows-1252 has beside Latin-1 is read', async () => {
    const bytes = Buffer.concat([
      Buffer.from('id,name,categories\n1,'),
      Buffer.from([0x8a, 0x80, 0xff]),
      Buffer.from(',pep\n'),
    ]);
    const { records } = await lists.read({ 'l.csv': bytes }, { encoding: 'windows-1252' });
    expect(records[0]!.names[0]!.full).toBe('Š€ÿ');
  });

  test('characters that two pieces share are read, and a bad byte far inside is found', async () => {
    const names = Array.from({ length: 60_000 }, (_, i) => `${i},Аня Пример €,,pep`);
    const good = Buffer.from(csv(...names));
    const { summary } = await lists.read({ 'l.csv': good });
    expect(summary.records).toBe(60_000);
    const bad = Buffer.from(good);
    bad[1_000_001] = 0xff;
    expect((await lists.refused({ 'l.csv': bad })).place!.byte).toBeGreaterThan(999_996);
  });
});

describe('XML that is dangerous is refused', () => {
  const deep = (depth: number) => `${'<A>'.repeat(depth)}${'</A>'.repeat(depth)}`;
  test.each([
    [
      'a document type',
      `<!DOCTYPE CONSOLIDATED_LIST [<!ENTITY a "b">]>${un(individual(1)).split('\n')[1]}`,
      'malformed',
      'line 1: a document type is not accepted',
    ],
    [
      'an entity',
      un(individual(1, '<COMMENTS1>&a;</COMMENTS1>')),
      'malformed',
      'line 2: only the five entities of XML are accepted',
    ],
    ['depth', un(individual(1, deep(LIMITS.xmlDepth))), 'too_large', 'line 2: elements are nested more than 64 deep'],
    [
      'an attribute',
      un(individual(1, `<COMMENTS1 a="${'x'.repeat(64_001)}"/>`)),
      'too_large',
      'line 2: an attribute is longer than 64 kB',
    ],
    ['a tag that ends another', un('<INDIVIDUAL></ENTITY>'), 'malformed', 'line 2: not well-formed XML'],
  ])('%s', async (_, text, reason, message) => {
    expectRefusal(await lists.refused({ 'l.xml': text }, { format: 'un-xml' }), [reason, `l.xml, ${message}`]);
  });
});

describe('what is too long is refused, never cut', () => {
  test.each([
    ['a name', csv(row(1, 'x'.repeat(513))), 'l.txt, line 2: a name has more than 512 characters'],
    [
      'names of a record',
      `id,name,aliases,categories\n1,Ana,${Array.from({ length: 2000 }, (_, i) => `Ana ${i}`).join(';')},pep\n`,
      'l.txt, line 2: a record has more than 2000 names',
    ],
    ['a row', csv(row(1, 'x'.repeat(16_000_100))), 'l.txt, line 2: a row is longer than 16 MB'],
    ['a line of JSON', `${entity('1', 'x'.repeat(16_000_100))}\n`, 'l.txt, line 1: longer than 16 MB'],
    [
      'a text of XML',
      un(individual(1, `<COMMENTS1>${'x'.repeat(16_500_000)}</COMMENTS1>`)),
      'l.txt, line 2: longer than 16 MB',
    ],
  ])('%s', async (_, text, message) => {
    expectRefusal(await lists.refused({ 'l.txt': text }), ['too_large', message]);
  });
});

test('names without a letter and impossible birth dates are kept, and counted', async () => {
  const dates = '1970-02-31;9999;1970-13-01;1970-01-02';
  const { summary, records } = await lists.read({ 'l.csv': csv(`1,Ana Example,${dates},pep`, '2,"...",,pep') });
  expect(summary.unusable).toEqual({ names: 1, births: 3 });
  expect(records[0]).toMatchObject({
    births: [{ from: '1970-01-02', to: '1970-01-02', circa: false }],
    remarks: 'Date of birth: 1970-02-31; Date of birth: 9999; Date of birth: 1970-13-01',
  });
  expect(records[1]!.names).toEqual([{ full: '...', type: 'primary', quality: 'strong', script: 'Zyyy' }]);
});
