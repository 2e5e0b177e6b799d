import { beforeAll, describe, expect, test, vi } from 'vitest';
import { HOUR_MS } from '../../base/clock.ts';
import { decodeRequests } from '../../request-log/batch.ts';
import { query } from '../../store/query.ts';
import { holdTransaction } from '../../testing/held-transaction.ts';
import { forgetAnswers, stepsKept } from '../../testing/lost-answers.ts';
import { type Answer, type Call, useService } from '../../testing/service.ts';
import { upkeep } from '../../workers/upkeep.ts';
import { greyPng, stripes } from './testing/files.ts';
import { form, gone, outcome, storyOf } from './testing/story.ts';

const service = useService();
const jane = { first_name: 'Jane', last_name: 'Doe' };
const keyed = (key: string, call: Call = {}): Call => ({ ...call, headers: { 'idempotency-key': key } });
const create = (key: string, person: object = jane, call: Call = {}) =>
  service.post('/v3.2/applicants', person, keyed(key, call));

/** Number of applicants of a token. */
const total = async (token = service.sandboxToken) =>
  Number((await service.get('/v3.2/applicants', { token })).headers['x-total-count']);

const reused = {
  status: 422,
  body: {
    error: {
      type: 'idempotency_key_reused',
      message: 'This idempotency key belongs to another request. Please send each request with a key of its own',
    },
  },
};

const replayed = ({ headers }: Answer) => headers['idempotent-replayed'];

test('a request that is sent again gets the first answer, and changes nothing', async () => {
  const before = await total();
  const first = await create('a');
  expect([first.status, replayed(first)]).toEqual([201, undefined]);
  const second = await create('a');
  expect(outcome(second)).toEqual(outcome(first));
  expect(replayed(second)).toBe('true');
  expect(second.headers['content-type']).toBe(first.headers['content-type']);
  // The order of the fields does not matter.
  expect(outcome(await create('a', { last_name: 'Doe', first_name: 'Jane' }))).toEqual(outcome(first));
  expect(await total()).toBe(before + 1);
  // The answer is the first one, even when the applicant has changed.
  await service.put(`/v3.2/applicants/${first.body.id}`, { first_name: 'Joan' });
  expect(outcome(await create('a'))).toEqual(outcome(first));
});

test('a key with another body, query or path', async () => {
  const first = await create('b');
  expect(outcome(await create('b', { ...jane, first_name: 'Joan' }))).toEqual(reused);
  const queried = await service.post('/v3.2/applicants?dry=1', jane, keyed('b'));
  expect(outcome(queried)).toEqual(reused);
  // A path of its own, and a version of its own, have keys of their own.
  const changed = await service.put(`/v3.2/applicants/${first.body.id}`, jane, keyed('b'));
  expect([changed.status, replayed(changed)]).toEqual([200, undefined]);
  const newer = { ...jane, location: { country_of_residence: 'GBR' } };
  const other = await service.post('/v3.6/applicants', newer, keyed('b'));
  expect([other.status, replayed(other)]).toEqual([201, undefined]);
});

test('a refusal is kept as well, so a corrected request needs a new key', async () => {
  const wrong = await create('c', { first_name: 'Jane' });
  expect(wrong.status).toBe(422);
  const again = await create('c', { first_name: 'Jane' });
  expect(outcome(again)).toEqual(outcome(wrong));
  expect(replayed(again)).toBe('true');
  expect(outcome(await create('c'))).toEqual(reused);
});

test.each([
  ['empty', ''],
  ['longer than 255 characters', 'k'.repeat(256)],
  ['with a space', 'a b'],
  ['with a letter outside of ASCII', 'schl\u00fcssel'],
])('a key that is %s is refused', async (_, key) => {
  const before = await total();
  expect(outcome(await create(key))).toEqual({
    status: 400,
    body: { error: { type: 'bad_request', message: 'Idempotency-Key must have 1 to 255 visible ASCII characters' } },
  });
  expect(await total()).toBe(before);
});

test('a key of 255 characters is accepted, and a GET takes no notice of one', async () => {
  const { status, body } = await create('k'.repeat(255));
  expect(status).toBe(201);
  const read = await service.get(`/v3.2/applicants/${body.id}`, keyed('not a key'));
  expect([read.status, replayed(read)]).toEqual([200, undefined]);
});

