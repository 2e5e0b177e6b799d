import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../base/clock.ts';
import { reportType } from '../../reports/index.ts';
import { clear, consider, verdictOf } from '../../reports/live/assessment.ts';
import type { LeafFindings, Properties } from '../../reports/outcome.ts';
import type { ReportProcessor } from '../../reports/types.ts';
import { query } from '../../store/query.ts';
import { startService, type TestService } from '../../testing/service.ts';
import { upkeep } from '../../workers/upkeep.ts';
import { storyOf, unknownId } from '../v3/testing/story.ts';
import { type Browser, signedIn } from './testing/browser.ts';

const type = reportType('document') as { process?: ReportProcessor };
const processor = type.process;
const FONTS = 'visual_authenticity.fonts';

const passport: Properties = {
  document_type: 'passport',
  issuing_country: 'NLD',
  document_numbers: [{ type: 'document_number', value: 'SPECI2014' }],
};
const address = {
  flat_number: '4',
  building_number: '10',
  street: 'Prešernova cesta',
  town: 'Ljubljana',
  postcode: '1000',
  country: 'SVN',
};
const jane = { email: 'Jane.Doe@Example.com', phone_number: '+442079460018', address };

let service: TestService;
let account: Awaited<ReturnType<TestService['makeAccount']>>;
let ada: Browser & { id: string };
let rita: Browser & { id: string };
/** Findings of the analysis beside a sound font. */
let against: LeafFindings;

beforeAll(async () => {
  service = await startService({ settings: { analysis: 'on' } });
  // Stands for the analysis of a sound passport.
  type.process = async (_, { decision }) => {
    const leaves = { [FONTS]: clear('The letters are even'), ...against };
    return verdictOf(reportType('document'), { leaves, properties: passport }, decision);
  };
});
afterAll(async () => {
  type.process = processor as ReportProcessor;
  await service.close();
});
beforeEach(async () => {
  against = {};
  account = await service.makeAccount(`Lists ${service.clock.now()}`, { image_quality: false });
  ada = await signedIn(service, 'admin', { name: 'Ada', account: account.id });
  rita = await signedIn(service, 'reviewer', { name: 'Rita', account: account.id });
});

const rowsOfAccount = query<{ account_id: string }>()((db, p) =>
  db.selectFrom('list_entries').selectAll().where('account_id', '=', p.account_id),
);
const rowsOf = (account_id: string) => service.services.store.system.all(rowsOfAccount, { account_id });

const live = () => ({ token: account.liveToken });
const at = (path: string, environment = 'live', of = account.id) => `/accounts/${of}/${environment}/${path}`;
const reason = 'Three forged payslips in March';

async function add(entry: object, { by = rita, environment = 'live' } = {}) {
  const { status, body } = await by.post(at('list_entries', environment), { list: 'block', reason, ...entry });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}
const entriesOf = async (list = 'block', environment = 'live') =>
  (await ada.get(`${at('list_entries', environment)}?list=${list}`)).body.entries;

/** A live check on a passport, processed: the report as clients see it, and as a reviewer sees it. */
async function checked(applicant: object = jane, reports = ['document']) {
  const story = storyOf(service, 'v3.6');
  const applicant_id = await story.applicant(applicant, live());
  await story.document(applicant_id, {}, live());
  const { body } = await story.check({ applicant_id, report_names: reports }, live());
  expect(body.error).toBeUndefined();
  await service.settle();
  return { applicant_id, check: body.id as string, report: body.report_ids[0] as string };
}
const shown = async (id: string) => (await rita.get(at(`reports/${id}`))).body;
const seen = async (id: string) => (await service.get(`/v3.6/reports/${id}`, live())).body;
const decide = (id: string, decision: object) =>
  rita.post(at(`reports/${id}/decide`), { note: 'I compared the entry', ...decision });

