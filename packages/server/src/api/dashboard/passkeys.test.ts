import { describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../base/clock.ts';
import { useService } from '../../testing/service.ts';
import { openAuthenticator } from './testing/authenticator.ts';
import { accept, type Browser, openBrowser, PASSWORD, signedIn } from './testing/browser.ts';

const service = useService();

const origin = () => new URL(service.services.urls.dashboard).origin;

const operate = (method: string, path: string, json?: unknown) =>
  service.call(method, `/operator/v1${path}`, {
    token: null,
    headers: { authorization: `Bearer ${service.operatorKey}` },
    ...(json !== undefined && { json }),
  });

const outcome = async (answer: ReturnType<Browser['get']>) => {
  const { status, body } = await answer;
  return body?.error?.type ?? status;
};

const challengeFor = async (browser: Browser, path: string): Promise<string> =>
  (await browser.post(`${path}/options`)).body.challenge;

/** An authenticator with a passkey of the member of a browser. */
async function withPasskey(browser: Browser, name = 'Laptop') {
  const authenticator = openAuthenticator();
  const response = authenticator.register({ challenge: await challengeFor(browser, '/passkeys'), origin: origin() });
  const made = await browser.post('/passkeys', { name, response });
  return Object.assign(authenticator, { made, response });
}

describe('a passkey', () => {
  test('is added after a proof, signs in alone as two factors, is renamed and removed', async () => {
    const rita = await signedIn(service, 'reviewer');
    const options = (await rita.post('/passkeys/options')).body;
    expect(options).toMatchObject({
      rp: { name: 'Bonafide', id: 'localhost' },
      user: { name: rita.email },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const { made, assert } = await withPasskey(rita);
    expect([made.status, made.body]).toEqual([
      201,
      {
        id: expect.any(String),
        name: 'Laptop',
        synced: false,
        created_at: expect.any(String),
        last_used_at: null,
      },
    ]);

    const account = service.account.id;
    await operate('PATCH', `/accounts/${account}`, { second_factor: true });
    expect(await outcome(rita.get(`/accounts/${account}/permissions`))).toBe('second_factor_needed');
    const browser = openBrowser(service);
    const challenge = await challengeFor(browser, '/session/passkey');
    const userHandle = Buffer.from(rita.id).toString('base64url');
    const signed = await browser.post('/session/passkey', {
      response: assert({ challenge, origin: origin(), userHandle }),
    });
    expect([signed.status, signed.body.member.email, signed.body.member.passkeys]).toEqual([201, rita.email, 1]);
    expect(await outcome(browser.get(`/accounts/${account}/permissions`))).toBe(200);
    await operate('PATCH', `/accounts/${account}`, { second_factor: false });

    const { id } = made.body;
    expect(await outcome(browser.patch(`/passkeys/${id}`, { name: 'Old laptop' }))).toBe(204);
    const [listed] = (await browser.get('/passkeys')).body.passkeys;
    expect([listed.name, listed.last_used_at]).toEqual(['Old laptop', '2026-01-15T09:30:00Z']);
    // A passkey of another member doesn't exist.
    const stranger = await signedIn(service, 'admin', { account: service.other.id });
    expect(await outcome(stranger.patch(`/passkeys/${id}`, { name: 'Mine' }))).toBe('resource_not_found');
    expect(await outcome(stranger.del(`/passkeys/${id}`))).toBe('resource_not_found');
    expect((await stranger.get('/passkeys')).body).toEqual({ passkeys: [] });

    expect(await outcome(browser.del(`/passkeys/${id}`))).toBe(204);
    const gone = assert({ challenge: await challengeFor(browser, '/session/passkey'), origin: origin() });
    expect(await outcome(openBrowser(service).post('/session/passkey', { response: gone }))).toBe('wrong_sign_in');
    const { entries } = (await operate('GET', `/accounts/${account}/audit?object=${rita.id}`)).body;
    expect(entries.map(({ action }: { action: string }) => action).reverse()).toEqual([
      ...['member_invited', 'member_accepted', 'member_passkey_added', 'member_signed_in', 'member_passkey_removed'],
    ]);
  });

  test('proves who the member is, within the session that was asked alone', async () => {
    const rita = await signedIn(service, 'reviewer');
    const bob = await signedIn(service, 'reviewer');
    const { assert } = await withPasskey(rita);
    service.clock.advance(5 * MINUTE_MS);
    expect(await outcome(rita.post('/passkeys/options'))).toBe('proof_needed');
    const challenge = await challengeFor(rita, '/session/proof/passkey');
    const response = assert({ challenge, origin: origin() });
    expect(await outcome(bob.post('/session/proof/passkey', { response }))).toBe('wrong_sign_in');
    expect(await outcome(openBrowser(service).post('/session/passkey', { response }))).toBe('wrong_sign_in');
    const before = rita.cookie;
    expect(await outcome(rita.post('/session/proof/passkey', { response }))).toBe(200);
    expect(rita.cookie).not.toBe(before);
    expect(await outcome(rita.post('/passkeys/options'))).toBe(200);
    // Of a challenge for Bob, the passkey of Rita proves nothing.
    const forBob = assert({ challenge: await challengeFor(bob, '/session/proof/passkey'), origin: origin() });
    expect(await outcome(bob.post('/session/proof/passkey', { response: forBob }))).toBe('wrong_sign_in');
  });

  test('is refused where the assertion is replayed, late, forged, copied or without the person', async () => {
    const rita = await signedIn(service, 'reviewer');
    const { assert } = await withPasskey(rita);
    const signIn = (response: object) => outcome(openBrowser(service).post('/session/passkey', { response }));
    const challenge = () => challengeFor(openBrowser(service), '/session/passkey');
    const good = assert({ challenge: await challenge(), origin: origin(), counter: 100 });
    expect(await Promise.all([signIn(good), signIn(good)]).then((all) => all.sort())).toEqual([201, 'wrong_sign_in']);
    expect(await signIn(good)).toBe('wrong_sign_in');

    const late = assert({ challenge: await challenge(), origin: origin(), counter: 101 });
    service.clock.advance(5 * MINUTE_MS);
    expect(await signIn(late)).toBe('wrong_sign_in');
    const forged = Buffer.alloc(54, 7).toString('base64url');
    for (const ceremony of [
      { challenge: forged },
      { challenge: await challenge(), origin: 'https://localhost.evil.example' },
      { challenge: await challenge(), verified: false },
      // A copy of the key that has signed less often than the passkey.
      { challenge: await challenge(), counter: 100 },
      { challenge: await challenge(), userHandle: Buffer.from('someone').toString('base64url') },
    ]) {
      expect(await signIn(assert({ origin: origin(), counter: 102, ...ceremony }))).toBe('wrong_sign_in');
    }
    // Another key under the id of the passkey.
    const { response } = openAuthenticator().assert({ challenge: await challenge(), origin: origin(), counter: 103 });
    expect(await signIn({ ...good, response })).toBe('wrong_sign_in');
    expect(await signIn(assert({ challenge: await challenge(), origin: origin(), counter: 104 }))).toBe(201);
  });

  test('is not added by another session, twice, or without the person', async () => {
    const rita = await signedIn(service, 'reviewer');
    const bob = await signedIn(service, 'reviewer');
    const authenticator = openAuthenticator();
    const challenge = await challengeFor(rita, '/passkeys');
    const add = (browser: Browser, response: object) => outcome(browser.post('/passkeys', { name: 'Key', response }));
    const response = authenticator.register({ challenge, origin: origin() });
    expect(await add(bob, response)).toBe('validation_error');
    expect(await add(rita, authenticator.register({ challenge, origin: origin(), verified: false }))).toBe(
      'validation_error',
    );
    expect(await add(rita, response)).toBe(201);
    expect(await add(rita, response)).toBe('validation_error');
    const again = openAuthenticator().register({ challenge, origin: origin() });
    expect(await add(rita, again)).toBe('validation_error');
  });

  test('ends with a reset, and signs in no member who is disabled', async () => {
    const rita = await signedIn(service, 'reviewer');
    const { assert } = await withPasskey(rita);
    const signIn = async () => {
      const challenge = await challengeFor(openBrowser(service), '/session/passkey');
      return outcome(
        openBrowser(service).post('/session/passkey', { response: assert({ challenge, origin: origin() }) }),
      );
    };
    await operate('PATCH', `/members/${rita.id}`, { disabled: true });
    expect(await signIn()).toBe('wrong_sign_in');
    await operate('PATCH', `/members/${rita.id}`, { disabled: false });
    expect(await signIn()).toBe(201);
    const { invitation_url } = (await operate('POST', `/members/${rita.id}/invitation`)).body;
    await accept(service, invitation_url, { name: 'Rita', password: `${PASSWORD} anew` });
    expect(await signIn()).toBe('wrong_sign_in');
  });
});

describe('a browser on the machine of the service', () => {
  const at = (host: string) => service.httpUrl.replace('127.0.0.1', host);
  const page = async (url: string) => {
    const { status, headers } = await service.get(url, { token: null });
    return [status, headers.location ?? null];
  };

  test('signs in by one passkey on both ports of localhost, and on no other origin', async () => {
    const plain = at('localhost');
    expect(new URL(service.services.urls.entrance).origin).toBe(plain);
    const rita = await signedIn(service, 'reviewer');
    const authenticator = openAuthenticator();
    const response = authenticator.register({ challenge: await challengeFor(rita, '/passkeys'), origin: plain });
    expect(await outcome(rita.post('/passkeys', { name: 'Laptop', response }))).toBe(201);
    const signIn = async (from: string) => {
      const challenge = await challengeFor(openBrowser(service), '/session/passkey');
      const signed = { response: authenticator.assert({ challenge, origin: from }) };
      return outcome(openBrowser(service).post('/session/passkey', signed));
    };
    // One after the other: the service refuses a signature whose counter is lower than one that it has seen.
    expect([await signIn(plain), await signIn(origin())]).toEqual([201, 201]);
    for (const from of [at('127.0.0.1'), 'http://localhost:1', 'https://localhost.example.com']) {
      expect(await signIn(from)).toBe('wrong_sign_in');
    }
  });

  test('is sent from a loopback address to localhost for pages, never for the API', async () => {
    for (const base of [at('127.0.0.1'), service.baseUrl.replace('localhost', '127.0.0.1')]) {
      const local = base.replace('127.0.0.1', 'localhost');
      for (const path of ['/dashboard', '/dashboard/welcome', '/dashboard/accounts/a/live/queue?doubt=lists']) {
        expect(await page(base + path)).toEqual([307, local + path]);
        expect(await page(local + path)).toEqual([200, null]);
      }
      expect(await page(`${base}//dashboard//example.com`)).toEqual([307, `${local}/dashboard//example.com`]);
      expect(await page(`${base}/dashboard/api/sign-in`)).toEqual([200, null]);
      expect(await page(`${base}/v3.6/applicants`)).toEqual([401, null]);
    }
  });
});

describe.each([
  ['publicUrl', 'https://id.example.com'],
  ['dashboardUrl', 'https://id.example.com/dashboard'],
] as const)('with the setting %s', (name, value) => {
  const named = useService({ settings: { [name]: value } });

  test('invitations lead there, and no page leads away', async () => {
    const headers = { authorization: `Bearer ${named.operatorKey}` };
    const invited = await named.post('/operator/v1/members/first_invitation', undefined, { token: null, headers });
    expect(invited.body.invitation_url).toMatch(/^https:\/\/id\.example\.com\/dashboard\/welcome#[\w-]{43}$/);
    expect((await named.get(`${named.httpUrl}/dashboard`, { token: null })).status).toBe(200);
  });
});