test('while the first request is being answered, the second one is told to wait', async () => {
  const held = holdTransaction(service.services.store);
  const first = create('d');
  await held.waiting;
  const second = await create('d');
  expect(outcome(second)).toEqual({
    status: 409,
    body: {
      error: {
        type: 'idempotency_key_in_use',
        message: 'A request with this idempotency key is still being answered. Please try again in a moment',
      },
    },
  });
  expect(second.headers['retry-after']).toBe('1');
  expect(outcome(await create('d', { ...jane, last_name: 'Roe' }))).toEqual(reused);
  held.release();
  const answer = await first;
  expect(answer.status).toBe(201);
  expect(outcome(await create('d'))).toEqual(outcome(answer));
});

test('a failure of the service is not kept', async () => {
  const before = await total();
  const spy = vi.spyOn(service.services.store, 'transaction').mockRejectedValueOnce(new Error('the disk is gone'));
  expect((await create('e')).status).toBe(500);
  spy.mockRestore();
  const again = await create('e');
  expect([again.status, replayed(again)]).toEqual([201, undefined]);
  expect(await total()).toBe(before + 1);
});

test('a process that was killed between effect and answer repeats nothing', async () => {
  const { body } = await create('f');
  const change = () => service.put(`/v3.2/applicants/${body.id}`, { first_name: 'Joan' }, keyed('f'));
  const first = await change();
  await forgetAnswers(service.services);
  const second = await change();
  expect(outcome(second)).toEqual(outcome(first));
  expect(replayed(second)).toBe('true');
  const other = await service.put(`/v3.2/applicants/${body.id}`, { first_name: 'Jo' }, keyed('f'));
  expect(outcome(other)).toEqual(reused);
});

test('the answer of a creation stays the same, an hour later and after a change', async () => {
  const before = await total();
  const person = {
    ...jane,
    location: { ip_address: '192.0.2.1', country_of_residence: 'GBR' },
    consents: [{ name: 'privacy_notices_read', granted: true }],
  };
  const send = () => service.post('/v3.6/applicants', person, keyed('r'));
  const first = await send();
  expect(first.status).toBe(201);
  const consents = await service.get(`/v3.6/applicants/${first.body.id}/consents`);
  expect(consents.body).toMatchObject([{ granted: true }]);
  service.clock.advance(HOUR_MS);
  await service.put(`/v3.6/applicants/${first.body.id}`, { first_name: 'Joan', email: 'joan@example.com' });
  for (let n = 0; n < 2; n++) {
    const again = await send();
    expect(outcome(again)).toEqual(outcome(first));
    expect(replayed(again)).toBe('true');
  }
  await service.del(`/v3.6/applicants/${first.body.id}`);
  expect(outcome(await send())).toEqual(outcome(first));
  expect(await total()).toBe(before);
});

describe('an upload', () => {
  let png: Buffer;
  beforeAll(async () => {
    png = await greyPng();
  });

  const upload = (key: string, applicant_id: string, bytes = png, name = 'passport.png', call: Call = {}) =>
    service.call('POST', '/v3.6/documents', {
      form: form({ applicant_id, type: 'passport' }, { name, bytes, type: 'image/png' }),
      ...call,
      headers: { ...call.headers, 'idempotency-key': key },
    });

  test('has the hash and the name of its file in the request', async () => {
    const applicant = await storyOf(service, 'v3.6').applicant();
    const first = await upload('g', applicant);
    expect(first.status).toBe(201);
    const second = await upload('g', applicant);
    expect(outcome(second)).toEqual(outcome(first));
    expect(replayed(second)).toBe('true');
    expect(outcome(await upload('g', applicant, await stripes()))).toEqual(reused);
    expect(outcome(await upload('g', applicant, png, 'other.png'))).toEqual(reused);
    const { body } = await service.get(`/v3.6/documents?applicant_id=${applicant}`);
    expect(body.documents.map(({ id }: { id: string }) => id)).toEqual([first.body.id]);
  });

  test('is added once, however its answer was lost, and no second file stays', async () => {
    const applicant = await storyOf(service, 'v3.6').applicant();
    const files = async () => {
      let count = 0;
      for await (const _ of service.services.storage.list()) count += 1;
      return count;
    };
    const first = await upload('h', applicant);
    const before = await files();
    await forgetAnswers(service.services);
    const second = await upload('h', applicant);
    expect(outcome(second)).toEqual(outcome(first));
    expect(await files()).toBe(before);
    const { bytes } = await service.get(second.body.download_href);
    expect(bytes.equals(png)).toBe(true);
  });

  test('with the key of another applicant is another request', async () => {
    const story = storyOf(service, 'v3.6');
    const [alice, bob] = [await story.applicant(), await story.applicant()];
    const asAlice = await story.sdk(alice);
    const asBob = await story.sdk(bob);
    const first = await upload('i', alice, png, 'passport.png', asAlice);
    expect(first.status).toBe(201);
    const second = await upload('i', bob, png, 'passport.png', asBob);
    expect([second.status, replayed(second)]).toEqual([201, undefined]);
    expect(second.body.id).not.toBe(first.body.id);
    expect(replayed(await upload('i', alice, png, 'passport.png', asAlice))).toBe('true');
  });
});

