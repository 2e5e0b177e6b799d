import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { storyOf } from '../api/v3/testing/story.ts';
import { openDataProvider } from '../demo/data-provider.ts';
import { reportType } from '../reports/index.ts';
import { doubtful } from '../reports/live/assessment.ts';
import type { LookupSubject, SourceKind } from '../reports/live/lookup.ts';
import type { ReportProcessor } from '../reports/types.ts';
import { startService, type TestService } from '../testing/service.ts';

const secret = 'a-secret-of-more-than-thirty-two-characters';
const folder = mkdtempSync(join(tmpdir(), 'bonafide-sources-'));
const file = join(folder, 'sources.yaml');
const iskra = { first_name: 'Iskra', last_name: 'Vrtovec', date_of_birth: '1980-04-01', postcode: 'SW4 6EH' };

let service: TestService;
let bureau: Awaited<ReturnType<typeof openDataProvider>>;
let roll: typeof bureau;
const type = reportType('identity_enhanced') as { process?: ReportProcessor };
const processor = type.process;

beforeAll(async () => {
  bureau = await openDataProvider({ secret, people: [iskra] });
  roll = await openDataProvider({ secret: `${secret}-of-the-roll`, people: [iskra] });
  const entry = (name: string, kind: SourceKind, url: string, more = '') =>
    `  - {name: ${name}, kind: ${kind}, countries: [GBR, USA], type: http, url: '${url}', secret: ${secret}${more}}`;
  const lines = [
    'sources:',
    entry('bureau', 'credit_agency', bureau.url),
    entry('bureau', 'ssn', bureau.url),
    entry('roll', 'credit_agency', roll.url, '-of-the-roll'),
    entry('wrong-key', 'electoral', roll.url),
  ];
  writeFileSync(file, lines.join('\n'), { mode: 0o600 });
  service = await startService({ settings: { analysis: 'on', dataSources: file } });
});
afterEach(() => {
  type.process = processor as ReportProcessor;
  bureau.answer();
  roll.answer();
});
afterAll(async () => {
  await service?.close();
  await Promise.all([bureau?.close(), roll?.close()]);
  rmSync(folder, { recursive: true });
});

const address = { building_number: '14', street: 'Clapham Road', town: 'London', postcode: 'sw46eh', country: 'GBR' };
const subject: LookupSubject = {
  first_name: 'Iskra',
  last_name: 'Vrtovec',
  date_of_birth: '1980-04-01',
  addresses: [address],
  id_numbers: [{ type: 'ssn', value: '433-54-3937' }],
  phone_number: '+447700900000',
};
const operate = async (method: string, path: string, json?: object) => {
  const headers = { authorization: `Bearer ${service.operatorKey}` };
  return service.call(method, `/operator/v1${path}`, { token: null, headers, json });
};

/** Lets so much time pass that a job which waits is taken up again. */
async function later(seconds: number) {
  service.clock.advance(seconds * 1000);
  await service.settle();
}

/** Makes a live report that asks sources of these kinds, and lets its first try end. */
async function ask(kinds: readonly SourceKind[], { country = 'GBR', consents = [] as object[] } = {}) {
  type.process = async (_, { lookUp }) => {
    const answers = [];
    for (const kind of kinds) answers.push(await lookUp(subject, kind, country));
    const leaves = { mortality: doubtful(JSON.stringify(answers)) };
    return { status: 'awaiting_approval', assessment: { leaves, properties: {} } };
  };
  const live = { token: service.liveToken };
  const story = storyOf(service, 'v3.6');
  const applicant_id = await story.applicant({ dob: '1980-04-01', address, consents }, live);
  const { reports } = await story.completed({ applicant_id, report_names: ['identity_enhanced'] }, live);
  const of = `/accounts/${service.account.id}/reports/${reports[0].id}`;
  return {
    applicant_id,
    status: async () => (await operate('GET', of)).body.status,
    /** Answers for the report, by lookup; undefined while it waits for a source. */
    async answers() {
      const { leaves } = (await operate('GET', of)).body;
      const reason = leaves.mortality?.reason;
      return reason && JSON.parse(reason);
    },
    kept: async () => (await operate('GET', `${of}/source_answers`)).body.source_answers,
    path: of,
  };
}

