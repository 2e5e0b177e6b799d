import { afterEach, beforeAll, expect, test } from 'vitest';
import { MINUTE_MS } from '../../base/clock.ts';
import { startService, type TestService, useService } from '../../testing/service.ts';
import { startReceiver } from '../../webhooks/testing/receiver.ts';
import { storyOf } from '../v3/testing/story.ts';
import { type Browser, PASSWORD, signedIn } from './testing/browser.ts';
import { type EventStream, openStream } from './testing/event-stream.ts';

const service = useService({ settings: { sessionIdle: '30' } });
const READY = { event: 'ready', data: null };
const SESSION = { event: 'session', data: null };
const END = { event: 'end', data: null };

let rita: Browser & { id: string; email: string };
let dev: Browser & { id: string };
let stranger: Browser & { id: string };
const streams: EventStream[] = [];

const live = () => `/accounts/${service.account.id}/live`;

/** A stream whose first message has come. */
async function listening(browser: Browser, on: Pick<TestService, 'baseUrl' | 'ca'> = service): Promise<EventStream> {
  const stream = await openStream(on, browser);
  streams.push(stream);
  expect(await stream.next()).toEqual(READY);
  return stream;
}

/** Messages of a stream up to the one with an update of a kind; what it says of the kind. */
async function updateOf(stream: EventStream, kind: string) {
  for (;;) {
    const message = await stream.next();
    expect(message?.event).toBe('updates');
    const found = message?.data.find((one: { kind: string }) => one.kind === kind);
    if (found) return found;
  }
}

/** The last message of a stream that ends. */
async function lastOf(stream: EventStream) {
  let last: unknown;
  for (let message = await stream.next(); message; message = await stream.next()) last = message;
  return last;
}

/** A live check on a document, whose report waits for a person. */
async function waiting(of = service.account): Promise<string> {
  const call = { token: of.liveToken };
  const person = { first_name: 'Ada', last_name: 'Lovelace', dob: '1985-12-10' };
  const applicant = (await service.post('/v3.6/applicants', person, call)).body.id as string;
  await storyOf(service, 'v3.6').document(applicant, {}, call);
  const asked = { applicant_id: applicant, report_names: ['document'] };
  const { body } = await service.post('/v3.6/checks', asked, call);
  await service.settle();
  return body.report_ids[0];
}

const sandboxCheck = async (token = service.sandboxToken) => {
  const call = { token };
  const { id } = (await service.post('/v3.6/applicants', { first_name: 'Jane', last_name: 'Doe' }, call)).body;
  await service.post('/v3.6/checks', { applicant_id: id, report_names: ['watchlist_standard'] }, call);
};

beforeAll(async () => {
  rita = await signedIn(service, 'reviewer', { name: 'Rita' });
  dev = await signedIn(service, 'developer');
  stranger = await signedIn(service, 'admin', { account: service.other.id });
});
afterEach(() => {
  for (const stream of streams.splice(0)) stream.close();
});

test('says which report waits, is claimed, given back and decided, by ids alone', async () => {
  const [own, others] = [await listening(rita), await listening(stranger)];
  expect([own.status, own.headers['content-type'], own.headers['cache-control']]).toEqual([
    ...[200, 'text/event-stream', 'no-store'],
  ]);
  const about = { account: service.account.id, environment: 'live' };
  const check = waiting();
  expect(await own.next()).toEqual({ event: 'updates', data: [{ ...about, kind: 'check', id: null }] });
  const id = await check;
  const changed = { ...about, kind: 'report', id };
  expect(await updateOf(own, 'report')).toEqual(changed);
  for (const [kind, act] of [
    ['claim', () => rita.post(`${live()}/queue/take`, {})],
    ['claim', () => rita.del(`${live()}/reports/${id}/claim`)],
    ['report', () => rita.post(`${live()}/reports/${id}/refer`, { note: 'Is that a hologram?' })],
    ['report', () => rita.post(`${live()}/reports/${id}/decide`, { result: 'clear', note: 'The paper is sound' })],
  ] as const) {
    expect((await act()).status).toBeLessThan(300);
    expect(await updateOf(own, kind)).toEqual({ ...changed, kind });
  }
  // Nothing of it reached a member of the other account, nor what happens in the sandbox under the name of live.
  await sandboxCheck(service.other.sandboxToken);
  expect(await others.next()).toEqual({
    event: 'updates',
    data: [{ account: service.other.id, environment: 'sandbox', kind: 'check', id: null }],
  });
});