test('a check, its reports and its webhook happen once', async () => {
  const story = storyOf(service, 'v3.6');
  const applicant_id = await story.applicant();
  await story.document(applicant_id);
  const order = { applicant_id, report_names: ['document', 'identity_enhanced'] };
  const first = await service.post('/v3.6/checks', order, keyed('j'));
  expect(first.status).toBe(201);
  await forgetAnswers(service.services);
  const second = await service.post('/v3.6/checks', order, keyed('j'));
  expect(outcome(second)).toEqual(outcome(first));
  const { body } = await service.get(`/v3.6/checks?applicant_id=${applicant_id}`);
  expect(body.checks.map(({ id }: { id: string }) => id)).toEqual([first.body.id]);
});

test('earlier versions, with forms', async () => {
  const body = () => new URLSearchParams({ first_name: 'Jane', last_name: 'Doe' });
  for (const version of ['v1', 'v2']) {
    const send = (form = body()) => service.call('POST', `/${version}/applicants`, { form, ...keyed('l') });
    const first = await send();
    expect(first.status).toBe(201);
    const second = await send();
    expect(outcome(second)).toEqual(outcome(first));
    expect(replayed(second)).toBe('true');
    const other = await send(new URLSearchParams({ first_name: 'Joan', last_name: 'Doe' }));
    expect([other.status, other.body.error.type]).toEqual([422, 'idempotency_key_reused']);
  }
});

test('a deletion is answered once, and again when its answer was lost', async () => {
  const { body } = await create('m');
  const remove = () => service.del(`/v3.2/applicants/${body.id}`, keyed('m'));
  expect((await remove()).status).toBe(204);
  expect((await remove()).status).toBe(204);
  await forgetAnswers(service.services);
  expect((await remove()).status).toBe(204);
  expect(outcome(await service.del(`/v3.2/applicants/${body.id}`))).toEqual(gone);
});

test('the steps and answers of an applicant go with the applicant', async () => {
  const { body } = await create('n');
  await service.put(`/v3.2/applicants/${body.id}`, { first_name: 'Joan' }, keyed('n'));
  await service.del(`/v3.2/applicants/${body.id}`);
  // A step of each request, and the answer of the change. The answer of a creation follows from its step.
  await expect.poll(() => stepsKept(service.services, body.id)).toBe(3);
  service.clock.advance(30 * 24 * HOUR_MS);
  await service.settle();
  expect(await stepsKept(service.services, body.id)).toBe(0);
});

test('the request log says which answers were sent again', async () => {
  const log = async () => {
    await service.services.requests.write();
    const scope = { account_id: service.account.id, environment: 'sandbox' } as const;
    const newest = query()((db) => db.selectFrom('request_batches').selectAll().orderBy('id', 'desc').limit(1));
    const batch = await service.services.store.system.first(newest, {});
    expect(batch).toMatchObject(scope);
    return decodeRequests(batch!.data).map(({ method, idempotent_replay }) => [method, idempotent_replay]);
  };
  await log();
  await create('o');
  await create('o');
  await create('another');
  expect(await log()).toEqual([
    ['POST', false],
    ['POST', true],
    ['POST', false],
  ]);
});

test('keys are forgotten after 24 hours', async () => {
  const first = await create('p');
  service.clock.advance(24 * HOUR_MS - 1);
  expect(outcome(await create('p'))).toEqual(outcome(first));
  service.clock.advance(1);
  const second = await create('p');
  expect([second.status, replayed(second)]).toEqual([201, undefined]);
  expect(second.body.id).not.toBe(first.body.id);
  service.clock.advance(24 * HOUR_MS);
  await forgetAnswers(service.services, 0);
  expect((await upkeep(service.services)).oldSteps).toBeGreaterThan(0);
  expect(await stepsKept(service.services)).toBe(0);
});

test('the other account and the other environment', async () => {
  const first = await create('q');
  const { other, liveToken } = service;
  for (const token of [other.sandboxToken, other.liveToken, liveToken]) {
    const before = await total(token);
    const own = await create('q', jane, { token });
    expect([own.status, replayed(own)]).toEqual([201, undefined]);
    expect(own.body.id).not.toBe(first.body.id);
    expect(await total(token)).toBe(before + 1);
  }
  const refused = await create('q', jane, { token: 'api_sandbox.unknown' });
  expect([refused.status, replayed(refused)]).toEqual([401, undefined]);
});
