import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../base/clock.ts';
import { startService, type TestService, useService } from '../../testing/service.ts';
import { openAuthenticator } from './testing/authenticator.ts';
import { type Browser, openBrowser, PASSWORD, signedIn } from './testing/browser.ts';
import { type Claims, followProvider, startOpenIdProvider, visitProvider } from './testing/openid-provider.ts';

const operate = (service: TestService, method: string, path: string, json?: unknown) =>
  service.call(method, `/operator/v1${path}`, {
    token: null,
    headers: { authorization: `Bearer ${service.operatorKey}` },
    ...(json !== undefined && { json }),
  });

const originOf = ({ services }: TestService) => new URL(services.urls.dashboard).origin;
const secretOf = (url: string) => url.split('#')[1] as string;

async function inviteTo(service: TestService, email: string, role = 'reviewer') {
  const path = `/accounts/${service.account.id}/members`;
  const { body } = await operate(service, 'POST', path, { email, role });
  return { id: body.id as string, secret: secretOf(body.invitation_url) };
}

/** Accepts an invitation with a passkey in a browser. */
async function passkeyFor(service: TestService, given: object, browser = openBrowser(service)) {
  const options = await browser.post('/invitations/passkey/options', given);
  const authenticator = openAuthenticator();
  const register = () => authenticator.register({ challenge: options.body.challenge, origin: originOf(service) });
  return { browser, authenticator, options, register };
}

const outcome = async (answer: ReturnType<Browser['get']>) => {
  const { status, body } = await answer;
  return body?.error?.type ?? status;
};

describe('an invitation that is accepted by a passkey', () => {
  const service = useService();

  test('signs in, and later signs in by the passkey alone; it works once', async () => {
    const { id, secret } = await inviteTo(service, 'rita@example.com');
    const given = { secret, name: 'Rita' };
    const { browser, authenticator, options, register } = await passkeyFor(service, given);
    expect(options.body.user).toMatchObject({ name: 'rita@example.com', displayName: 'Rita' });
    const passkey = register();
    const both = await Promise.all([
      outcome(browser.post('/invitations/accept', { ...given, passkey })),
      outcome(openBrowser(service).post('/invitations/accept', { ...given, passkey })),
    ]);
    expect(both.sort()).toEqual([201, 'invitation_ended']);
    expect(await outcome(openBrowser(service).post('/invitations/accept', { ...given, password: PASSWORD }))).toBe(
      'invitation_ended',
    );

    const later = openBrowser(service);
    const { challenge } = (await later.post('/session/passkey/options')).body;
    const userHandle = Buffer.from(id).toString('base64url');
    const response = authenticator.assert({ challenge, origin: originOf(service), userHandle });
    expect(await outcome(later.post('/session/passkey', { response }))).toBe(201);
    const { member, session } = (await later.get('/session')).body;
    expect([member.name, member.passkeys, session.way]).toEqual(['Rita', 1, 'passkey']);
    expect(await outcome(later.post('/session', { email: 'rita@example.com', password: PASSWORD }))).toBe(
      'wrong_sign_in',
    );

    // The only way to sign in stays; with a password beside it, it may go.
    const [{ id: only }] = (await later.get('/passkeys')).body.passkeys;
    expect(await outcome(later.del(`/passkeys/${only}`))).toBe('validation_error');
    expect(await outcome(later.call('PUT', '/password', { password: PASSWORD }))).toBe(204);
    expect(await outcome(later.del(`/passkeys/${only}`))).toBe(204);

    const { members } = (await operate(service, 'GET', '/members')).body;
    expect(members.find((one: { id: string }) => one.id === id)).toMatchObject({ state: 'active' });
  });

  test('takes no passkey of another invitation, another origin or without the person, and no empty answer', async () => {
    const [one, two] = [await inviteTo(service, 'one@example.com'), await inviteTo(service, 'two@example.com')];
    const made = await passkeyFor(service, { secret: one.secret, name: 'One' });
    const attempt = (passkey: unknown, secret = one.secret) =>
      outcome(openBrowser(service).post('/invitations/accept', { secret, name: 'Eve', passkey }));
    const { challenge } = made.options.body;
    expect(await attempt(made.register(), two.secret)).toBe('validation_error');
    expect(await attempt(openAuthenticator().register({ challenge, origin: 'https://evil.example' }))).toBe(
      'validation_error',
    );
    const unverified = openAuthenticator().register({ challenge, origin: originOf(service), verified: false });
    expect(await attempt(unverified)).toBe('validation_error');
    expect(await attempt(undefined)).toBe('validation_error');
    expect(await outcome(openBrowser(service).post('/invitations/passkey/options', { secret: 'x', name: 'Eve' }))).toBe(
      'invitation_ended',
    );
    service.clock.advance(6 * MINUTE_MS);
    expect(await attempt(made.register())).toBe('validation_error');
    // What failed has not used the invitation up.
    const again = await passkeyFor(service, { secret: one.secret, name: 'One' });
    expect(await attempt(again.register())).toBe(201);
    const stranger = await signedIn(service, 'admin', { account: service.other.id });
    const { members } = (await stranger.get(`/accounts/${service.other.id}/members`)).body;
    expect(members.map(({ email }: { email: string }) => email)).toEqual([stranger.email]);
  });

  test('replaces every way of before where it is a reset', async () => {
    const rita = await signedIn(service, 'reviewer');
    const { body } = await operate(service, 'POST', `/members/${rita.id}/invitation`);
    const given = { secret: secretOf(body.invitation_url), name: 'Rita' };
    const { browser, register } = await passkeyFor(service, given);
    expect(await outcome(browser.post('/invitations/accept', { ...given, passkey: register() }))).toBe(201);
    expect(await outcome(rita.get('/session'))).toBe('sign_in_needed');
    const old = { email: rita.email, password: PASSWORD };
    expect(await outcome(openBrowser(service).post('/session', old))).toBe('wrong_sign_in');
    const { notices } = (await browser.get('/notices')).body;
    expect(notices.map(({ subject }: { subject: string }) => subject)).toEqual([
      'Your ways to sign in to Bonafide were reset',
    ]);
  });
});

