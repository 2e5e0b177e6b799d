import pino from 'pino';
import { expect, test } from 'vitest';
import { MINUTE_MS } from '../base/clock.ts';
import { sendRaw } from '../http/testing/raw.ts';
import { startService } from '../testing/service.ts';
import { startCollector } from '../tracing/testing.ts';
import { traceFields } from '../tracing/tracing.ts';
import { register, startReceiver } from '../webhooks/testing/receiver.ts';
import { greyPng } from './v3/testing/files.ts';
import { form } from './v3/testing/story.ts';

/** A part of every personal value and secret that the test invents. */
const CANARY = 'zykanar';

const json = { 'content-type': 'application/json' };

const PHONE = '+447911123456';
const BIRTH = '1931-07-13';

const person = {
  first_name: 'Zykanarfirst',
  last_name: 'Zykanarlast',
  email: 'zykanar@example.com',
  dob: BIRTH,
  phone_number: PHONE,
  address: { street: 'Zykanar Street', town: 'Zykanartown', postcode: 'SW4 6EH', country: 'GBR' },
  id_numbers: [{ type: 'ssn', value: '433-54-3937' }],
  location: { ip_address: '2.125.160.216', country_of_residence: 'GBR' },
};

test('no log, metric or trace has personal data or a secret, at any level', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'trace', mixin: traceFields }, { write: (line: string) => void lines.push(line) });
  const collector = await startCollector();
  const receiver = await startReceiver((number) => {
    if (number % 3 === 0) return 'silent';
    return { status: number % 3 === 1 ? 500 : 200, body: 'zykanar answer' };
  });
  const settings = { adminPort: '0', otlpEndpoint: collector.url, webhookTimeout: '200' };
  const service = await startService({ settings, log });
  const secrets: string[] = [service.sandboxToken, service.liveToken];
  let metrics = '';
  try {
    for (const token of [service.sandboxToken, service.liveToken]) {
      const call = { token };
      const hook = await register(service, `${receiver.url}?secret=zykanar`, {}, token);
      secrets.push(hook.token);
      const { status, body: ada } = await service.post('/v3.6/applicants', person, call);
      expect([status, ada.error?.fields]).toEqual([201, undefined]);
      await service.put(`/v3.6/applicants/${ada.id}`, { last_name: 'Zykanarnew' }, call);
      const wrong = { ...person, dob: 'zykanar', email: 'zykanar', zykanar: 1, address: { country: 'zykanar' } };
      expect((await service.post('/v3.6/applicants', wrong, call)).status).toBe(422);
      await service.call('POST', '/v3.6/applicants', { ...call, raw: '{"first_name": "zykanar', headers: json });
      await service.get(`/v3.6/applicants/zykanar?zykanar=zykanar&email=${person.email}`, call);
      await service.get('/v3.6/zykanar/zykanar', call);
      const png = await greyPng();
      const file = (bytes: Buffer) => ({ name: 'zykanar.png', bytes, type: 'image/png' });
      const upload = (bytes: Buffer) =>
        service.call('POST', '/v3.6/documents', {
          ...call,
          form: form({ applicant_id: ada.id, type: 'passport' }, file(bytes)),
        });
      expect((await upload(png)).status).toBe(201);
      expect((await upload(Buffer.concat([png.subarray(0, 60), Buffer.from('zykanar')]))).status).toBe(422);
      const { run } = service.services.decoder;
      service.services.decoder.run = () => Promise.reject(new Error('The decoder failed'));
      expect((await upload(png)).status).toBe(500);
      service.services.decoder.run = run;
      const order = { applicant_id: ada.id, report_names: ['document', 'watchlist_standard'], tags: ['zykanar'] };
      const consents = { privacy_notices_read_consent_given: true, applicant_provides_data: false };
      expect((await service.post('/v3.6/checks', { ...order, ...consents }, call)).status).toBe(201);
      for (let round = 0; round < 4; round++) {
        await service.settle();
        service.clock.advance(30 * MINUTE_MS);
      }
    }
    await service.get('/v3.6/applicants', { token: 'api_live.zykanar' });
    await service.get('/v3.6/applicants?token=zykanar', { token: null, headers: { authorization: 'Basic zykanar' } });
    await service.post(
      '/dashboard/api/v1/session',
      { email: person.email, password: 'zykanar password' },
      { token: null },
    );
    await service.post('/v3.6/token', { client_id: service.oauthClient.id, client_secret: 'zykanar' }, { token: null });
    const raw = ['GET /v3.6/applicants/zykanar%zz HTTP/1.1', 'Host: zykanar.example', 'User-Agent: zykanar'];
    expect((await sendRaw(service, raw)).status).toBe(400);
    metrics = await (await fetch(`http://127.0.0.1:${service.adminPort}/metrics`)).text();
  } finally {
    await service.close();
    await receiver.close();
    await collector.close();
  }
  const parsed = lines.map((line) => JSON.parse(line));
  expect(parsed.some(({ msg }) => msg === 'a request failed')).toBe(true);
  expect(parsed.filter(({ msg }) => msg === 'answered').length).toBeGreaterThan(15);
  const failed = parsed.find(({ msg }) => msg === 'a request failed');
  expect(failed).toMatchObject({ reqId: expect.any(String), trace_id: expect.stringMatching(/^[0-9a-f]{32}$/) });
  expect(collector.spans.length).toBeGreaterThan(50);
  for (const [where, text] of Object.entries({ log: lines.join(''), metrics, traces: collector.bodies.join('\n') })) {
    for (const value of [CANARY, BIRTH, PHONE, '433-54-3937', '2.125.160.216', 'SW4 6EH', ...secrets]) {
      const at = text.toLowerCase().indexOf(value.toLowerCase());
      expect(at === -1 ? '' : text.slice(Math.max(0, at - 200), at + 60), `${where}: ${value}`).toBe('');
    }
  }
});