describe('a hit on the blocklist', () => {
  test.each([
    ['document_number', { value: 'speci-2014', country: 'NLD' }, 'SPECI2014, NLD'],
    ['document_number', { value: 'SPECI2014' }, 'SPECI2014'],
    ['email', { value: ' jane.doe@example.COM ' }, 'jane.doe@example.com'],
    ['email', { value: '@Example.com' }, '@example.com'],
    ['phone', { value: '44 20 7946 0018' }, '+442079460018'],
    [
      'address',
      { value: 'PRESERNOVA CESTA 10, 4', country: 'SVN', postcode: '10 00' },
      'PRESERNOVA CESTA 10, 4, 10 00, SVN',
    ],
  ])('by %s %j needs a reviewer, who sees entry, author and reason', async (kind, value, text) => {
    const untouched = await checked();
    expect((await seen(untouched.report)).status).toBe('complete');
    const entry = await add({ kind, ...value });
    const { report } = await checked();
    const path = `blocklist.${kind}`;
    expect(await shown(report)).toMatchObject({
      status: 'awaiting_approval',
      doubts: [path],
      concerns: [{ path, kind: 'lists', doubt: true }],
      leaves: {
        [path]: {
          reason: expect.stringMatching(
            / is on the blocklist of the account\. Rita added it on 2026-\d\d-\d\d: Three forged payslips in March$/,
          ),
        },
      },
      list_hits: [
        {
          entry_id: entry.id,
          list: 'block',
          kind,
          value: text,
          reason,
          by: { kind: 'member', id: rita.id },
          author: 'Rita',
          exempt: false,
        },
      ],
    });
    expect((await shown(untouched.report)).list_hits).toEqual([]);

    // A person clears it, and the body has no word of the list.
    expect((await decide(report, { leaves: { [path]: 'clear' } })).status).toBe(200);
    const body = await seen(report);
    expect([body.status, body.result, body.sub_result]).toEqual(['complete', 'clear', 'clear']);
    expect(Object.keys(body.breakdown)).toEqual(['visual_authenticity']);
    expect(JSON.stringify(body)).not.toContain('blocklist');
  });

  test.each([
    ['document_number', { value: 'SPECI2014' }, 'suspected'],
    ['email', { value: jane.email }, 'caution'],
  ])('by %s that a reviewer confirms makes the report %s', async (kind, value, sub_result) => {
    await add({ kind, ...value });
    const path = `blocklist.${kind}`;
    const byLeaf = await checked();
    await decide(byLeaf.report, { leaves: { [path]: 'consider' } });
    const whole = await checked();
    await decide(whole.report, { result: 'consider', leaves: { [path]: 'consider' } });
    for (const { report, check } of [byLeaf, whole]) {
      const body = await seen(report);
      expect([body.result, body.sub_result]).toEqual(['consider', sub_result]);
      expect(body.breakdown.visual_authenticity.result).toBe('clear');
      expect((await service.get(`/v3.6/checks/${check}`, live())).body.result).toBe('consider');
    }
  });

  test('that a reviewer has confirmed can no longer be cleared with the whole report', async () => {
    await add({ kind: 'email', value: jane.email });
    await add({ kind: 'phone', value: jane.phone_number });
    const { report } = await checked();
    expect((await decide(report, { leaves: { 'blocklist.email': 'consider' } })).status).toBe(200);
    const { status, body } = await decide(report, { result: 'clear' });
    const message = "can't be clear while leaves are flagged: overrule blocklist.email with leaves";
    expect([status, body.error.fields]).toEqual([422, { result: [message] }]);
    expect((await seen(report)).status).toBe('awaiting_approval');
  });

  test('does not end a report by itself, and asks nobody where the result is the same without it', async () => {
    await add({ kind: 'email', value: jane.email });
    against = { [FONTS]: consider('A letter was pasted in') };
    const { report } = await checked();
    expect(await seen(report)).toMatchObject({ status: 'complete', result: 'consider', sub_result: 'suspected' });
    expect((await shown(report)).list_hits).toHaveLength(1);
  });

  test('is flagged without a reviewer in an account that flags every doubt', async () => {
    account = await service.makeAccount(`Flags ${service.clock.now()}`, {
      image_quality: false,
      decision_uncertain: 'consider',
    });
    rita = await signedIn(service, 'reviewer', { name: 'Rita', account: account.id });
    await add({ kind: 'email', value: jane.email });
    const { report } = await checked();
    expect(await seen(report)).toMatchObject({ status: 'complete', result: 'consider', sub_result: 'caution' });
  });

  test('is in one report of a check: the report that suits it', async () => {
    await add({ kind: 'ip_range', value: '127.0.0.9/8' });
    const story = storyOf(service, 'v3.6');
    const applicant_id = await story.applicant(jane, live());
    await story.document(applicant_id, {}, await story.sdk(applicant_id, live()));
    const order = { applicant_id, report_names: ['document', 'device_intelligence'] };
    const { body } = await story.check(order, live());
    await service.settle();
    const reports = await Promise.all(body.report_ids.map(shown));
    const hitsOf = (name: string) => reports.find((one) => one.name === name).list_hits;
    expect(hitsOf('document')).toEqual([]);
    expect(hitsOf('device_intelligence')).toMatchObject([{ kind: 'ip_range', value: '127.0.0.0/8' }]);
    const alone = await story.check({ applicant_id, report_names: ['document'] }, live());
    await service.settle();
    expect((await shown(alone.body.report_ids[0])).doubts).toEqual(['blocklist.ip_range']);
  });

  test('ends with its entry: when it is removed, and when it expires', async () => {
    const { id } = await add({ kind: 'email', value: jane.email });
    await add({ kind: 'phone', value: jane.phone_number, expires_in_days: 30 });
    expect((await shown((await checked()).report)).doubts).toEqual(['blocklist.email', 'blocklist.phone']);
    expect((await ada.call('DELETE', at(`list_entries/${id}`))).status).toBe(204);
    expect((await ada.call('DELETE', at(`list_entries/${id}`))).status).toBe(404);
    expect((await shown((await checked()).report)).doubts).toEqual(['blocklist.phone']);
    service.clock.advance(30 * DAY_MS - 1);
    ada = await signedIn(service, 'admin', { name: 'Ada', account: account.id });
    rita = await signedIn(service, 'reviewer', { name: 'Rita', account: account.id });
    expect((await shown((await checked()).report)).doubts).toEqual(['blocklist.phone']);
    service.clock.advance(1);
    expect((await shown((await checked()).report)).status).toBe('complete');
    // It no longer shows, can be added again, and is deleted.
    expect(await entriesOf()).toEqual([]);
    await add({ kind: 'phone', value: jane.phone_number, expires_in_days: 1 });
    service.clock.advance(DAY_MS + HOUR_MS);
    await upkeep(service.services);
    expect(await rowsOf(account.id)).toEqual([]);
  });
});