describe('an invitation that is accepted at the OpenID provider', () => {
  let provider: Awaited<ReturnType<typeof startOpenIdProvider>>;
  let service: TestService;
  beforeAll(async () => {
    provider = await startOpenIdProvider();
    service = await startService({ settings: provider.settings });
    await provider.serve(service);
  });
  afterAll(async () => {
    await service?.close();
    await provider?.close();
  });

  const person = (sub: string, email: string): Claims => ({
    sub,
    email,
    email_verified: true,
    name: `Person ${sub}`,
    groups: [],
  });

  /** Accepts an invitation as a person of the provider; where the service sends the browser then. */
  async function accept(secret: string, who: Claims, browser = openBrowser(service)) {
    provider.person = who;
    const { body } = await browser.post('/invitations/openid', { secret });
    const back = await followProvider(body.url);
    const answer = await browser.get(`/session/openid/callback${back}`);
    return Object.assign(browser, { at: answer.headers.location, back });
  }

  test('makes the first administrator, links a member whatever their address is there, and works once', async () => {
    const first = (await operate(service, 'POST', '/members/first_invitation')).body.invitation_url;
    const unverified = { ...person('u-0', 'ada@example.com'), email_verified: false };
    expect((await accept(secretOf(first), unverified)).at).toBe('/dashboard/sign-in?refused=wrong_sign_in');
    const ada = await accept(secretOf(first), person('u-0', 'ada@example.com'));
    const { accounts, member, session } = (await ada.get('/session')).body;
    expect([ada.at, member.name, session.way, accounts.length]).toEqual(['/dashboard/', 'Person u-0', 'openid', 2]);
    const again = openBrowser(service).post('/invitations/openid', { secret: secretOf(first) });
    expect(await outcome(again)).toBe('invitation_ended');

    const { id, secret } = await inviteTo(service, 'rita@work.example');
    const rita = await accept(secret, person('u-1', 'rita@home.example'));
    expect((await rita.get('/session')).body.member).toMatchObject({ id, email: 'rita@work.example' });
    expect((await rita.get('/notices')).body.notices).toEqual([]);
    const { members } = (await operate(service, 'GET', '/members')).body;
    expect(members.find((one: { id: string }) => one.id === id).state).toBe('active');

    // The way back counts once, in the browser that began, and no person becomes two members.
    expect((await openBrowser(service).get(`/session/openid/callback${rita.back}`)).headers.location).toBe(
      '/dashboard/sign-in?refused=wrong_sign_in',
    );
    const other = await inviteTo(service, 'otto@example.com');
    expect((await accept(other.secret, person('u-1', 'rita@home.example'))).at).toBe(
      '/dashboard/sign-in?refused=wrong_sign_in',
    );
    expect(await outcome(openBrowser(service).post('/invitations/open', { secret: other.secret }))).toBe(200);
  });

  test('links no member by an invitation that was used while the person was at the provider', async () => {
    const { secret } = await inviteTo(service, 'late@example.com');
    provider.person = person('u-5', 'late@example.com');
    const browser = openBrowser(service);
    const { url } = (await browser.post('/invitations/openid', { secret })).body;
    const back = await followProvider(url);
    const by = { secret, name: 'Late', password: PASSWORD };
    expect(await outcome(openBrowser(service).post('/invitations/accept', by))).toBe(201);
    const answer = await browser.get(`/session/openid/callback${back}`);
    expect(answer.headers.location).toBe('/dashboard/sign-in?refused=invitation_ended');
    expect(await outcome(browser.get('/session'))).toBe('sign_in_needed');
  });

  test('adds no account to another member, and joins one as the person of its address', async () => {
    const rita = await signedIn(service, 'reviewer', { account: service.other.id });
    const { secret } = await inviteTo(service, rita.email);
    const accounts = async (browser: Browser) => (await browser.get('/session')).body.accounts?.length;
    // The link alone makes no other person of the provider its member.
    const eve = await accept(secret, person('u-20', 'eve@example.com'));
    expect(eve.at).toBe('/dashboard/sign-in?refused=wrong_sign_in');
    const unverified = { ...person('u-21', rita.email), email_verified: false };
    expect((await accept(secret, unverified)).at).toBe('/dashboard/sign-in?refused=wrong_sign_in');
    expect(await accounts(rita)).toBe(1);
    // A sign-in without the link accepts nothing.
    provider.person = person('u-22', rita.email);
    const plain = openBrowser(service);
    await plain.get(`/session/openid/callback${await visitProvider(plain)}`);
    expect(await accounts(plain)).toBe(1);
    const joined = await accept(secret, person('u-22', rita.email));
    expect([joined.at, await accounts(joined)]).toEqual(['/dashboard/', 2]);
    expect(await outcome(plain.get('/session'))).toBe('sign_in_needed');
  });

  test('opens nothing for a person who was invited and signs in without the link', async () => {
    await inviteTo(service, 'ivy@example.com');
    provider.person = person('u-30', 'ivy@example.com');
    const ivy = openBrowser(service);
    const answer = await ivy.get(`/session/openid/callback${await visitProvider(ivy)}`);
    expect(answer.headers.location).toBe('/dashboard/sign-in?refused=not_permitted');
  });

  test('mails a member who had a password when their address at the provider links them', async () => {
    const rita = await signedIn(service, 'reviewer');
    provider.person = person('u-7', rita.email);
    const back = await visitProvider(rita);
    expect((await rita.get(`/session/openid/callback${back}`)).headers.location).toBe('/dashboard/');
    const { notices } = (await rita.get('/notices')).body;
    expect(notices.map(({ subject }: { subject: string }) => subject)).toEqual([
      'Your organisation now signs you in to Bonafide',
    ]);
  });
});
