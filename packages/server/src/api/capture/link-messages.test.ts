import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../base/clock.ts';
import { query } from '../../store/query.ts';
import type { Call } from '../../testing/service.ts';
import { startService, type TestService } from '../../testing/service.ts';
import { filesWith } from '../v3/testing/disk.ts';
import { anId, gone, notFound, outcome, storyOf, timeOf, unknownId, validationError } from '../v3/testing/story.ts';

let status = 200;
const taken: { to: string; text: string }[] = [];
const provider = createServer(async (request, response) => {
  taken.push(JSON.parse(await text(request)));
  response.writeHead(status).end('said the provider');
});

let service: TestService;
let sending: TestService;
beforeAll(async () => {
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const smsUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/`;
  service = await startService();
  sending = await startService({ settings: { smsUrl } });
});
afterAll(async () => {
  await Promise.all([service.close(), sending.close()]);
  provider.close();
});

let phones = 0;
/** Numbers that the British regulator keeps for drama. */
function aPhone(): string {
  phones += 1;
  return `+447700${900_000 + phones}`;
}
const link = '13K7WPQZ';

async function started(on = service, call: Call = {}) {
  const story = storyOf(on, 'v3.6');
  const applicant = await story.applicant({}, call);
  const sdk = await story.sdk(applicant, call);
  const ask = (body: object) => on.post('/v1/cross_device_sms', body, sdk);
  return { applicant, sdk, ask };
}

function operate(on: TestService, method: string, path: string, id = on.account.id) {
  const headers = { authorization: `Bearer ${on.operatorKey}` };
  return on.call(method, `/operator/v1${path.replace('/account/', `/accounts/${id}/`)}`, { token: null, headers });
}

const latest = async (on = service) => (await operate(on, 'GET', '/messages')).body.messages[0];

describe('a link by text message', () => {
  it('lies in the outbox of a developer', async () => {
    const { applicant, ask } = await started();
    const to = aPhone();
    expect(outcome(await ask({ to, id: link, language: 'fr' }))).toEqual({ status: 200, body: { status: 'OK' } });
    await service.settle();
    const facts = {
      id: anId,
      account_id: service.account.id,
      environment: 'sandbox',
      applicant_id: applicant,
      kind: 'cross_device_link',
      to,
      state: 'kept',
      attempts: 0,
      error: null,
      created_at: timeOf(service),
      finished_at: timeOf(service),
    };
    const { body, headers } = await operate(service, 'GET', '/messages?state=kept&environment=sandbox');
    expect(body.messages[0]).toEqual(facts);
    expect(headers['x-total-count']).toBe('1');
    const shown = await operate(service, 'GET', `/account/messages/${body.messages[0].id}`);
    expect(shown.headers['cache-control']).toBe('no-store');
    expect(shown.body).toEqual({
      ...facts,
      text: `Alice Ltd: Poursuivez la vérification de votre identité sur ce téléphone : ${service.baseUrl}/${link} Le lien est valable une heure.`,
    });
    expect(filesWith(service, Buffer.from(to))).toEqual([]);
  });

  test.each([
    ['en', 'Continue'],
    ['pt_BR', 'Continue a verificar'],
    ['pt', 'Continue a verificação'],
    ['no', 'Fortsett ID-kontrollen'],
    // Filipino, which is not Finnish.
    ['fil', 'Continue verifying your identity'],
    ['DE', 'Setzen Sie'],
    ['xx', 'Continue verifying'],
    [undefined, 'Continue verifying'],
    [null, 'Continue verifying'],
  ])('is written in %s', async (language, start) => {
    const { ask } = await started();
    expect((await ask({ to: aPhone(), id: link, language })).status).toBe(200);
    const { id } = await latest();
    const written = (await operate(service, 'GET', `/account/messages/${id}`)).body.text as string;
    expect(written.startsWith(`Alice Ltd: ${start}`)).toBe(true);
    expect(written.split(' ')).toContain(`${service.baseUrl}/${link}`);
  });

  it("leads to the customer's own page where the token names one", async () => {
    const { applicant } = await started();
    const cross_device_url = 'https://id.example.com/start/';
    const { token } = (await service.post('/v3.6/sdk_token', { applicant_id: applicant, cross_device_url })).body;
    const sdk = { token: null, headers: { authorization: `Bearer ${token}` } };
    expect((await service.post('/v1/cross_device_sms', { to: aPhone(), id: link }, sdk)).status).toBe(200);
    const { id } = await latest();
    const written = (await operate(service, 'GET', `/account/messages/${id}`)).body.text;
    expect(written).toContain(` https://id.example.com/start/${link} `);
  });

  test.each([
    [{}, { to: ["can't be blank"], id: ["can't be blank"] }],
    [
      { to: 5, id: [] },
      { to: ['must be a string'], id: ['must be a string'] },
    ],
    [{ to: '07700900123', id: link }, { to: ['is invalid'] }],
    [{ to: '447700900123', id: link }, { to: ['is invalid'] }],
    [{ to: '+44 7700 900123', id: link }, { to: ['is invalid'] }],
    [{ to: '+0447700900', id: link }, { to: ['is invalid'] }],
    [{ to: '+4477009', id: `${link}X` }, { id: ['is too long (maximum is 8 characters)', 'is invalid'] }],
    [{ to: '+1234567890123456', id: link }, { to: ['is too long (maximum is 16 characters)', 'is invalid'] }],
    [{ to: '+447700900123', id: '../../ab' }, { id: ['is invalid'] }],
    [{ to: '+447700900123', id: '13abcdef' }, { id: ['is invalid'] }],
    [{ to: '+447700900123', id: link, language: {} }, { language: ['must be a string'] }],
    [{ to: '+5351234567', id: link }, { to: ["is in a country that text messages can't reach (Cuba)"] }],
  ])('%j is refused', async (body, fields) => {
    expect(outcome(await (await started()).ask(body))).toEqual(validationError(fields));
  });

  it('is sent five times an hour to one applicant', async () => {
    const { ask } = await started();
    for (let i = 0; i < 5; i += 1) {
      expect((await ask({ to: aPhone(), id: link })).status).toBe(200);
      service.clock.advance(MINUTE_MS);
    }
    const refused = await ask({ to: aPhone(), id: link });
    expect([refused.status, refused.body, refused.headers['retry-after']]).toEqual([
      429,
      { error: { type: 'rate_limit', message: 'Too many text messages were requested' } },
      String(55 * 60),
    ]);
    expect((await (await started()).ask({ to: aPhone(), id: link })).status).toBe(200);
    service.clock.advance(55 * MINUTE_MS - 1000);
    expect((await ask({ to: aPhone(), id: link })).status).toBe(429);
    service.clock.advance(1000);
    expect((await ask({ to: aPhone(), id: link })).status).toBe(200);
    expect((await ask({ to: aPhone(), id: link })).status).toBe(429);
  });

  it('is sent five times an hour to one phone, by any applicant', async () => {
    const to = aPhone();
    const ask = async (call?: Call) => (await (await started(service, call)).ask({ to, id: link })).status;
    for (let i = 0; i < 5; i += 1) expect(await ask()).toBe(200);
    expect(await ask()).toBe(429);
    expect(await ask({ token: service.other.sandboxToken })).toBe(200);
    service.clock.advance(HOUR_MS);
    expect(await ask()).toBe(200);
  });

  it('is sent no more often when many are asked for at once', async () => {
    const sent = (answers: { status: number }[]) => answers.filter(({ status }) => status === 200).length;
    const { ask } = await started();
    const phones = Array.from({ length: 12 }, aPhone);
    expect(sent(await Promise.all(phones.map((to) => ask({ to, id: link }))))).toBe(5);
    const applicants = await Promise.all(phones.map(() => started()));
    const to = aPhone();
    expect(sent(await Promise.all(applicants.map((one) => one.ask({ to, id: link }))))).toBe(5);
  });

  it('is for SDK tokens of applicants that are there', async () => {
    const body = { to: aPhone(), id: link };
    expect((await service.post('/v1/cross_device_sms', body)).body.error.type).toBe('authorization_error');
    expect((await service.post('/v1/cross_device_sms', body, { token: null })).status).toBe(401);
    const { applicant, ask } = await started();
    await service.del(`/v3.6/applicants/${applicant}`);
    expect(outcome(await ask(body))).toEqual(gone);
  });

  it('may be asked for by pages', async () => {
    const { status, headers } = await service.call('OPTIONS', '/v1/cross_device_sms', { token: null });
    expect([status, headers['access-control-allow-origin']]).toEqual([204, '*']);
  });
});