describe('the allowlist', () => {
  test('exempts a value from block entries of its kind, and clears nothing else', async () => {
    await add({ kind: 'email', value: '@example.com' });
    await add({ kind: 'phone', value: jane.phone_number });
    await add({ list: 'allow', kind: 'email', value: jane.email, reason: 'Our own test inbox' }, { by: ada });
    const { report } = await checked();
    const found = await shown(report);
    expect(found.doubts).toEqual(['blocklist.phone']);
    expect(found.list_hits).toMatchObject([
      { list: 'block', kind: 'phone', exempt: false },
      { list: 'block', kind: 'email', value: '@example.com', exempt: true },
      { list: 'allow', kind: 'email', value: 'jane.doe@example.com', reason: 'Our own test inbox', exempt: false },
    ]);

    against = { [FONTS]: consider('A letter was pasted in') };
    expect((await seen((await checked()).report)).result).toBe('consider');
  });

  test('exempts a range only if every address of the applicant in it is allowed', async () => {
    await add({ kind: 'ip_range', value: '192.0.2.0/24' });
    await add({ list: 'allow', kind: 'ip_range', value: '127.0.0.1' }, { by: ada });
    await add({ list: 'allow', kind: 'ip_range', value: '192.0.2.7' }, { by: ada });
    const from = (ip_address: string) => ({ ...jane, location: { ip_address, country_of_residence: 'GBR' } });
    expect((await seen((await checked(from('192.0.2.7'))).report)).status).toBe('complete');
    expect((await shown((await checked(from('192.0.2.8'))).report)).doubts).toEqual(['blocklist.ip_range']);
  });

  test('is for administrators, who alone remove entries', async () => {
    const body = { list: 'allow', kind: 'email', value: 'a@example.com', reason };
    expect((await rita.post(at('list_entries'), body)).body.error.type).toBe('not_permitted');
    const { id } = await add({ kind: 'email', value: 'a@example.com' });
    expect((await rita.call('DELETE', at(`list_entries/${id}`))).body.error.type).toBe('not_permitted');
    const twice = await ada.post(at('list_entries'), body);
    expect(twice.body.error.fields).toEqual({ value: ['is on the blocklist already'] });
  });
});

