import type { ListedRecord } from '@bonafide/verification';
import { describe, expect, test } from 'vitest';
import { useLists } from '../testing/lists.ts';

const lists = useLists();

const ana = {
  id: 'Q1',
  schema: 'Person',
  caption: 'Ana Example',
  first_seen: '2023-04-20T10:00:00',
  last_change: '2026-01-02T10:00:00',
  properties: {
    name: ['Ana Example', 'Ана Пример'],
    alias: ['Anna Exempel'],
    weakAlias: ['Annie'],
    previousName: ['Ana Before'],
    firstName: ['Ana'],
    lastName: ['Example'],
    birthDate: ['1970-05', '1971'],
    nationality: ['bg'],
    country: ['fr'],
    gender: ['female'],
    idNumber: ['77'],
    topics: ['role.pep', 'sanction'],
    sourceUrl: ['https://example.org/ana'],
  },
};
const bela = {
  id: 'Q2',
  schema: 'Person',
  caption: 'Bela Example',
  properties: { name: ['Bela Example'], topics: ['role.rca'] },
};
const entity = (id: string, schema: string, properties: Record<string, string[]>) => ({ id, schema, properties });
const links = [
  entity('s1', 'Sanction', { entity: ['Q1'], programId: ['EX-1'], listingDate: ['2022-03-04'], unscId: ['QDi.999'] }),
  entity('p1', 'Passport', { holder: ['Q1'], number: ['AB12'], country: ['bg'], type: ['passport'] }),
  entity('f1', 'Family', { person: ['Q1'], relative: ['Q2'], relationship: ['spouse'] }),
  entity('o1', 'Occupancy', { holder: ['Q1'], post: ['post1'], startDate: ['2020'], endDate: ['2024'] }),
  { ...entity('post1', 'Position', { name: ['Minister'] }), caption: 'Minister' },
  entity('a1', 'Address', { full: ['1 Main Street, Sofia'], country: ['bg'] }),
];
const person: Partial<ListedRecord> = {
  source_id: 'Q1',
  kind: 'person',
  categories: ['pep', 'sanction'],
  names: [
    { full: 'Ana Example', given: 'Ana', family: 'Example', type: 'primary', quality: 'strong', script: 'Latn' },
    { full: 'Anna Exempel', type: 'alias', quality: 'strong', script: 'Latn' },
    { full: 'Ana Before', type: 'former', quality: 'strong', script: 'Latn' },
    { full: 'Ана Пример', type: 'original_script', quality: 'strong', script: 'Cyrl' },
    { full: 'Annie', type: 'alias', quality: 'weak', script: 'Latn' },
  ],
  births: [
    { from: '1970-05-01', to: '1970-05-31', circa: false },
    { from: '1971-01-01', to: '1971-12-31', circa: false },
  ],
  nationalities: ['BGR'],
  countries: ['BGR', 'FRA'],
  gender: 'female',
  ids: [
    { type: 'ID number', number: '77' },
    { type: 'passport', number: 'AB12', country: 'BGR' },
  ],
  addresses: [{ line: '1 Main Street, Sofia', country: 'BGR' }],
  positions: [{ role: 'Minister', from: '2020', to: '2024' }],
  relations: [{ name: 'Bela Example', direction: 'from', type: 'spouse' }],
  programmes: ['EX-1'],
  listed_at: '2022-03-04',
  updated_at: '2026-01-02',
  un_reference: 'QDi.999',
};

