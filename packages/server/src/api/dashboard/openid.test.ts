import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../base/clock.ts';
import { beginSession } from '../../members/sessions.ts';
import { migratedDatabase } from '../../testing/database.ts';
import { startService, type TestService } from '../../testing/service.ts';
import { openAuthenticator } from './testing/authenticator.ts';
import { accept, type Browser, join, openBrowser, PASSWORD, signedIn } from './testing/browser.ts';
import {
  type Claims,
  type Forgery,
  followProvider,
  startOpenIdProvider,
  visitProvider,
} from './testing/openid-provider.ts';

let provider: Awaited<ReturnType<typeof startOpenIdProvider>>;
let service: TestService;

const rita: Claims = {
  sub: 'u-1',
  email: 'Rita@example.com',
  email_verified: true,
  name: 'Rita',
  groups: ['staff', 'kyc'],
};

const operate = (method: string, path: string, json?: unknown) =>
  service.call(method, `/operator/v1${path}`, {
    token: null,
    headers: { authorization: `Bearer ${service.operatorKey}` },
    ...(json !== undefined && { json }),
  });

/** Signs a person in at the provider; where the service sends the browser then. */
async function enter(person: Claims, browser = openBrowser(service), query = '?back=/queue') {
  provider.person = person;
  const back = await visitProvider(browser, query);
  const answer = await browser.get(`/session/openid/callback${back}`);
  return Object.assign(browser, { back, at: answer.headers.location });
}

const roles = async (browser: Browser) => {
  const { body } = await browser.get('/session');
  return body.accounts?.map(({ name, role }: Record<string, string>) => `${name} ${role}`) ?? body.error.type;
};

