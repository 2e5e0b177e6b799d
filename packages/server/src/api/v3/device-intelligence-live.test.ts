import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../base/clock.ts';
import { mmdb } from '../../locations/testing/mmdb.ts';
import { query } from '../../store/query.ts';
import { type Call, type TestService, useService } from '../../testing/service.ts';
import { upkeep } from '../../workers/upkeep.ts';
import { greyPng, SMALLEST } from './testing/files.ts';
import { storyOf } from './testing/story.ts';

const directory = mkdtempSync(join(tmpdir(), 'bonafide-devices-'));
const locationDatabase = join(directory, 'cities.mmdb');
afterAll(() => rmSync(directory, { recursive: true }));
// Addresses for documentation (RFC 5737, RFC 3849), in the shapes of several publishers.
writeFileSync(
  locationDatabase,
  mmdb([
    [
      '192.0.2.0/24',
      {
        city: { names: { de: 'Londres', en: 'London' } },
        subdivisions: [{ names: { en: 'England' } }, { names: { en: 'Greater London' } }],
        country: { iso_code: 'GB' },
      },
    ],
    ['198.51.100.0/24', { city: 'Paris', region: 'Ile-de-France', country: 'FR' }],
    ['2001:db8::/32', { country: { iso_code: 'DE' } }],
  ]),
);

const analysis = 'on';
const service = useService({ settings: { analysis, locationDatabase, trustedProxies: '127.0.0.1,::1' } });
const direct = useService({ settings: { analysis, locationDatabase } });

const LINUX = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';
const PIXEL =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36';

const virtual = { camera_name: 'OBS Virtual Camera' };

/** Has no page, so its report ends at once. */
const emptyPdf = {
  name: 'empty.pdf',
  type: 'application/pdf',
  bytes: Buffer.from(`%PDF-1.7\n${' '.repeat(SMALLEST)}\nstartxref\n0\n%%EOF\n`),
};

const file = { name: 'picture.png', bytes: await greyPng(), type: 'image/png' };

interface From {
  readonly address: string;
  readonly agent?: string;
  readonly fields?: Record<string, string>;
  readonly metadata?: object;
  readonly headers?: Record<string, string>;
}

/** Common steps of the tests, in live of the first account unless they say otherwise. */
function deviceStory(of: TestService, own?: Call) {
  const story = storyOf(of, 'v3.6');
  const call = () => own ?? { token: of.liveToken };
  const from = ({ address, agent = LINUX, headers }: From) => ({
    'x-forwarded-for': address,
    'user-agent': agent,
    ...headers,
  });
  return {
    ...story,
    applicant: () => story.applicant({ email: 'jane@example.com' }, call()),
    /** A header that carries an SDK token of the applicant. */
    async token(applicant_id: string, more: object = {}) {
      const { status, body } = await of.post('/v3.6/sdk_token', { applicant_id, ...more }, call());
      expect(status).toBe(200);
      return { authorization: `Bearer ${body.token}` };
    },
    /** Uploads as a browser does that runs a capture SDK; the status. */
    async send(path: string, authorization: object, sent: From, what = file) {
      const fields = {
        type: 'passport',
        advanced_validation: 'false',
        sdk_source: 'onfido_web_sdk',
        sdk_version: '14.0.0',
        sdk_metadata: JSON.stringify({ captureMethod: 'live', ...sent.metadata }),
        ...sent.fields,
      };
      const headers = { ...from(sent), ...authorization };
      return (await story.upload(path, fields, what, { token: null, headers })).status;
    },
    /** An applicant who has uploaded a passport so. */
    async sent(by: From): Promise<string> {
      const id = await this.applicant();
      expect(await this.send('documents', await this.token(id), by)).toBe(201);
      return id;
    },
    async report(applicant_id: string, report_names = ['device_intelligence']) {
      return (await story.completed({ applicant_id, report_names }, call())).reports[0];
    },
  };
}

const story = deviceStory(service);

const leaf = (result: string | null) => ({ result, properties: {} });
const leaves = (authenticity: string | null, integrity: string | null, reputation: string | null) => ({
  application_authenticity: leaf(authenticity),
  device_integrity: leaf(integrity),
  device_reputation: leaf(reputation),
});
const resultsOf = ({ breakdown }: { breakdown: { device: { breakdown: Record<string, { result: string }> } } }) =>
  Object.values(breakdown.device.breakdown).map(({ result }) => result);