const jsonLines = (values: readonly unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');
const flatAna = { ...ana, properties: { ...ana.properties, addressEntity: ['a1'] } };
const byId = (records: readonly ListedRecord[]) => new Map(records.map((record) => [record.source_id, record]));

describe('entities of OpenSanctions', () => {
  test('are joined with what names them, in whatever order', async () => {
    const other = entity('Q3', 'Company', { name: ['Example Trading'] });
    for (const values of [[flatAna, bela, ...links, other], [other, ...links, bela, flatAna].reverse()]) {
      const { records, summary } = await lists.read({ 'entities.ftm.json': jsonLines(values) });
      expect(summary).toMatchObject({ format: 'opensanctions-ftm', records: 2, skipped: { 'without a category': 1 } });
      expect(byId(records).get('Q1')).toMatchObject(person);
      expect(byId(records).get('Q2')).toMatchObject({
        categories: ['pep'],
        relations: [{ name: 'Ana Example', direction: 'to', type: 'spouse' }],
      });
    }
  });

  test('keep what other programs take for the end of a line', async () => {
    const sister = { ...bela, caption: 'Bela\u2028Example\u2029', properties: { name: ['Bela'] } };
    const { records } = await lists.read({ 'entities.ftm.json': jsonLines([flatAna, sister, ...links]) });
    expect(records).toMatchObject([{ source_id: 'Q1', relations: [{ name: 'Bela\u2028Example\u2029' }] }]);
  });

  test.each([
    ['invalid properties', { properties: null }],
    ['a list of properties', { properties: [] }],
    ['a property that is not a list', { properties: { name: 'Ana Example' } }],
    ['a caption that is not a text', { caption: 7 }],
    ['no id', { id: '' }],
  ])('are refused for %s', async (_, change) => {
    const text = jsonLines([ana, { ...bela, ...change }]);
    for (const format of ['opensanctions-ftm', 'opensanctions-nested'] as const) {
      const { reason, message } = await lists.refused({ 'e.json': text }, { format });
      expect([reason, message]).toEqual(['malformed', 'e.json, line 2: the line is not a FollowTheMoney entity']);
    }
  });

  test('of a schema that only JavaScript knows are left out', async () => {
    const { summary } = await lists.read({ 'e.json': jsonLines([ana, entity('c', 'constructor', { name: ['Ana'] })]) });
    expect(summary).toMatchObject({ records: 1, skipped: { 'entities of the schema constructor': 1 } });
  });

  test('are changed by a delta that is given beside them', async () => {
    const delta = jsonLines([
      { op: 'DEL', entity: { id: 'Q2' } },
      {
        op: 'MOD',
        entity: { ...flatAna, caption: 'Ana Changed', properties: { ...ana.properties, name: ['Ana Changed'] } },
      },
      {
        op: 'ADD',
        entity: {
          ...bela,
          id: 'Q4',
          caption: 'Cyra Example',
          properties: { name: ['Cyra Example'], topics: ['wanted'] },
        },
      },
    ]);
    const { records } = await lists.read({ 'e.json': jsonLines([flatAna, bela]), 'entities.delta.json': delta });
    expect([...byId(records)].map(([id, { names }]) => [id, names[0]!.full]).sort()).toEqual([
      ['Q1', 'Ana Changed'],
      ['Q4', 'Cyra Example'],
    ]);
  });

  test('have the categories of their topics, save those that the operator gives', async () => {
    const of = (id: string, topics: string[]) => entity(id, 'Person', { name: ['Ana Example'], topics });
    const text = jsonLines([
      of('1', ['sanction.counter']),
      of('2', ['sanction.linked']),
      of('3', ['crime.terror']),
      of('4', ['poi']),
      of('5', ['role.pep']),
      of('6', []),
    ]);
    const categories = async (options: Parameters<typeof lists.read>[1]) => {
      const { records } = await lists.read({ 'e.json': text }, options);
      return Object.fromEntries(records.map((record) => [record.source_id, record.categories.join()]));
    };
    expect(await categories({})).toEqual({ 3: 'warning', 4: 'adverse_media', 5: 'pep' });
    const topicMap = { 'sanction.linked': 'sanction', poi: 'off' } as const;
    expect(await categories({ topicMap })).toEqual({ 2: 'sanction', 3: 'warning', 5: 'pep' });
    expect(await categories({ category: 'warning' })).toMatchObject({ 6: 'warning', 1: 'warning', 5: 'pep' });
  });
});

test('nested targets behind one without any are refused as flat ones, and read when the operator names the format', async () => {
  const second = { ...ana, properties: { ...ana.properties, passportIds: [links[1]] } };
  const text = jsonLines([bela, second]);
  const { reason, message } = await lists.refused({ 'l.json': text });
  expect([reason, message]).toEqual([
    'wrong_format',
    'l.json, line 2: an entity contains another entity. Import the file as opensanctions-nested',
  ]);
  const { records } = await lists.read({ 'l.json': text }, { format: 'opensanctions-nested' });
  expect(byId(records).get('Q1')?.ids).toContainEqual({ type: 'passport', number: 'AB12', country: 'BGR' });
});

test('nested targets give the same record', async () => {
  const [sanction, passport, family, occupancy, post, address] = links;
  const nested = {
    ...ana,
    properties: {
      ...ana.properties,
      sanctions: [sanction],
      passportIds: [passport],
      familyPerson: [{ ...family, properties: { ...family!.properties, relative: [bela] } }],
      positionOccupancies: [{ ...occupancy, properties: { ...occupancy!.properties, post: [post] } }],
      addressEntity: [address],
    },
  };
  const { records, summary } = await lists.read({ 'targets.nested.json': jsonLines([nested]) });
  expect(summary).toMatchObject({ format: 'opensanctions-nested', records: 1, warnings: [] });
  expect(records).toMatchObject([person]);
});

const simple = [
  'id,schema,name,aliases,birth_date,countries,addresses,identifiers,sanctions,phones,emails,program_ids,dataset,first_seen,last_seen,last_change',
  'Q1,Person,Ana Example,Anna Exempel;Ана Пример,1970-05;1971,bg;fr,"1 Main Street, Sofia",AB12,EX,,,EX-1,Example list,2023-04-20T10:00:00,2026-01-01T00:00:00,2026-01-02T10:00:00',
  '',
].join('\n');

test('simple targets are read under the category that the operator gives', async () => {
  const { records, summary } = await lists.read({ 'targets.simple.csv': simple }, { category: 'sanction' });
  expect(summary).toMatchObject({ format: 'opensanctions-simple', warnings: [] });
  expect(records).toMatchObject([
    {
      source_id: 'Q1',
      kind: 'person',
      categories: ['sanction'],
      names: [
        { full: 'Ana Example' },
        { full: 'Anna Exempel', type: 'alias' },
        { full: 'Ана Пример', type: 'original_script' },
      ],
      births: [{ from: '1970-05-01' }, { from: '1971-01-01' }],
      countries: ['BGR', 'FRA'],
      ids: [{ type: 'Identifier', number: 'AB12' }],
      programmes: ['EX-1', 'EX'],
      sources: [{ name: 'Example list' }],
      listed_at: '2023-04-20',
      updated_at: '2026-01-02',
    },
  ]);
  const refusal = await lists.refused({ 'targets.simple.csv': simple });
  expect(refusal.message).toBe('targets.simple.csv: the format has no topics. Send a category');
});