describe('with a provider', () => {
  it('is sent once', async () => {
    const { ask } = await started(sending);
    const to = aPhone();
    await ask({ to, id: link });
    await sending.settle();
    sending.clock.advance(HOUR_MS);
    await sending.settle();
    expect(taken.filter((one) => one.to === to).map((one) => one.text)).toEqual([
      `Alice Ltd: Continue verifying your identity on this phone: ${sending.baseUrl}/${link} The link works for one hour.`,
    ]);
    expect(await latest(sending)).toMatchObject({ to, state: 'sent', attempts: 1, error: null });
  });

  it('is tried three times more, then it has failed, and can be sent again', async () => {
    status = 503;
    const { ask } = await started(sending);
    const to = aPhone();
    await ask({ to, id: link });
    const tries = () => taken.filter((one) => one.to === to).length;
    await sending.settle();
    for (const delay of [5_000, 20_000, 60_000]) {
      const before = tries();
      sending.clock.advance(delay - 1);
      await sending.settle();
      expect(tries()).toBe(before);
      sending.clock.advance(1);
      await sending.settle();
      expect(tries()).toBe(before + 1);
    }
    const failed = await latest(sending);
    expect(failed).toMatchObject({ state: 'failed', attempts: 4, error: '503 said the provider' });
    status = 200;
    const { body } = await operate(sending, 'POST', `/account/messages/${failed.id}/retry`);
    expect([body.state, body.text]).toEqual(['pending', undefined]);
    await sending.settle();
    expect(await latest(sending)).toMatchObject({ state: 'sent', attempts: 1 });
    const again = await operate(sending, 'POST', `/account/messages/${failed.id}/retry`);
    expect(outcome(again)).toEqual(validationError({ state: ["a message with the state sent can't be sent again"] }));
  });

  it('has failed at once when it is refused', async () => {
    status = 400;
    const { ask } = await started(sending);
    await ask({ to: aPhone(), id: link });
    await sending.settle();
    expect(await latest(sending)).toMatchObject({ state: 'failed', attempts: 1, error: '400 said the provider' });
    status = 200;
  });

  it('is dropped when it comes too late, or its applicant goes', async () => {
    const late = async (applicant: string) => applicant && sending.clock.advance(HOUR_MS);
    const gone = async (applicant: string) => {
      await sending.del(`/v3.6/applicants/${applicant}`);
      sending.clock.advance(5_000);
    };
    for (const change of [late, gone]) {
      status = 503;
      const { applicant, ask } = await started(sending);
      const to = aPhone();
      await ask({ to, id: link });
      await sending.settle();
      expect(await latest(sending)).toMatchObject({ to, state: 'pending', attempts: 1 });
      status = 200;
      await change(applicant);
      await sending.settle();
      expect(await latest(sending)).toMatchObject({ to, state: 'dropped', attempts: 1 });
      expect(taken.filter((one) => one.to === to)).toHaveLength(1);
    }
  });
});