const nothing = {
  number_of_ip_reuse_reports: 0,
  number_of_suspected_ip_reuse_reports: 0,
  ip_reputation: 'NOT_ENOUGH_DATA',
  single_device_used: null,
  document_capture: 'unknown_method',
  biometric_capture: 'unknown_method',
};

describe('device intelligence in live', () => {
  test('says what the uploads of a capture SDK show', async () => {
    const id = await story.applicant();
    const token = await story.token(id);
    const phone = { address: '192.0.2.7', agent: PIXEL };
    expect(await story.send('documents', token, phone)).toBe(201);
    expect(await story.send('live_photos', token, phone)).toBe(201);
    const report = await story.report(id);
    expect(report).toMatchObject({
      name: 'device_intelligence',
      status: 'complete',
      result: 'clear',
      sub_result: null,
    });
    expect(report.breakdown).toEqual({ device: { result: 'clear', breakdown: leaves('clear', null, null) } });
    expect(report.properties).toEqual({
      device: {
        sdk_version: '14.0.0',
        sdk_source: 'onfido-web-sdk',
        authentication_type: 'sdk_token',
        raw_model: 'Pixel 8',
        os: 'Android',
        browser: 'Chrome',
        ...nothing,
        single_device_used: true,
        document_capture: 'live',
        biometric_capture: 'live',
      },
      ip: { address: '192.0.2.7' },
      geolocation: { city: 'London', region: 'England', country: 'GBR' },
    });
    const foreign = { token: service.other.liveToken };
    for (const other of [foreign, {}])
      expect((await service.get(`/v3.6/reports/${report.id}`, other)).status).toBe(404);
  });

  test.each([
    ['198.51.100.9', { city: 'Paris', region: 'Ile-de-France', country: 'FRA' }],
    ['2001:db8::9', { country: 'DEU' }],
    ['203.0.113.9', undefined],
    // The proxy names the last; what stands before it is what anyone may write.
    ['192.0.2.7, 203.0.113.10', undefined, '203.0.113.10'],
    ['::ffff:198.51.100.9', { city: 'Paris', region: 'Ile-de-France', country: 'FRA' }, '198.51.100.9'],
  ])('of the address %s', async (address, geolocation, shown = address) => {
    const { properties } = await story.report(await story.sent({ address }));
    expect([properties.ip, properties.geolocation]).toEqual([{ address: shown }, geolocation]);
  });

  test('believes no proxy that is not trusted', async () => {
    const own = deviceStory(direct);
    const { properties } = await own.report(await own.sent({ address: '192.0.2.7' }));
    expect(Object.keys(properties).sort()).toEqual(['device', 'ip']);
    expect(properties.ip).toEqual({ address: expect.stringMatching(/^(127\.0\.0\.1|::1)$/) });
  });

  test('leaves out what an upload does not say', async () => {
    const bare = { sdk_source: '', sdk_version: ' ', sdk_metadata: '"live"' };
    const { breakdown, properties, status } = await story.report(
      await story.sent({ address: 'unknown', agent: 'x', fields: bare }),
    );
    expect(status).toBe('awaiting_approval');
    expect([breakdown, properties]).toEqual([{}, {}]);
    const named = {
      address: '203.0.113.11',
      agent: 'x',
      fields: { sdk_source: 'onfido-ios-sdk', sdk_version: '30.1' },
    };
    const known = await story.report(await story.sent({ ...named, metadata: { captureMethod: 'html5' } }));
    expect(known.properties).toEqual({
      device: { sdk_version: '30.1', sdk_source: 'onfido-ios-sdk', authentication_type: 'sdk_token', ...nothing },
      ip: { address: '203.0.113.11' },
    });
  });

  test('waits for a person where an API token uploaded', async () => {
    const live = { token: service.liveToken };
    const id = await story.applicant();
    const headers = { 'x-forwarded-for': '192.0.2.8', 'user-agent': LINUX };
    const fields = { applicant_id: id, type: 'passport', sdk_source: 'onfido_web_sdk', sdk_version: '14.0.0' };
    expect((await story.upload('documents', fields, file, { ...live, headers })).status).toBe(201);
    const waiting = await story.report(id);
    expect([waiting.status, waiting.result, waiting.breakdown]).toEqual(['awaiting_approval', null, {}]);
    const operator = { token: null, headers: { authorization: `Bearer ${service.operatorKey}` } };
    const path = `/operator/v1/accounts/${service.account.id}/reports/${waiting.id}`;
    const { doubts, leaves: found } = (await service.get(path, operator)).body;
    const reasons = Object.entries(found as Record<string, { reason: string }>).map(([name, { reason }]) => [
      name,
      reason,
    ]);
    expect([doubts, reasons]).toEqual([
      ['device.application_authenticity'],
      [
        ['device.application_authenticity', 'Some uploads did not use an SDK token'],
        [
          'device.device_integrity',
          'No virtual camera or emulator was reported. This does not prove that the device is real',
        ],
        ['device.device_reputation', 'Only 0 checks from this IP address ended in the last 30 days'],
      ],
    ]);
    const decision = { leaves: { 'device.application_authenticity': 'clear' }, note: 'Asked the client' };
    expect((await service.post(`${path}/decide`, decision, operator)).status).toBe(200);
    const { body } = await service.get(`/v3.6/reports/${waiting.id}`, live);
    expect([body.result, body.properties]).toEqual([
      'clear',
      { device: { authentication_type: 'api_token', ...nothing } },
    ]);
    const eager = await service.makeAccount('Eager Ltd', { decision_uncertain: 'consider' });
    const own = deviceStory(service, { token: eager.liveToken });
    const decided = await own.report(await own.applicant());
    expect([decided.status, decided.result, resultsOf(decided)]).toEqual([
      'complete',
      'consider',
      ['consider', null, null],
    ]);
  });

  test('flags uploads with a token of another applicant, and from pages that a token forbids', async () => {
    const here = { address: '203.0.113.20' };
    const [stranger, victim] = [await story.sent(here), await story.sent(here)];
    const token = await story.token(stranger);
    expect(await story.send('documents', token, { ...here, fields: { applicant_id: victim } })).toBe(422);
    expect(resultsOf(await story.report(victim))).toEqual(['consider', null, null]);
    expect(resultsOf(await story.report(stranger))).toEqual(['clear', null, null]);

    const id = await story.sent(here);
    // What is wrong with a file says nothing of the device.
    const text = { name: 'a.png', bytes: Buffer.from('Dear Sir or Madam'), type: 'image/png' };
    expect(await story.send('documents', await story.token(id), here, text)).toBe(422);
    const bound = await story.token(id, { referrer: 'https://client.example/*' });
    const page = (origin: string) => ({ ...here, headers: { origin } });
    expect(await story.send('documents', bound, page('https://client.example'))).toBe(201);
    expect(resultsOf(await story.report(id))).toEqual(['clear', null, null]);
    for (let times = 0; times < 2; times++) {
      expect(await story.send('documents', bound, page('https://thief.example'))).toBe(401);
    }
    const flagged = await story.report(id);
    expect([flagged.result, ...resultsOf(flagged)]).toEqual(['consider', 'consider', null, null]);
    // Neither an applicant of another account nor one who is not there can be marked.
    const other = deviceStory(service, { token: service.other.liveToken });
    const theirs = await other.sent(here);
    expect(await story.send('documents', token, { ...here, fields: { applicant_id: theirs } })).toBe(422);
    expect(resultsOf(await other.report(theirs))).toEqual(['clear', null, null]);
  });

  test('flags a camera that is named as a virtual one', async () => {
    const id = await story.sent({ address: '203.0.113.21', metadata: virtual });
    const report = await story.report(id);
    expect([report.result, ...resultsOf(report)]).toEqual(['consider', 'clear', 'consider', null]);
  });
});