describe('a live report', () => {
  test('asks every provider of the kind, and gives each only what the kind needs', async () => {
    const before = bureau.received.length;
    const report = await ask(['credit_agency']);
    const found = { status: 'match', match: ['name_address', 'name_dob'], address: 1 };
    expect(await report.answers()).toEqual([
      [
        { ...found, source: 'bureau' },
        { ...found, source: 'roll' },
      ],
    ]);
    expect(bureau.received.slice(before)).toEqual([
      {
        version: 1,
        request_id: expect.stringMatching(/^[0-9a-f]{32}$/),
        kind: 'credit_agency',
        country: 'GBR',
        subject: {
          first_name: 'Iskra',
          last_name: 'Vrtovec',
          date_of_birth: '1980-04-01',
          addresses: [address],
        },
      },
    ]);
    const [request_id] = bureau.received.slice(before).map((one) => one.request_id);
    expect(await report.kept()).toContainEqual({
      request_id,
      source: 'bureau',
      kind: 'credit_agency',
      tries: 1,
      asked_at: '2026-01-15T09:30:00Z',
      answered_at: '2026-01-15T09:30:00Z',
      answer: { ...found, source: 'bureau' },
    });
    // No source of a kind or country: nobody is asked.
    expect(await (await ask(['telephone'])).answers()).toEqual([[]]);
    expect(await (await ask(['credit_agency'], { country: 'FRA' })).answers()).toEqual([[]]);
    expect(bureau.received.length).toBe(before + 1);
    // The answers go with the applicant, and no other account reaches them.
    expect(
      (await operate('GET', `${report.path.replace(service.account.id, service.other.id)}/source_answers`)).status,
    ).toBe(404);
    expect((await service.call('GET', `/operator/v1${report.path}/source_answers`)).status).toBe(401);
    const erased = { environment: 'live', force: true };
    const of = `/accounts/${service.account.id}/applicants/${report.applicant_id}`;
    expect((await operate('POST', `${of}/erase`, erased)).body.counts).toMatchObject({ source_answer: 2 });
    expect((await operate('GET', `${report.path}/source_answers`)).status).toBe(410);
  });

  test('is tried again by the delays of its job while a provider fails, and asks the others no more', async () => {
    roll.answer(() => 503);
    const before = [bureau.received.length, roll.received.length];
    const report = await ask(['credit_agency']);
    const tries = () => [bureau.received.length - before[0]!, roll.received.length - before[1]!];
    expect([tries(), await report.status()]).toEqual([[1, 1], 'awaiting_data']);
    await later(1);
    expect(tries()).toEqual([1, 2]);
    await later(1);
    expect(tries()).toEqual([1, 2]);
    await later(1);
    expect([tries(), await report.answers()]).toEqual([[1, 3], undefined]);
    expect((await report.kept()).map(({ source, tries, answer }: never) => [source, tries, answer])).toContainEqual([
      ...['roll', 3, null],
    ]);
    await later(4);
    expect(tries()).toEqual([1, 4]);
    expect(new Set(roll.received.slice(before[1]).map(({ request_id }) => request_id)).size).toBe(1);
    expect([
      await report.status(),
      (await report.answers())[0].map(({ source, status, reason }: never) => [source, status, reason]),
    ]).toEqual([
      'awaiting_approval',
      [
        ['bureau', 'match', undefined],
        ['roll', 'unavailable', '4 tries failed: it answered 503'],
      ],
    ]);
  });

  test('gets the answer of a provider that recovers', async () => {
    bureau.answer(() => ({ status: 'unavailable' }));
    const report = await ask(['credit_agency']);
    expect(await report.status()).toBe('awaiting_data');
    bureau.answer(() => ({ status: 'no_match', reference: 'A-1' }));
    await later(1);
    expect((await report.answers())[0][0]).toEqual({ source: 'bureau', status: 'no_match', reference: 'A-1' });
  });

  test.each([
    ['its key is wrong', ['electoral'], undefined, 'it answered 401'],
    [
      'it says nothing of the contract',
      ['credit_agency'],
      { status: 'yes' },
      /^its answer does not follow the API: status must be one of/,
    ],
    [
      'it gives fields unknown values',
      ['credit_agency'],
      { status: 'match', fields: { town: 'Iskra' } },
      /: fields has an unknown key or value$/,
    ],
    [
      'it names an address that it was not asked about',
      ['credit_agency'],
      { status: 'match', address: 2 },
      /: address must be the number of an address in the request$/,
    ],
    [
      'it answers too much',
      ['credit_agency'],
      { status: 'match', reference: 'x'.repeat(501) },
      /: reference must be a short string$/,
    ],
    ['it redirects', ['credit_agency'], 302, 'it answered 302'],
  ] as const)('does not try again where %s', async (_, kinds, answer, reason) => {
    if (answer !== undefined) bureau.answer(() => answer as never);
    const report = await ask(kinds);
    const [first] = (await report.answers())[0];
    expect([first.status, first.reason]).toEqual([
      'unavailable',
      typeof reason === 'string' ? reason : expect.stringMatching(reason),
    ]);
  });

  test('gives a number to a provider only with the consent for it', async () => {
    const before = bureau.received.length;
    const withdrawn = await ask(['ssn'], { country: 'USA' });
    expect(await withdrawn.answers()).toEqual([[{ source: 'bureau', status: 'unavailable', reason: 'no consent' }]]);
    expect(bureau.received.length).toBe(before);
    await ask(['ssn'], { country: 'USA', consents: [{ name: 'ssn_verification', granted: true }] });
    expect(bureau.received.slice(before).map((one) => one.subject)).toEqual([
      {
        first_name: 'Iskra',
        last_name: 'Vrtovec',
        date_of_birth: '1980-04-01',
        id_numbers: [{ type: 'ssn', value: '433-54-3937' }],
      },
    ]);
  });
});