describe('sign-in at an OpenID provider', () => {
  beforeAll(async () => {
    provider = await startOpenIdProvider();
    service = await startService({
      settings: { ...provider.settings, oidcRoles: 'kyc=*:reviewer,boss=*:admin,audit=*:auditor' },
    });
    await provider.serve(service);
  });
  afterAll(async () => {
    await service?.close();
    await provider?.close();
  });

  test('makes members of people whose groups have a role, and follows their groups', async () => {
    expect((await openBrowser(service).get('/sign-in')).body).toEqual({ own: true, openid: true });
    const first = await enter(rita);
    expect(first.at).toBe('/dashboard/queue');
    expect(await roles(first)).toEqual(['Alice Ltd reviewer', 'Mallory Ltd reviewer']);
    const { member } = (await first.get('/session')).body;
    expect([member.email, member.name]).toEqual(['rita@example.com', 'Rita']);

    // The person has another address now, and is another kind of member: the session of before ends.
    const promoted = await enter({ ...rita, email: 'rita@new.example.com', groups: ['boss', 'kyc'] });
    expect(await roles(promoted)).toEqual(['Alice Ltd admin', 'Mallory Ltd admin']);
    expect((await promoted.get('/session')).body.member.id).toBe(member.id);
    expect(await roles(first)).toBe('sign_in_needed');

    const dropped = await enter({ ...rita, groups: ['staff'] });
    expect([dropped.at, await roles(dropped)]).toEqual(['/dashboard/sign-in?refused=not_permitted', 'sign_in_needed']);
    expect(await roles(promoted)).toBe('sign_in_needed');
    const stranger = await enter({ ...rita, sub: 'u-2', email: 'eve@example.com', groups: [] });
    expect(stranger.at).toBe('/dashboard/sign-in?refused=not_permitted');
    const { members } = (await operate('GET', '/members')).body;
    expect(members.map(({ email }: { email: string }) => email)).not.toContain('eve@example.com');

    const audit = await operate('GET', `/accounts/${service.account.id}/audit?object=${member.id}`);
    expect(audit.body.entries.map(({ action }: { action: string }) => action).reverse()).toEqual([
      ...['member_invited', 'member_signed_in', 'member_role_changed', 'member_signed_in', 'member_removed'],
    ]);
  });

  test('opens no account of another person by an address that nobody has verified', async () => {
    const known = await signedIn(service, 'admin');
    const given = { ...rita, sub: 'u-3', email: known.email, groups: ['kyc'] };
    expect((await enter({ ...given, email_verified: false })).at).toBe('/dashboard/sign-in?refused=wrong_sign_in');
    const linked = await enter(given);
    expect((await linked.get('/session')).body.member.id).toBe(known.id);
  });

  test('ends what others have set where nobody has proved the address, and gives them no role', async () => {
    // An administrator of one account makes an identity of another person's address.
    const path = `/accounts/${service.other.id}/members`;
    const { body } = await operate('POST', path, { email: 'cto@bigcorp.example', role: 'auditor' });
    const squatter = await accept(service, body.invitation_url, { name: 'Squatter' });
    const person = { ...rita, sub: 'u-9', email: 'CTO@bigcorp.example', groups: ['boss'] };
    const cto = await enter(person);
    expect(await roles(cto)).toEqual(['Alice Ltd admin', 'Mallory Ltd admin']);
    expect((await cto.get('/session')).body.member.id).toBe(body.id);
    expect(await roles(squatter)).toBe('sign_in_needed');
    const old = { email: 'cto@bigcorp.example', password: PASSWORD };
    expect((await squatter.post('/session', old)).body.error.type).toBe('wrong_sign_in');
    const { notices } = (await cto.get('/notices')).body;
    expect(notices.map(({ subject }: { subject: string }) => subject).sort()).toEqual([
      'New sign-in to your Bonafide dashboard',
      'Your organisation now signs you in to Bonafide',
    ]);
    const audit = await operate('GET', `/accounts/${service.account.id}/audit?object=${body.id}`);
    expect(audit.body.entries.map(({ action }: { action: string }) => action)).toContain('member_reset');
    // The provider has proved the address: what its person sets stays.
    await enter(person, cto, '?prove=true');
    expect((await cto.call('PUT', '/password', { password: PASSWORD })).status).toBe(204);
    await enter(person, openBrowser(service));
    expect((await openBrowser(service).post('/session', old)).status).toBe(201);
  });

  const forgeries: [string, Forgery][] = [
    ['another key', { otherKey: true }],
    ['no signature', { alg: 'none' }],
    ['the client secret', { alg: 'HS256' }],
    ['another issuer', { claims: { iss: 'https://evil.example' } }],
    ['another audience', { claims: { aud: 'another-client' } }],
    ['an empty subject', { claims: { sub: '' } }],
    ['a subject of blanks', { claims: { sub: ' ' } }],
    ['a subject that is not a text', { claims: { sub: 7 } }],
    ['no subject', { claims: { sub: undefined } }],
    ['another nonce', { claims: { nonce: 'x' } }],
    ['an end that has passed', { claims: { exp: 1 } }],
  ];
  test.each(forgeries)('takes no ID token with %s, and records it', async (_, forgery) => {
    // What was recorded before is forgotten: of many a few are kept.
    service.clock.advance(25 * HOUR_MS);
    const person = { ...rita, sub: 'u-6', email: 'forged@example.com' };
    const { members: before } = (await operate('GET', '/members')).body;
    provider.forgery = forgery;
    const since = new Date(service.clock.now()).toISOString();
    const browser = await enter(person).finally(() => {
      provider.forgery = undefined;
    });
    expect([browser.at, await roles(browser)]).toEqual([
      '/dashboard/sign-in?refused=answer_not_verified',
      'sign_in_needed',
    ]);
    expect((await operate('GET', '/members')).body.members).toHaveLength(before.length);
    await service.settle();
    const { entries } = (await operate('GET', `/audit?action=member_sign_in_failed&since=${since}`)).body;
    expect(entries).toMatchObject([
      {
        actor: { kind: 'system', id: 'openid' },
        address: '127.0.0.1',
        details: { way: 'openid', error: 'wrong_sign_in', reason: 'answer_not_verified' },
      },
    ]);
    const ofAccount = `/accounts/${service.account.id}/audit?action=member_sign_in_failed&since=${since}`;
    expect((await operate('GET', ofAccount)).body.entries).toEqual([]);
  });

  test('is not taken over by a link, a second use, another browser or another site', async () => {
    const person = { ...rita, sub: 'u-4', email: 'grace@example.com' };
    const grace = await enter(person);
    expect(await roles(grace)).toHaveLength(2);
    const refused = '/dashboard/sign-in?refused=wrong_sign_in';
    const callback = async (browser: Browser, query: string) =>
      (await browser.get(`/session/openid/callback${query}`)).headers.location;
    expect(await callback(grace, grace.back)).toBe(refused);

    // A sign-in that one browser has begun ends in no other browser: neither with its own state nor with the other's.
    const [mine, other] = [openBrowser(service), openBrowser(service)];
    const back = await visitProvider(mine);
    expect(await callback(openBrowser(service), back)).toBe(refused);
    await visitProvider(other);
    expect(await callback(other, back)).toBe(refused);
    expect(await callback(mine, back.replace(/code=[^&]+/, 'code=forged'))).toBe(refused);
    expect(await callback(mine, back)).toBe(refused);
    for (const evil of ['https://evil.example/', '//evil.example', '/\\evil.example']) {
      const { status } = await openBrowser(service).get(`/session/openid?back=${encodeURIComponent(evil)}`);
      expect([evil, status]).toEqual([evil, 422]);
    }
    await operate('PATCH', `/members/${(await grace.get('/session')).body.member.id}`, { disabled: true });
    expect((await enter(person)).at).toBe(refused);
  });

  test('proves who the member is where the provider asks again', async () => {
    const person = { ...rita, sub: 'u-5', email: 'ada@example.com', groups: ['boss'] };
    const ada = await enter(person);
    service.clock.advance(6 * MINUTE_MS);
    const invite = () =>
      ada.post(`/accounts/${service.account.id}/members`, { email: 'new@example.com', role: 'auditor' });
    expect((await invite()).body.error.type).toBe('proof_needed');
    const before = ada.cookie;
    await enter(person, ada, '?prove=true');
    expect((await invite()).status).toBe(201);
    expect(await roles(Object.assign(openBrowser(service), { cookie: before }))).toBe('sign_in_needed');
  });

  test('takes nothing from a member by a link that another person opens', async () => {
    const person = { ...rita, sub: 'u-10', email: 'chief@bigcorp.example', groups: ['boss'] };
    const chief = await enter(person);
    const { id } = (await chief.get('/session')).body.member;
    // An administrator of an account that the member is not in reads the link.
    const { id: account } = (await operate('POST', '/accounts', { name: 'Third' })).body;
    const { body } = await operate('POST', `/accounts/${account}/members`, { email: person.email, role: 'auditor' });
    const secret = body.invitation_url.split('#')[1];
    const eve = openBrowser(service);
    provider.person = { ...rita, sub: 'u-11', email: 'eve@example.com', groups: [] };
    const begun = await eve.post('/invitations/openid', { secret });
    const back = await followProvider(begun.body.url);
    const { headers } = await eve.get(`/session/openid/callback${back}`);
    expect(headers.location).toBe('/dashboard/sign-in?refused=wrong_sign_in');
    expect(await roles(chief)).toEqual(['Alice Ltd admin', 'Mallory Ltd admin']);
    const audit = await operate('GET', `/accounts/${service.account.id}/audit?object=${id}`);
    expect(audit.body.entries.map(({ action }: { action: string }) => action)).not.toContain('member_removed');
  });
});