describe('document reports from one address', () => {
  const documents = query()((db) => db.selectFrom('address_uses').select(['what', 'hash', 'applicant_id']));
  const uses = () => service.services.store.system.all(documents, {});
  const suspect = query<{ id: string }>()((db, p) =>
    db.updateTable('reports').set({ sub_result: 'suspected' }).where('id', '=', p.id),
  );

  test('count for 24 hours, those that were suspected make the device one to consider', async () => {
    const account = await service.makeAccount('Busy Ltd', { deletion_delay_days: 1 });
    const own = deviceStory(service, { token: account.liveToken });
    const home = { address: '2001:db8:1:2:a::1' };
    const counts = async (from: From, of = own) => {
      const { breakdown, properties } = await of.report(await of.sent(from));
      const { number_of_ip_reuse_reports: all, number_of_suspected_ip_reuse_reports: suspected } = properties.device;
      return [all, suspected, breakdown.device.breakdown.device_reputation.result];
    };
    const first = await own.sent(home);
    // Checks that wait for a form have their reports, and nobody analyses them.
    const waiting = async (applicant_id: string): Promise<string> => {
      const body = { applicant_id, report_names: ['document'], applicant_provides_data: true };
      return (await own.check(body, { token: account.liveToken })).body.report_ids[0];
    };
    const id = await waiting(first);
    await waiting(await own.sent(home));
    // Another device of the same network, and devices of others.
    expect(await counts({ address: '2001:db8:1:2:b::2' })).toEqual([2, 0, null]);
    expect(await counts({ address: '2001:db8:1:3::1' })).toEqual([0, 0, null]);
    expect(await counts(home, deviceStory(service, { token: service.other.liveToken }))).toEqual([0, 0, null]);

    await service.services.store.transaction((tx) => tx.run(suspect, { id }));
    expect(await counts(home)).toEqual([2, 1, 'consider']);
    const applicant_id = await own.sent(home);
    expect(await own.send('documents', await own.token(applicant_id), home, emptyPdf)).toBe(201);
    const both = { applicant_id, report_names: ['document', 'device_intelligence'] };
    const { reports } = await own.completed(both, { token: account.liveToken });
    const device = reports.find(({ name }: { name: string }) => name === 'device_intelligence');
    expect(device.properties.device.number_of_ip_reuse_reports).toBe(2);

    const hashes = new Set((await uses()).filter(({ applicant_id }) => applicant_id === first).map(({ hash }) => hash));
    expect([...hashes]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
    service.clock.advance(DAY_MS);
    expect(await counts(home)).toEqual([0, 0, null]);
    await upkeep(service.services);
    expect((await uses()).filter(({ what }) => what === 'report')).toEqual([]);
    expect((await uses()).some(({ applicant_id }) => applicant_id === first)).toBe(true);
    expect((await service.del(`/v3.6/applicants/${first}`, { token: account.liveToken })).status).toBe(204);
    service.clock.advance(DAY_MS);
    await service.settle();
    expect((await uses()).some(({ applicant_id }) => applicant_id === first)).toBe(false);
    service.clock.advance(30 * DAY_MS);
    await upkeep(service.services);
    expect(await uses()).toEqual([]);
  });

  test('and finished checks give it a reputation for 30 days', async () => {
    const account = await service.makeAccount('Large Ltd');
    const own = deviceStory(service, { token: account.liveToken });
    const reputation = async (from: From) => {
      const { properties, breakdown } = await own.report(await own.sent(from));
      return [properties.device.ip_reputation, breakdown.device.breakdown.device_reputation.result];
    };
    const checked = async (from: From, count: number) => {
      const applicant_id = await own.sent(from);
      const body = { applicant_id, report_names: ['device_intelligence'] };
      for (let n = 0; n < count; n++) expect((await own.check(body, { token: account.liveToken })).status).toBe(201);
      await own.process();
    };
    const home = { address: '203.0.113.30' };
    await checked({ ...home, metadata: virtual }, 10);
    await checked(home, 9);
    expect(await reputation(home)).toEqual(['NOT_ENOUGH_DATA', null]);
    expect(await reputation({ address: '203.0.113.31' })).toEqual(['NOT_ENOUGH_DATA', null]);
    // 10 checks of 20 are clear, then 11 of 21, then 11 of 23.
    expect(await reputation(home)).toEqual(['LOW_RISK', 'clear']);
    await checked({ ...home, metadata: virtual }, 2);
    expect(await reputation(home)).toEqual(['HIGH_RISK', 'consider']);
    service.clock.advance(30 * DAY_MS);
    expect(await reputation(home)).toEqual(['NOT_ENOUGH_DATA', null]);
  });

  test('goes with its check, by retention', async () => {
    const account = await service.makeAccount('Brief Ltd');
    const own = deviceStory(service, { token: account.liveToken });
    const from = { address: '203.0.113.40', metadata: { camera_name: 'HD Pro Webcam C920 (046d:082d)' } };
    const erased = await own.sent(from);
    await own.report(erased);
    const kept = await deviceStory(service).sent(from);
    await story.report(kept);
    const ofCheck = async (id: string) =>
      (await uses()).flatMap(({ applicant_id, what }) => (applicant_id === id ? [what] : [])).toSorted();
    expect(await ofCheck(erased)).toEqual(['check', 'device']);
    const json = { retention_check_days: 10 };
    const operator = { headers: { authorization: `Bearer ${service.operatorKey}` }, token: null };
    const path = `/operator/v1/accounts/${account.id}`;
    expect((await service.call('PATCH', path, { ...operator, json })).status).toBe(200);
    service.clock.advance(11 * DAY_MS);
    await upkeep(service.services);
    expect(await ofCheck(erased)).toEqual([]);
    expect(await ofCheck(kept)).toEqual(['check', 'device']);
  });
});