describe('an operator', () => {
  test('sees providers without their secrets, and tests one with an invented person', async () => {
    const { body } = await operate('GET', '/sources');
    expect(body.providers[0]).toEqual({
      name: 'bureau',
      kind: 'credit_agency',
      countries: ['GBR', 'USA'],
      url: bureau.url,
    });
    expect(JSON.stringify(body)).not.toContain(secret);
    const { body: tested } = await operate('POST', '/sources/bureau/test');
    expect(tested.tests.map(({ kind, outcome, detail }: never) => [kind, outcome, detail])).toEqual([
      ['credit_agency', 'answered', 'no_match'],
      ['ssn', 'answered', 'no_match'],
    ]);
    expect((await operate('POST', '/sources/wrong-key/test')).body.tests[0]).toMatchObject({
      outcome: 'refused',
      detail: 'it answered 401',
    });
    expect((await operate('POST', '/sources/nobody/test')).status).toBe(404);
    expect((await service.call('GET', '/operator/v1/sources', { token: service.liveToken })).status).toBe(401);
  });

  test('is warned of a provider that does not answer', async () => {
    const finding = async () =>
      (await operate('GET', '/health')).body.findings.find(({ name }: { name: string }) => name === 'sources');
    expect(await finding()).toEqual({
      name: 'sources',
      state: 'ok',
      detail: 'bureau, roll, wrong-key',
      ms: expect.any(Number),
    });
    await roll.close();
    expect(await finding()).toMatchObject({
      state: 'warning',
      detail: expect.stringMatching(/^unreachable: roll \(credit_agency\): /),
    });
  });
});