describe('where groups give a role in one account alone', () => {
  /** The account that groups give a role in, and another one. */
  let accounts: Record<'mallory' | 'alice', string>;
  let drop: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    provider = await startOpenIdProvider();
    const database = await migratedDatabase();
    drop = database?.drop;
    const settings = { ...provider.settings, ...(database && { databaseUrl: database.url }) };
    const first = await startService({ settings });
    accounts = { mallory: first.other.id, alice: first.account.id };
    await first.close({ keep: true });
    const oidcRoles = `kyc=${accounts.mallory}:reviewer`;
    service = await startService({ data: first.data, settings: { ...settings, oidcRoles } });
    await provider.serve(service);
  });
  afterAll(async () => {
    await service.close();
    await provider.close();
    await drop?.();
  });

  const invite = async (account: string, email: string) =>
    (await operate('POST', `/accounts/${account}/members`, { email, role: 'auditor' })).body;

  /** Opens an invitation and signs a person in at the provider; where the service sends the browser then. */
  async function open(person: Claims, url: string) {
    provider.person = person;
    const browser = openBrowser(service);
    const { body } = await browser.post('/invitations/openid', { secret: url.split('#')[1] });
    const answer = await browser.get(`/session/openid/callback${await followProvider(body.url)}`);
    return Object.assign(browser, { at: answer.headers.location });
  }

  /** Facts about a member: whether the address is proved, and the role and acceptance in each account. */
  async function factsOf(id: string) {
    const { members } = (await operate('GET', '/members')).body;
    const { email_proved, accounts: found } = members.find((one: { id: string }) => one.id === id);
    const named = new Map(Object.entries(accounts).map(([name, account]) => [account, name]));
    const shown = found.map(({ account_id, role, accepted }: Record<string, string>) => [
      ...[named.get(account_id as string), role, accepted],
    ]);
    return [email_proved, ...shown.sort()];
  }

  test('an invitation of another account waits until its person accepts it', async () => {
    const dora: Claims = { sub: 'u-d', email: 'dora@example.com', email_verified: true, name: 'Dora', groups: ['kyc'] };
    const ofAlice = await invite(accounts.alice, dora.email);
    const { id, invitation_url } = await invite(accounts.mallory, dora.email);
    expect(ofAlice.id).toBe(id);
    const browser = await open(dora, invitation_url);
    expect(await roles(browser)).toEqual(['Mallory Ltd reviewer']);
    // A later sign-in drops nothing, either.
    const again = await enter(dora, openBrowser(service));
    expect(await roles(again)).toEqual(['Mallory Ltd reviewer']);
    expect(await factsOf(id)).toEqual([true, ['alice', 'auditor', false], ['mallory', 'reviewer', true]]);
    await enter(dora, again, '?prove=true');
    await join(again, ofAlice.invitation_url);
    expect(await roles(again)).toEqual(['Alice Ltd auditor', 'Mallory Ltd reviewer']);
    // A membership that counts follows the groups.
    const later = await enter(dora, openBrowser(service));
    expect(await roles(later)).toEqual(['Mallory Ltd reviewer']);
    const { entries } = (await operate('GET', `/accounts/${accounts.mallory}/audit?object=${id}`)).body;
    expect(
      entries
        .map(({ action }: { action: string }) => action)
        .reverse()
        .slice(0, 3),
    ).toEqual([...['member_invited', 'member_role_changed', 'member_accepted']]);
  });

  test('a link of one account that another person opens changes nothing in the other account', async () => {
    const eve: Claims = { sub: 'u-e', email: 'eve@example.com', email_verified: true, name: 'Eve', groups: ['kyc'] };
    const chief = { ...eve, sub: 'u-c', email: 'chief@bigcorp.example', name: 'Chief' };
    const ofAlice = await invite(accounts.alice, chief.email);
    const { id, invitation_url } = await invite(accounts.mallory, chief.email);
    // An administrator of one account reads its link.
    const squatter = await open(eve, invitation_url);
    expect(await roles(squatter)).toEqual(['Mallory Ltd reviewer']);
    expect(await factsOf(id)).toEqual([false, ['alice', 'auditor', false], ['mallory', 'reviewer', true]]);
    // Nothing of this is proved: the person of the address takes the place, and accepts the other invitation.
    const unverified = await open({ ...chief, sub: 'u-x', email_verified: false }, ofAlice.invitation_url);
    expect(unverified.at).toBe('/dashboard/sign-in?refused=wrong_sign_in');
    const person = await enter(chief);
    expect(await roles(squatter)).toBe('sign_in_needed');
    await enter(chief, person, '?prove=true');
    await join(person, ofAlice.invitation_url);
    expect(await factsOf(id)).toEqual([true, ['alice', 'auditor', true], ['mallory', 'reviewer', true]]);
    expect((await (await enter(eve)).get('/session')).body.member.id).not.toBe(id);
  });
});