test('in production without a provider none is taken', async () => {
  const { settings } = service.services;
  const before = settings.mode;
  Object.assign(settings, { mode: 'production' });
  try {
    const { ask, sdk } = await started(sending);
    expect((await ask({ to: aPhone(), id: link })).status).toBe(200);
    expect((await sending.get('/v3.6/sdk/configurations', sdk)).body.sdk_features.disable_cross_device_sms).toBe(false);
    const own = storyOf(service, 'v3.6');
    const call = await own.sdk(await own.applicant());
    const refused = await service.post('/v1/cross_device_sms', { to: aPhone(), id: link }, call);
    expect([refused.status, refused.body.error.message]).toEqual([503, 'Text messages are not set up on this service']);
    expect((await service.get('/v3.6/sdk/configurations', call)).body.sdk_features.disable_cross_device_sms).toBe(true);
  } finally {
    Object.assign(settings, { mode: before });
  }
});

test('messages are erased with their applicant, and belong to their account', async () => {
  const { applicant, ask } = await started();
  await ask({ to: aPhone(), id: link });
  const { id } = await latest();
  expect(outcome(await operate(service, 'GET', `/account/messages/${id}`, service.other.id))).toEqual(
    notFound('Message', id),
  );
  expect((await operate(service, 'GET', `/messages?account=${service.other.id}&environment=live`)).body).toEqual({
    messages: [],
  });
  expect((await operate(service, 'GET', `/messages?account=${unknownId}`)).status).toBe(404);
  expect((await service.get(`/operator/v1/messages`)).status).toBe(401);
  const headers = { authorization: `Bearer ${service.operatorKey}` };
  const path = `/operator/v1/accounts/${service.account.id}/applicants/${applicant}/erase`;
  const erased = await service.post(path, { environment: 'sandbox' }, { token: null, headers });
  expect(erased.body.counts.message).toBe(1);
  const left = await service.services.store.system.all(
    query<{ id: string }>()((db, p) => db.selectFrom('messages').select('id').where('id', '=', p.id)),
    { id },
  );
  expect(left).toEqual([]);
  await service.settle();
});