test('the values of a report are offered, and the entry holds nothing of the applicant', async () => {
  const { report, applicant_id } = await checked();
  const values = async () => (await rita.get(at(`reports/${report}/listable`))).body.values;
  const none = { country: null, postcode: null };
  const email = { kind: 'email', value: 'jane.doe@example.com', ...none };
  expect(await values()).toEqual([
    { kind: 'document_number', value: 'SPECI2014', country: 'NLD', postcode: null, list: null },
    { ...email, list: null },
    { kind: 'phone', value: '+442079460018', ...none, list: null },
    { kind: 'address', value: '4 10 Prešernova cesta', country: 'SVN', postcode: '1000', list: null },
  ]);
  const entry = await add({ ...email, report_id: report });
  expect((await values())[1]).toEqual({ ...email, list: 'block' });
  const erased = await service.call('POST', `/operator/v1/accounts/${account.id}/applicants/${applicant_id}/erase`, {
    token: null,
    headers: { authorization: `Bearer ${service.operatorKey}` },
    json: { environment: 'live' },
  });
  expect(erased.status, JSON.stringify(erased.body)).toBe(200);
  expect((await rita.get(at(`reports/${report}/listable`))).status).toBe(410);
  expect(await entriesOf()).toEqual([entry]);
  const rows = await rowsOf(account.id);
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toMatch(/jane|example\.com|payslips/i);
  const { entries } = (await ada.get(`/accounts/${account.id}/audit?action=list_entry_added`)).body;
  expect(entries[0]).toMatchObject({
    object: { type: 'list_entry', id: entry.id },
    details: { list: 'block', kind: 'email', report_id: report },
  });
  expect((await rita.post(at('list_entries'), { ...email, list: 'block', reason, report_id: unknownId })).status).toBe(
    404,
  );
});

test.each([
  [{ kind: 'email', value: 'jane' }, { value: ['is invalid'] }],
  [{ kind: 'email', value: '@' }, { value: ['is invalid'] }],
  [{ kind: 'document_number', value: '--' }, { value: ['is invalid'] }],
  [{ kind: 'document_number', value: '1', country: 'Holland' }, { country: ['is not included in the list'] }],
  [
    { kind: 'phone', value: '12' },
    { value: ['must be a phone number with its country code, such as +44 20 7946 0000'] },
  ],
  [{ kind: 'ip_range', value: '10.0.0.300' }, { value: ['must be an IP address or a range such as 192.0.2.0/24'] }],
  [{ kind: 'ip_range', value: '10' }, { value: ['must be an IP address or a range such as 192.0.2.0/24'] }],
  [{ kind: 'ip_range', value: '10.0.0.0/33' }, { value: ['must be an IP address or a range such as 192.0.2.0/24'] }],
  [{ kind: 'ip_range', value: '10.0.0.0/7' }, { value: ['is too wide: the prefix must have at least 8 bits'] }],
  [{ kind: 'ip_range', value: '2001:db8::/15' }, { value: ['is too wide: the prefix must have at least 16 bits'] }],
  [{ kind: 'address', value: 'Street 1', postcode: '1' }, { country: ["can't be blank"] }],
  [{ kind: 'address', value: 'Street 1', country: 'SVN' }, { postcode: ["can't be blank"] }],
  [{ kind: 'email', value: 'a@example.com', reason: ' ' }, { reason: ["can't be blank"] }],
])('refuses %j', async (entry, fields) => {
  const { status, body } = await rita.post(at('list_entries'), { list: 'block', reason, ...entry });
  expect([status, body.error?.fields]).toEqual([422, fields]);
  expect(await entriesOf()).toEqual([]);
});

test.each([
  ['192.0.2.77/24', '192.0.2.0/24'],
  ['192.0.2.77/32', '192.0.2.77'],
  ['::ffff:192.0.2.77', '192.0.2.77'],
  ['::ffff:192.0.2.77/120', '192.0.2.0/24'],
  ['2001:DB8:0:1::5/47', '2001:db8::/47'],
])('the range %s is listed as %s', async (value, listed) => {
  expect((await add({ kind: 'ip_range', value })).value).toBe(listed);
});