describe('where it is the only way', () => {
  test('passwords, passkeys, invitations and sessions of before open nothing', async () => {
    const only = await startOpenIdProvider();
    service = await startService({ settings: { ...only.settings, oidcOnly: 'on', oidcRoles: 'kyc=*:admin' } });
    provider = only;
    await only.serve(service);
    try {
      expect((await openBrowser(service).get('/sign-in')).body).toEqual({ own: false, openid: true });
      const path = `/accounts/${service.account.id}/members`;
      const { body } = await operate('POST', path, { email: 'bob@example.com', role: 'admin' });
      await expect(accept(service, body.invitation_url, { name: 'Bob' })).rejects.toThrow(/403.*not_permitted/);
      const browser = openBrowser(service);
      const types = [
        await browser.post('/session', { email: 'bob@example.com', password: PASSWORD }),
        await browser.post('/session/passkey', {
          response: openAuthenticator().assert({ challenge: 'AAAA', origin: service.baseUrl }),
        }),
      ].map(({ body: { error } }) => error.type);
      expect(types).toEqual(['not_permitted', 'not_permitted']);
      const { services } = service;
      const device = { userAgent: '', address: '127.0.0.1', browser: '' };
      const old = await services.store.transaction((tx) => beginSession(services, tx, body.id, device));
      const before = Object.assign(openBrowser(service), { cookie: `__Host-bonafide=${old}` });
      expect(await roles(before)).toBe('sign_in_needed');
      const entered = await enter({ ...rita, email: 'bob@example.com' });
      expect(await roles(entered)).toEqual(['Alice Ltd admin', 'Mallory Ltd admin']);
      const proof = await entered.post('/session/proof', { password: PASSWORD });
      expect(proof.body.error.type).toBe('not_permitted');
      await enter({ ...rita, email: 'bob@example.com' }, entered, '?prove=true');
      expect((await entered.call('PUT', '/password', { password: 'a way around the provider' })).body.error.type).toBe(
        'not_permitted',
      );
    } finally {
      await service.close();
      await only.close();
    }
  });
});
