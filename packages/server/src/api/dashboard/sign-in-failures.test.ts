import { describe, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../base/clock.ts';
import type { Store, SystemReader, SystemTx } from '../../store/store.ts';
import { startService, type TestService, useService } from '../../testing/service.ts';
import { openAuthenticator } from './testing/authenticator.ts';
import { accept, openBrowser, PASSWORD, signedIn } from './testing/browser.ts';
import { type Claims, startOpenIdProvider, visitProvider } from './testing/openid-provider.ts';

const service = useService();

interface Entry {
  readonly action: string;
  readonly actor: { readonly kind: string; readonly id: string };
  readonly address: string;
  readonly object: { readonly type: string; readonly id: string };
  readonly details: { readonly way: string; readonly error: string; readonly attempted_at: string };
}

const operate = (on: TestService, method: string, path: string, json?: unknown) =>
  on.call(method, `/operator/v1${path}`, {
    token: null,
    headers: { authorization: `Bearer ${on.operatorKey}` },
    ...(json !== undefined && { json }),
  });

/** The failures in a log, the earliest first; of the deployment without an account. */
async function failures(on: TestService, { account, object }: { account?: string; object?: string } = {}) {
  await on.settle();
  const query = new URLSearchParams({ action: 'member_sign_in_failed', ...(object && { object }) });
  const path = account === undefined ? '/audit' : `/accounts/${account}/audit`;
  const { body } = await operate(on, 'GET', `${path}?${query}`);
  return (body.entries as Entry[]).reverse();
}

const facts = ({ details: { way, error } }: Entry) => [way, error];

/** Records the calls of a store: each transaction, and each statement by the order in which it was first seen. */
function watch(store: Store): { take(): string[] } {
  const known = new Map<unknown, number>();
  let seen: string[] = [];
  const noting = <T extends SystemReader | SystemTx>(of: T, place: string): T =>
    new Proxy(of, {
      get(target, name, receiver) {
        const value: unknown = Reflect.get(target, name, receiver);
        if (typeof value !== 'function') return value;
        return (...given: unknown[]) => {
          const [what] = given;
          const statement = ['first', 'all', 'run'].includes(String(name));
          if (statement && !known.has(what)) known.set(what, known.size);
          seen.push(`${place} ${String(name)} ${statement ? known.get(what) : ''}`);
          return value.apply(target, given);
        };
      },
    });
  const { transaction } = store;
  Object.defineProperty(store, 'system', { value: noting(store.system, 'alone') });
  Object.defineProperty(store, 'transaction', {
    value: async (work: (tx: SystemTx) => Promise<unknown>) => {
      seen.push('begin');
      return transaction.call(store, (tx) => work(noting(tx, 'in')));
    },
  });
  return {
    take() {
      const taken = seen;
      seen = [];
      return taken;
    },
  };
}

describe('a failed sign-in', () => {
  test('asks the same of the store for a member and for an address that no member has', async () => {
    const member: [number, string[]][] = [];
    const nobody: [number, string[]][] = [];
    for (const answers of [member, nobody]) {
      // A service of its own: on a clock that stands still, nothing but the sign-ins asks the store.
      const own = await startService({ settings: { role: 'api' } });
      try {
        const { email } = await signedIn(own, 'reviewer');
        const watched = watch(own.services.store);
        const tried = answers === member ? email : 'nobody@example.com';
        for (let n = 0; n < 7; n += 1) {
          watched.take();
          const { status } = await openBrowser(own).post('/session', { email: tried, password: 'wrong' });
          answers.push([status, watched.take()]);
        }
      } finally {
        await own.close();
      }
    }
    expect(member.map(([status]) => status)).toEqual([401, 401, 401, 401, 401, 429, 429]);
    expect(member[0]?.[1].length).toBeGreaterThan(3);
    expect(nobody).toEqual(member);
  });

  test('has its entry even if the process ends after the answer', async () => {
    const dying = await startService({ settings: { role: 'api' } });
    const { id, email } = await signedIn(dying, 'reviewer');
    const attempted = new Date(dying.clock.now()).toISOString().replace(/\.\d+/, '');
    const { status } = await openBrowser(dying).post('/session', { email, password: 'wrong' });
    expect([status, await failures(dying, { account: dying.account.id })]).toEqual([401, []]);
    await dying.close({ keep: true });

    const { databaseUrl } = dying.services.settings;
    const next = await startService({ data: dying.data, settings: { ...(databaseUrl && { databaseUrl }) } });
    try {
      expect(await failures(next, { account: dying.account.id })).toMatchObject([
        {
          actor: { kind: 'member', id },
          address: '127.0.0.1',
          object: { type: 'member', id },
          details: { way: 'password', error: 'wrong_sign_in', attempted_at: attempted },
        },
      ]);
    } finally {
      await next.close();
    }
  });

  test('of an address that no member has is in no log', async () => {
    const before = [await failures(service), await failures(service, { account: service.account.id })];
    await openBrowser(service).post('/session', { email: 'nobody@example.com', password: PASSWORD });
    expect([await failures(service), await failures(service, { account: service.account.id })]).toEqual(before);
    await service.settle();
    service.clock.advance(DAY_MS);
  });

  test('that is refused unjudged has an entry, of many a few', async () => {
    const { id, email } = await signedIn(service, 'auditor');
    const attempt = () => openBrowser(service).post('/session', { email, password: 'wrong' });
    for (let n = 0; n < 5; n += 1) expect((await attempt()).status).toBe(401);
    for (let n = 0; n < 40; n += 1) expect((await attempt()).status).toBe(429);
    const found = await failures(service, { account: service.account.id, object: id });
    expect(found.map(facts)).toEqual([
      ...Array(5).fill(['password', 'wrong_sign_in']),
      ...Array(5).fill(['password', 'rate_limit']),
    ]);
    // However often it is tried, a delay costs the log two entries: one that was judged, one that was not.
    for (let round = 1; round <= 3; round += 1) {
      service.clock.advance(15 * MINUTE_MS);
      for (let n = 0; n < 10; n += 1) await attempt();
      const later = await failures(service, { account: service.account.id, object: id });
      expect(later.slice(8 + 2 * round).map(facts)).toEqual([
        ['password', 'wrong_sign_in'],
        ['password', 'rate_limit'],
      ]);
    }
    service.clock.advance(DAY_MS);
    expect(await failures(service, { account: service.other.id, object: id })).toEqual([]);
    expect(await failures(service, { object: id })).toEqual([]);
  });

  test('with a passkey has an entry, of many a few', async () => {
    const browser = await signedIn(service, 'reviewer');
    const device = openAuthenticator();
    const origin = service.baseUrl;
    const { challenge } = (await browser.post('/passkeys/options')).body;
    const made = await browser.post('/passkeys', { name: 'Key', response: device.register({ challenge, origin }) });
    expect(made.status).toBe(201);
    for (let n = 0; n < 20; n += 1) {
      const response = device.assert({ challenge: 'AAAA', origin });
      expect((await openBrowser(service).post('/session/passkey', { response })).status).toBe(401);
    }
    const found = await failures(service, { account: service.account.id, object: browser.id });
    expect(found.map(facts)).toEqual(Array(5).fill(['passkey', 'wrong_sign_in']));
    expect(await failures(service, { account: service.other.id, object: browser.id })).toEqual([]);
  });
});

describe('a sign-in that is refused at the OpenID provider', () => {
  test('has an entry of its member, or of the deployment for an unknown person', async () => {
    const provider = await startOpenIdProvider();
    const own = await startService({ settings: { ...provider.settings, oidcRoles: 'kyc=*:reviewer' } });
    await provider.serve(own);
    const rita: Claims = {
      sub: 'u-1',
      email: 'rita@example.com',
      email_verified: true,
      name: 'Rita',
      groups: ['kyc'],
    };
    const enter = async (person: Claims, browser = openBrowser(own), query = '', change = (back: string) => back) => {
      provider.person = person;
      const back = change(await visitProvider(browser, query));
      return (await browser.get(`/session/openid/callback${back}`)).headers.location;
    };
    const refused = (type: string) => `/dashboard/sign-in?refused=${type}`;
    try {
      const browser = openBrowser(own);
      expect(await enter(rita, browser)).toBe('/dashboard/');
      const { id } = (await browser.get('/session')).body.member;
      const ofRita = async (account: string) => (await failures(own, { account, object: id })).map(facts);

      // An address that the provider has not verified may belong to another person.
      const other = { ...rita, sub: 'u-2', email_verified: false };
      expect(await enter(other)).toBe(refused('wrong_sign_in'));
      // The proof of a session that the provider does not give.
      const forge = (back: string) => back.replace(/code=[^&]+/, 'code=forged');
      expect(await enter(rita, browser, '?prove=true', forge)).toBe(refused('wrong_sign_in'));
      await operate(own, 'PATCH', `/members/${id}`, { disabled: true });
      expect(await enter(rita)).toBe(refused('wrong_sign_in'));
      expect(await ofRita(own.account.id)).toEqual(Array(3).fill(['openid', 'wrong_sign_in']));
      expect(await ofRita(own.other.id)).toEqual(Array(3).fill(['openid', 'wrong_sign_in']));

      // Nobody here: the provider knows the person, and no account does.
      const stranger = { ...rita, sub: 'u-3', email: 'eve@example.com', groups: [] };
      for (let n = 0; n < 8; n += 1) expect(await enter(stranger)).toBe(refused('not_permitted'));
      const found = await failures(own);
      expect(found.map(facts)).toEqual(Array(5).fill(['openid', 'not_permitted']));
      expect(found[0]).toMatchObject({
        actor: { kind: 'system', id: 'openid' },
        address: '127.0.0.1',
        object: { type: 'member', id: expect.stringMatching(/^[0-9a-f]{64}$/) },
      });
      // Failures without a known person are in no log.
      expect((await openBrowser(own).get('/session/openid/callback?code=x&state=y')).headers.location).toBe(
        refused('wrong_sign_in'),
      );
      expect(await failures(own)).toHaveLength(5);
    } finally {
      await own.close();
      await provider.close();
    }
  });

  test('takes the entry to the deployment where its member has lost every account', async () => {
    const { invitation_url, id } = (
      await operate(service, 'POST', `/accounts/${service.account.id}/members`, {
        email: 'gone@example.com',
        role: 'auditor',
      })
    ).body;
    await accept(service, invitation_url, { name: 'Gone' });
    const admin = await signedIn(service, 'admin');
    expect((await admin.del(`/accounts/${service.account.id}/members/${id}`)).status).toBe(204);
    await openBrowser(service).post('/session', { email: 'gone@example.com', password: 'wrong' });
    expect((await failures(service, { object: id })).map(facts)).toEqual([['password', 'wrong_sign_in']]);
    expect(await failures(service, { account: service.account.id, object: id })).toEqual([]);
  });
});