test('pages of a list begin where the last ended', async () => {
  const ids: string[] = [];
  for (const value of ['a@example.com', 'b@example.com', 'c@example.com']) {
    service.clock.advance(1);
    ids.push((await add({ kind: 'email', value })).id);
  }
  const first = (await rita.get(`${at('list_entries')}?limit=2`)).body;
  expect([first.entries.map(({ id }: { id: string }) => id), first.next]).toEqual([[ids[2], ids[1]], ids[1]]);
  const second = (await rita.get(`${at('list_entries')}?limit=2&cursor=${first.next}`)).body;
  expect([second.entries.map(({ id }: { id: string }) => id), second.next]).toEqual([[ids[0]], null]);
});

test('a list shows the entries of a kind', async () => {
  const { id } = await add({ kind: 'email', value: 'a@example.com' });
  const phone = await add({ kind: 'phone', value: jane.phone_number });
  const idsOf = async (kind: string) =>
    (await rita.get(`${at('list_entries')}?kind=${kind}`)).body.entries.map((entry: { id: string }) => entry.id);
  expect([await idsOf('email'), await idsOf('phone'), await idsOf('address')]).toEqual([[id], [phone.id], []]);
  expect((await rita.get(`${at('list_entries')}?kind=face`)).status).toBe(422);
});

test('the outcome of a decision that confirms a hit names the hit', async () => {
  await add({ kind: 'email', value: jane.email });
  service.clock.advance(1);
  await add({ kind: 'document_number', value: 'SPECI2014' });
  const { report } = await checked();
  const outcomes = async (...decisions: object[]) => {
    const body = { decisions: decisions.map((decision) => ({ note: 'I compared the entry', ...decision })) };
    return (await rita.post(at(`reports/${report}/outcomes`), body)).body.outcomes;
  };
  const leaves = (email: string, number: string) => ({
    leaves: { 'blocklist.email': email, 'blocklist.document_number': number },
  });
  const suspected = { status: 'complete', result: 'consider', sub_result: 'suspected' };
  expect(
    await outcomes(
      leaves('clear', 'clear'),
      leaves('consider', 'clear'),
      leaves('consider', 'consider'),
      { result: 'consider', leaves: { 'blocklist.document_number': 'consider' } },
      { result: 'consider', sub_result: 'suspected' },
    ),
  ).toMatchObject([
    { status: 'complete', result: 'clear', sub_result: 'clear', flagged: [] },
    { status: 'complete', result: 'consider', sub_result: 'caution', flagged: ['blocklist.email'] },
    { ...suspected, flagged: ['blocklist.email', 'blocklist.document_number'] },
    { ...suspected, flagged: ['blocklist.document_number'] },
    { ...suspected, flagged: [] },
  ]);
  // A hit that was confirmed before counts too.
  await decide(report, { leaves: { 'blocklist.email': 'consider' } });
  expect((await outcomes({ leaves: { 'blocklist.document_number': 'clear' } }))[0].flagged).toEqual([
    'blocklist.email',
  ]);
});

test('another account and the other environment see no entry, and their reports hit none', async () => {
  const { id } = await add({ kind: 'email', value: jane.email });
  expect(await entriesOf('block', 'sandbox')).toEqual([]);
  expect(await entriesOf('allow')).toEqual([]);
  expect((await ada.call('DELETE', at(`list_entries/${id}`, 'sandbox'))).status).toBe(404);
  const stranger = await signedIn(service, 'admin', { account: service.other.id });
  expect((await stranger.get(at('list_entries'))).status).toBe(404);
  expect((await stranger.get(at('list_entries', 'live', service.other.id))).body.entries).toEqual([]);
  expect((await stranger.call('DELETE', at(`list_entries/${id}`, 'live', service.other.id))).status).toBe(404);
  const own = account;
  account = await service.makeAccount(`Beside ${service.clock.now()}`, { image_quality: false });
  const { report } = await checked();
  expect((await seen(report)).status).toBe('complete');
  account = own;
  expect((await entriesOf()).map((entry: { id: string }) => entry.id)).toEqual([id]);
});
