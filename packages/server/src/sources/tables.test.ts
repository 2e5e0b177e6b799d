import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { tableStory } from '../api/operator/testing/tables.ts';
import { storyOf } from '../api/v3/testing/story.ts';
import type { LookupSubject, SourceKind } from '../reports/live/lookup.ts';
import { findSourceEntries } from '../store/queries/source-tables.ts';
import { startService, type TestService } from '../testing/service.ts';
import { ctxOf } from '../workers/ctx-of.ts';
import { lookUp } from './look-up.ts';

let service: TestService;
let applicant_id: string;
beforeAll(async () => {
  service = await startService();
  const consents = ['ssn_verification', 'phone_number_verification'].map((name) => ({ name, granted: true }));
  applicant_id = await storyOf(service, 'v3.6').applicant({ consents }, { token: service.liveToken });
});
afterAll(() => service.close());
afterEach(async () => {
  for (const { name } of (await operate('GET', '/sources')).body.tables) await operate('DELETE', `/sources/${name}`);
});

const operate = (method: string, path: string) => tableStory(service).operate(method, path);
const load = (csv: string, fields?: Record<string, string>) => tableStory(service).load(csv, fields);

const roll = `given_name,family_name,date_of_birth,address_line,town,postcode
Iskra Ana,Vrtovec,1980-04-01,"Flat 2, 14 Clapham Road",London,SW4 6EH
J,Zaletelj,,9 Clapham Road,London,SW4 6EH
Łukasz,O'Brien-Núñez,1971-12-31,Rose Cottage,Ely,CB7 4AA
`;

/** Answers of the sources about someone, as a report would get them. */
async function ask(subject: LookupSubject, kind: SourceKind = 'electoral', country = 'GBR') {
  const ctx = await ctxOf(service.services, { account_id: service.account.id, environment: 'live' });
  const report = { id: 'of no importance', applicant_id };
  return lookUp(ctx, { report, check: {}, subject, kind, country });
}

const home = { building_number: '14', street: 'Clapham Road', town: 'London', postcode: 'sw46eh', country: 'GBR' };
const iskra = { first_name: 'Iskra', last_name: 'VRTOVEC', date_of_birth: '1980-04-01', addresses: [home] };
const match = { source: 'roll', status: 'match' };