test('sends many changes at once as one, and nothing that the role may not see', async () => {
  const receiver = await startReceiver();
  try {
    const { body: webhook } = await service.post('/v3.6/webhooks', { url: receiver.url });
    const [reviewer, developer] = [await listening(rita), await listening(dev)];
    await Promise.all(Array.from({ length: 5 }, () => sandboxCheck()));
    await service.settle();
    const about = { account: service.account.id, environment: 'sandbox' };
    expect(await updateOf(developer, 'delivery')).toEqual({ ...about, kind: 'delivery', id: webhook.id });
    await service.services.store.transaction(async (tx) => tx.signal('member', rita.id));
    // Up to the mark: a reviewer gets no updates on deliveries.
    const kinds = new Set<string>();
    for (let message = await reviewer.next(); message?.event === 'updates'; message = await reviewer.next()) {
      for (const { kind, id, environment } of message.data) kinds.add(`${environment} ${kind} ${id}`);
    }
    expect([...kinds]).toEqual(['sandbox check null']);
  } finally {
    await receiver.close();
  }
});

test('ends with the session, and says when a role has changed', async () => {
  const headers = { authorization: `Bearer ${service.operatorKey}` };
  const admin = await signedIn(service, 'admin');
  const otto = await signedIn(service, 'reviewer', { name: 'Otto' });
  const [first, second] = [await listening(otto), await listening(rita)];
  const path = `/accounts/${service.account.id}/members/${otto.id}`;
  expect((await admin.patch(path, { role: 'auditor' })).status).toBe(204);
  expect([await first.next(), await first.next()]).toEqual([END, undefined]);
  expect((await openStream(service, otto)).status).toBe(401);

  // The settings say what roles may do.
  const settings = `/operator/v1/accounts/${service.account.id}`;
  const set = (second_factor: boolean) =>
    service.call('PATCH', settings, { token: null, headers, json: { second_factor } });
  await set(true);
  expect(await second.next()).toEqual(SESSION);
  await sandboxCheck();
  await set(false);
  // Without the second factor that the account demands, nothing was sent of the check.
  expect(await second.next()).toEqual(SESSION);
  await sandboxCheck();
  expect((await updateOf(second, 'check')).environment).toBe('sandbox');

  // A member has several pages open: signing out ends all of the session.
  const [third, other] = [await listening(rita), await listening(dev)];
  await rita.del('/session');
  expect([await lastOf(second), await lastOf(third)]).toEqual([END, END]);
  await sandboxCheck();
  expect((await updateOf(other, 'check')).id).toBe(null);
  await rita.post('/session', { email: rita.email, password: PASSWORD });
});

test('keeps no session from ending, and shows that it lives', async () => {
  const stream = await listening(rita);
  service.clock.advance(20_000);
  expect(await stream.next()).toEqual({ event: 'beat', data: null });
  service.clock.advance(30 * MINUTE_MS);
  expect(await lastOf(stream)).toEqual(END);
  expect((await rita.get('/session')).status).toBe(401);
  await rita.post('/session', { email: rita.email, password: PASSWORD });
});

test('says when signals were lost, and has room for twelve pages of a member', async () => {
  const open = [];
  for (let n = 0; n < 12; n += 1) open.push(await listening(rita));
  const refused = await openStream(service, rita);
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '30']);
  refused.close();
  await service.services.store.transaction(async (tx) => tx.signal('gap', ''));
  expect(await open[3]?.next()).toEqual({ event: 'gap', data: null });
  const opened = await signedIn(service, 'auditor');
  expect((await listening(opened)).status).toBe(200);
  // Who asks for no stream gets its state alone.
  const { status, bytes } = await opened.get('/events');
  expect([status, bytes.toString()]).toEqual([200, 'event: ready\ndata: null\n\nevent: end\ndata: null\n\n']);
});

test.skipIf(!process.env.DATABASE_URL)(
  'reaches pages of another node, and no page of the other account (PostgreSQL)',
  async () => {
    const { databaseUrl } = service.services.settings;
    const node = await startService({ data: service.data, settings: { databaseUrl: databaseUrl as string } });
    try {
      const [here, there, others] = [
        await listening(rita),
        await listening(rita, node),
        await listening(stranger, node),
      ];
      const id = await waiting();
      const changed = { account: service.account.id, environment: 'live', kind: 'report', id };
      expect([await updateOf(here, 'report'), await updateOf(there, 'report')]).toEqual([changed, changed]);
      expect((await rita.post(`${live()}/queue/take`, {})).status).toBe(200);
      expect(await updateOf(there, 'claim')).toEqual({ ...changed, kind: 'claim' });
      // Signing out here ends the page there.
      await rita.del('/session');
      expect([await lastOf(here), await lastOf(there)]).toEqual([END, END]);
      await rita.post('/session', { email: rita.email, password: PASSWORD });
      await sandboxCheck(service.other.sandboxToken);
      const about = { account: service.other.id, environment: 'sandbox', kind: 'check', id: null };
      expect(await others.next()).toEqual({ event: 'updates', data: [about] });
    } finally {
      await node.close({ keep: true });
    }
  },
);