describe('a table', () => {
  test('says who lives where and was born when, and is replaced and removed as a whole', async () => {
    expect(await ask(iskra)).toEqual([]);
    expect((await load(roll)).body).toEqual({
      name: 'roll',
      kind: 'electoral',
      country: 'GBR',
      people: 3,
      unusable: 0,
      warnings: [],
      hashes: expect.any(Number),
    });
    const both = ['name_address', 'name_dob'];
    expect(await ask(iskra)).toEqual([{ ...match, match: both, address: 1 }]);
    for (const [first_name, middle_name] of [
      ['Iskra-Ana', 'Maria'],
      ['Iskra', 'Ana'],
      ['Dr. Iskra', null],
    ] as const) {
      expect(await ask({ ...iskra, first_name, middle_name })).toEqual([{ ...match, match: both, address: 1 }]);
    }
    const moved = { ...home, building_number: '15' };
    expect(await ask({ ...iskra, addresses: [moved, home] })).toEqual([{ ...match, match: both, address: 2 }]);
    expect(await ask({ ...iskra, addresses: [moved] })).toEqual([{ ...match, match: ['name_dob'] }]);
    expect(await ask({ ...iskra, date_of_birth: '1980-04-02', addresses: [moved] })).toEqual([
      { source: 'roll', status: 'no_match' },
    ]);
    expect(await ask({ ...iskra, first_name: 'Ivana' })).toEqual([{ source: 'roll', status: 'no_match' }]);
    // An initial is a match in part.
    const joze = { first_name: 'Jože', last_name: 'Zaletelj', addresses: [{ ...home, building_number: '9' }] };
    expect(await ask(joze)).toEqual([{ source: 'roll', status: 'partial', match: ['name_address'], address: 1 }]);
    expect(await ask({ ...iskra, first_name: 'I.', date_of_birth: null })).toEqual([
      { source: 'roll', status: 'partial', match: ['name_address'], address: 1 },
    ]);
    const cottage = { building_name: 'Rose Cottage', town: 'Ely', postcode: 'CB7 4AA', country: 'GBR' };
    expect(await ask({ first_name: 'LUKASZ', last_name: 'O’Brien Nunez', addresses: [cottage] })).toEqual([
      { ...match, match: ['name_address'], address: 1 },
    ]);
    // Of another kind, or another country.
    expect([await ask(iskra, 'telephone'), await ask(iskra, 'electoral', 'IRL')]).toEqual([[], []]);

    expect((await load(roll.replace('Iskra', 'Ivana'))).status).toBe(200);
    expect((await ask(iskra))[0]?.status).toBe('no_match');
    expect((await ask({ ...iskra, first_name: 'Ivana' }))[0]?.status).toBe('match');
    const { tables } = (await operate('GET', '/sources')).body;
    expect(tables).toEqual([
      {
        name: 'roll',
        kind: 'electoral',
        country: 'GBR',
        people: 3,
        imported_at: '2026-01-15T09:30:00Z',
        imported_by: { kind: 'operator', id: expect.any(String) },
        files: [{ name: 'roll.csv', bytes: roll.length + 3, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }],
      },
    ]);
    expect((await operate('DELETE', '/sources/roll')).body).toEqual({ name: 'roll' });
    expect(await ask(iskra)).toEqual([]);
    expect((await operate('DELETE', '/sources/roll')).status).toBe(404);
  });

  test('knows whose a number is', async () => {
    const csv = `given_name,family_name,date_of_birth,id_number
Iskra,Vrtovec,1980-04-01,433-54-3937
`;
    for (const kind of ['ssn', 'mortality', 'national_id']) await load(csv, { name: kind, kind });
    const numbered = (value: string, more: object = {}) => ({
      ...iskra,
      id_numbers: [{ type: 'ssn', value }],
      ...more,
    });
    const said = async (subject: LookupSubject, kind: SourceKind) => {
      const [{ source: _, ...answer } = { source: '' }] = await ask(subject, kind);
      return answer;
    };
    const fields = (last_4_digits_match: string, full_match: string) => ({
      fields: { last_4_digits_match, full_match },
    });
    expect(await said(numbered('433543937'), 'ssn')).toEqual({
      status: 'match',
      match: ['id_number'],
      ...fields('match', 'match'),
    });
    expect(await said(numbered('3937'), 'ssn')).toEqual({ status: 'partial', ...fields('match', 'no_match') });
    expect(await said(numbered('3937', { date_of_birth: '1980-04-02' }), 'ssn')).toEqual({
      status: 'no_match',
      ...fields('no_match', 'no_match'),
    });
    expect(await said(numbered('433543937', { last_name: 'Zaletelj' }), 'ssn')).toEqual({
      status: 'partial',
      ...fields('no_match', 'no_match'),
    });
    expect(await said(numbered('433-54-3937', { last_name: 'Zaletelj' }), 'mortality')).toEqual({
      status: 'match',
      match: ['id_number'],
    });
    expect(await said(iskra, 'mortality')).toEqual({ status: 'match', match: ['name_dob'] });
    expect(await said({ ...iskra, date_of_birth: '1981-04-01' }, 'mortality')).toEqual({ status: 'no_match' });
    const card = { ...iskra, id_numbers: [{ type: 'identity_card', value: '433543937' }] };
    expect(await said(card, 'national_id')).toEqual({
      status: 'match',
      match: ['id_number'],
      fields: { name_match: 'match' },
    });
    await load('given_name,family_name,phone_number\nIskra,Vrtovec,+44 7700 900-000\n', {
      name: 'phones',
      kind: 'phone',
    });
    expect(await said({ ...iskra, phone_number: '+447700900000' }, 'phone')).toMatchObject({ status: 'match' });
    expect(await said({ ...iskra, last_name: 'Bor', phone_number: '+447700900000' }, 'phone')).toMatchObject({
      status: 'no_match',
    });
  });

  test('answers nothing where it has no data to look the applicant up', async () => {
    const silent = [{ source: 'deaths', status: 'unavailable', reason: 'it has no data to look the applicant up' }];
    const deaths = { name: 'deaths', kind: 'mortality' };
    await load('id_number\n433-54-3937\n', deaths);
    expect(await ask(iskra, 'mortality')).toEqual(silent);
    const numbered = { ...iskra, id_numbers: [{ type: 'ssn', value: '433-54-3938' }] };
    expect(await ask(numbered, 'mortality')).toEqual([{ source: 'deaths', status: 'no_match' }]);
    await load('given_name,family_name,date_of_birth\nBor,Zaletelj,1980-04-01\n', deaths);
    expect(await ask(iskra, 'mortality')).toEqual([{ source: 'deaths', status: 'no_match' }]);
    // An initial finds nobody among the dead.
    expect(await ask({ ...iskra, first_name: 'I.' }, 'mortality')).toEqual(silent);

    await load('given_name,family_name,address_line,postcode\nIskra,Vrtovec,14 Clapham Road,SW4 6EH\n');
    const undated = { fields: { date_of_birth: 'not_held' } };
    expect(await ask(iskra)).toEqual([{ ...match, match: ['name_address'], address: 1, ...undated }]);
    expect(await ask({ ...iskra, first_name: 'Ivana' })).toEqual([{ source: 'roll', status: 'no_match', ...undated }]);
    const bureau = { name: 'bureau', kind: 'credit_agency' };
    await load('given_name,family_name,date_of_birth\nIskra,Vrtovec,1980-04-01\n', bureau);
    expect(await ask(iskra, 'credit_agency')).toEqual([
      { source: 'bureau', status: 'match', match: ['name_dob'], fields: { address: 'not_held' } },
    ]);
  });

  test('with several initials has whose first names begin so', async () => {
    await load('given_name,family_name,address_line,postcode\nJ P,Zaletelj,14 Clapham Road,SW4 6EH\n', {
      kind: 'telephone',
    });
    const joze = { first_name: 'Jože', last_name: 'Zaletelj', addresses: [home] };
    const partly = [{ source: 'roll', status: 'partial', match: ['name_address'], address: 1 }];
    for (const first_name of ['Jože', 'Jože Pavel', 'J.', 'J. P.', 'J.P.']) {
      expect(await ask({ ...joze, first_name }, 'telephone')).toEqual(partly);
    }
    expect(await ask({ ...joze, first_name: 'Bor' }, 'telephone')).toEqual([{ source: 'roll', status: 'no_match' }]);
    const deaths = { name: 'deaths', kind: 'mortality' };
    await load('given_name,family_name,date_of_birth\nJ P,Zaletelj,1971-12-31\n', deaths);
    const dead = { ...joze, first_name: 'J. P.', date_of_birth: '1971-12-31' };
    expect(await ask(dead, 'mortality')).toEqual([{ source: 'deaths', status: 'match', match: ['name_dob'] }]);
  });

  test('has the person under another form of the first name, as a match in part', async () => {
    const person =
      'given_name,family_name,date_of_birth,address_line,postcode\nThomas,Vrtovec,1980-04-01,14 Clapham Road,SW4 6EH\n';
    await load(person);
    const tom = { ...iskra, first_name: 'Tom' };
    const both = ['name_address', 'name_dob'];
    expect(await ask(tom)).toEqual([{ source: 'roll', status: 'partial', match: both, address: 1 }]);
    expect(await ask({ ...tom, first_name: 'Thomas' })).toEqual([{ ...match, match: both, address: 1 }]);
    const moved = [{ ...home, building_number: '15' }];
    expect(await ask({ ...tom, addresses: moved })).toEqual([
      { source: 'roll', status: 'partial', match: ['name_dob'] },
    ]);
    expect(await ask({ ...tom, first_name: 'Tim' })).toEqual([{ source: 'roll', status: 'no_match' }]);
    // A person compares the entry of a register of deaths.
    await load(person.replace(',address_line,postcode', '').replace(',14 Clapham Road,SW4 6EH', ''), {
      name: 'deaths',
      kind: 'mortality',
    });
    expect(await ask(tom, 'mortality')).toEqual([{ source: 'deaths', status: 'partial' }]);
    expect(await ask({ ...tom, first_name: 'Thomas' }, 'mortality')).toEqual([
      { source: 'deaths', status: 'match', match: ['name_dob'] },
    ]);
  });

  test('that is replaced while it is asked is asked again', async () => {
    await load('given_name,family_name,date_of_birth\nIskra,Vrtovec,1980-04-01\n', {
      name: 'deaths',
      kind: 'mortality',
    });
    const { store, master } = service.services;
    const { askTables } = await import('./ask-tables.ts');
    let replaced = false;
    const all = async (query: never, parameters: never) => {
      if (query === findSourceEntries && !replaced) {
        replaced = true;
        const csv = 'given_name,family_name,date_of_birth\nIskra,Vrtovec,1980-04-01\nBor,Zaletelj,1979-01-01\n';
        expect((await load(csv, { name: 'deaths', kind: 'mortality' })).status).toBe(200);
      }
      return store.system.all(query, parameters);
    };
    const services = { store: { system: { all } }, master } as unknown as typeof service.services;
    expect(await askTables(services, { subject: iskra, kind: 'mortality', country: 'GBR' })).toEqual([
      { source: 'deaths', status: 'match', match: ['name_dob'] },
    ]);
  });

  test('keeps nothing that could be read, and nothing that one table has in common with another', async () => {
    const same = async (name: string) => {
      const { hashes } = (await load(roll, { name })).body;
      return hashes as number;
    };
    const count = await same('one');
    expect(await same('other')).toBe(count);
    const { store } = service.services;
    const { sourceTablesFor } = await import('../store/queries/source-tables.ts');
    const tables = await store.system.all(sourceTablesFor, { kind: 'electoral', country: 'GBR' });
    expect(tables.map(({ name }) => name)).toEqual(['one', 'other']);
    expect(readdirSync(join(service.data, 'screening'))).toEqual([]);
    if (store.dialect !== 'sqlite') return;
    for (const file of readdirSync(service.data).filter((name) => name.includes('.db') || name.includes('sqlite'))) {
      expect(readFileSync(join(service.data, file)).includes('Vrtovec')).toBe(false);
    }
  });

  test('that is bad is refused, and the earlier one answers on', async () => {
    await load(roll);
    const { status, body } = await load(`${roll}Secret,Person,1980-02-31,1 A,B,C\n`);
    expect([status, body.error?.fields]).toEqual([
      422,
      { file: ['roll.csv, line 5: date_of_birth is not a date (YYYY-MM-DD)'] },
    ]);
    expect((await ask(iskra))[0]?.status).toBe('match');
    expect((await operate('GET', '/sources')).body.tables).toHaveLength(1);
  });

  test.each([
    ['kind', { kind: 'driving_licence' }],
    ['kind', { kind: 'share_code' }],
    ['country', { country: 'GB' }],
    ['name', { name: '../roll' }],
    ['colour', { colour: 'red' }],
  ])('of a wrong %s is refused (%#)', async (field, fields) => {
    const { status, body } = await load(roll, fields as Record<string, string>);
    expect([status, Object.keys(body.error.fields)]).toEqual([422, [field]]);
  });

  test('is for operators alone', async () => {
    for (const token of [service.liveToken, service.sandboxToken]) {
      expect((await service.call('POST', '/operator/v1/sources/imports', { token })).status).toBe(401);
      expect((await service.call('DELETE', '/operator/v1/sources/roll', { token })).status).toBe(401);
    }
  });
});

test('a start deletes what an import left that never ended', async () => {
  const { insertSourceTable, insertSourceEntries, leftSourceTables } = await import(
    '../store/queries/source-tables.ts'
  );
  const { discardTables } = await import('./tables.ts');
  const { store } = service.services;
  const hashes = JSON.stringify(['00', 'ff']);
  await store.transaction(async (tx) => {
    const by = { people: 0, touched_at: 1, imported_at: 1, imported_by: 'operator:x', files: '[]' };
    await tx.run(insertSourceTable, { ...by, id: 999, name: 'half', kind: 'electoral', country: 'GBR' });
    await tx.run(insertSourceEntries, { table_id: 999, hashes });
  });
  await discardTables(service.services, { alone: true });
  expect(await store.system.all(findSourceEntries, { table_id: 999, hashes })).toEqual([]);
  expect(await store.system.all(leftSourceTables, { before: Number.MAX_SAFE_INTEGER })).toEqual([]);
});
