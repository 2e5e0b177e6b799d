import { TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../base/clock.ts';
import { startSmtpServer } from '../../messages/mail-transport/testing/smtp-server.ts';
import { startService, useService } from '../../testing/service.ts';
import { accept, type Browser, openBrowser, PASSWORD, signedIn } from './testing/browser.ts';

const service = useService();

const operate = (method: string, path: string, json?: unknown) =>
  service.call(method, `/operator/v1${path}`, {
    token: null,
    headers: { authorization: `Bearer ${service.operatorKey}` },
    ...(json !== undefined && { json }),
  });

/** The member of a browser, or the type of the error. */
const who = async ({
  get,
}: {
  get: (path: string) => Promise<{ body: { member?: { email: string }; error?: { type: string } } }>;
}) => {
  const { body } = await get('/session');
  return body.error?.type ?? body.member?.email;
};

describe('the first administrator', () => {
  test('comes in by an address that works once and for 30 minutes, and reaches every account', async () => {
    const late = (await operate('POST', '/members/first_invitation')).body.invitation_url;
    service.clock.advance(30 * MINUTE_MS);
    await expect(accept(service, late, { email: 'ada@example.com', name: 'Ada' })).rejects.toThrow(
      /410.*invitation_ended/,
    );

    const replaced = (await operate('POST', '/members/first_invitation')).body.invitation_url;
    const { invitation_url } = (await operate('POST', '/members/first_invitation')).body;
    expect(invitation_url).toMatch(/^http:\/\/localhost:\d+\/dashboard\/welcome#[\w-]{43}$/);
    await expect(accept(service, replaced, { email: 'ada@example.com', name: 'Ada' })).rejects.toThrow(/410/);

    const opened = await openBrowser(service).post('/invitations/open', { secret: invitation_url.split('#')[1] });
    expect(opened.body).toEqual({
      kind: 'first',
      email: null,
      name: null,
      sign_in: false,
      expires_at: '2026-01-15T10:30:00Z',
      accounts: [
        { name: 'Alice Ltd', role: 'admin' },
        { name: 'Mallory Ltd', role: 'admin' },
      ],
    });
    // Two people at once: one of them is the administrator.
    const people = await Promise.allSettled(
      ['ada', 'eve'].map((name) => accept(service, invitation_url, { email: `${name}@Example.com`, name })),
    );
    expect(people.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const [browser] = people.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const { body } = await browser!.get('/session');
    expect(body.member.email).toMatch(/^(ada|eve)@example\.com$/);
    expect(body.accounts.map(({ name, role }: { name: string; role: string }) => [name, role])).toEqual([
      ['Alice Ltd', 'admin'],
      ['Mallory Ltd', 'admin'],
    ]);
    expect((await operate('POST', '/members/first_invitation')).body).toEqual({ invitation_url: null });
  });

  test('comes in although others were invited meanwhile, and not by the address of one of them', async () => {
    const own = await startService();
    try {
      const by = { token: null, headers: { authorization: `Bearer ${own.operatorKey}` } };
      const { invitation_url } = (await own.post('/operator/v1/members/first_invitation', {}, by)).body;
      const rita = { email: 'rita@example.com', role: 'reviewer' };
      await own.post(`/operator/v1/accounts/${own.account.id}/members`, rita, by);
      await expect(accept(own, invitation_url, { email: 'Rita@example.com', name: 'Rita' })).rejects.toThrow(
        /422.*already has an invitation/,
      );
      const ada = await accept(own, invitation_url, { email: 'ada@example.com', name: 'Ada' });
      expect((await ada.get('/session')).body.accounts.map(({ role }: { role: string }) => role)).toEqual([
        'admin',
        'admin',
      ]);
      expect((await own.post('/operator/v1/members/first_invitation', {}, by)).body).toEqual({ invitation_url: null });
    } finally {
      await own.close();
    }
  });
});

describe('a password', () => {
  test.each([
    ['too short', 'eleven char', 'is too short (minimum is 12 characters)'],
    ['too long', 'x'.repeat(129), 'is too long (maximum is 128 characters)'],
    ['common', 'Sonyericsson', 'is one of the most common passwords'],
    ['the name of the member', 'Grace Hopper Murray', 'is your name or e-mail address'],
  ])('that is %s is refused', async (_, password, message) => {
    const email = `${password.length}@example.com`;
    const path = `/accounts/${service.account.id}/members`;
    const { invitation_url } = (await operate('POST', path, { email, role: 'auditor' })).body;
    const refused = await openBrowser(service).post('/invitations/accept', {
      secret: invitation_url.split('#')[1],
      name: 'Grace Hopper Murray',
      password,
    });
    expect([refused.status, refused.body.error.fields]).toEqual([422, { password: [message] }]);
    // The invitation still works, with any twelve characters.
    const browser = await accept(service, invitation_url, { name: 'Grace', password: '🦜🦜🦜🦜🦜🦜 parrots' });
    expect(await who(browser)).toBe(email);
  });

  test('is asked for by a form, and wrong ones and unknown people get the same answer', async () => {
    const { email } = await signedIn(service, 'reviewer');
    const browser = openBrowser(service);
    const answers = [];
    for (const given of [
      { email, password: 'wrong' },
      { email: 'nobody@example.com', password: PASSWORD },
    ]) {
      const { status, body, headers } = await browser.post('/session', given);
      answers.push({ status, body, cookie: headers['set-cookie'] });
    }
    expect(answers[0]).toEqual(answers[1]);
    await service.settle();
    const audit = await operate('GET', `/accounts/${service.account.id}/audit?action=member_sign_in_failed`);
    expect(audit.body.entries.map(({ address }: { address: string }) => address)).toEqual(['127.0.0.1']);
    expect([answers[0]?.status, answers[0]?.body.error.type]).toEqual([401, 'wrong_sign_in']);

    const signed = await browser.post('/session', { email: ` ${email.toUpperCase()}`, password: PASSWORD });
    expect(signed.status).toBe(201);
    expect(signed.headers['set-cookie']).toMatch(
      /^__Host-bonafide=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    );
    expect(await who(browser)).toBe(email);
  });
});

describe('a session', () => {
  test('ends when it is idle for 30 minutes, after 12 hours, and at sign-out', async () => {
    const browser = await signedIn(service, 'reviewer');
    const stolen = Object.assign(openBrowser(service), { cookie: browser.cookie });
    service.clock.advance(30 * MINUTE_MS - 1);
    expect(await who(browser)).toBe(browser.email);
    service.clock.advance(30 * MINUTE_MS);
    expect(await who(browser)).toBe('sign_in_needed');

    await browser.post('/session', { email: browser.email, password: PASSWORD });
    for (let n = 0; n < 24; n += 1) {
      expect(await who(browser)).toBe(browser.email);
      service.clock.advance(30 * MINUTE_MS - 1);
    }
    service.clock.advance(24);
    expect(await who(browser)).toBe('sign_in_needed');

    await browser.post('/session', { email: browser.email, password: PASSWORD });
    stolen.cookie = browser.cookie;
    expect((await browser.del('/session')).status).toBe(204);
    expect([browser.cookie, await who(stolen)]).toEqual(['', 'sign_in_needed']);
  });

  test('ends though an open page, before which nobody sits, asks for news', async () => {
    const browser = await signedIn(service, 'reviewer');
    const unattended = () => browser.call('GET', '/session', undefined, { headers: { 'x-bonafide-unattended': '1' } });
    for (let n = 0; n < 3; n += 1) {
      service.clock.advance(9 * MINUTE_MS);
      expect((await unattended()).status).toBe(200);
    }
    service.clock.advance(3 * MINUTE_MS);
    expect((await unattended()).status).toBe(401);
  });

  test('has a new identifier at each sign-in, and none that was brought along', async () => {
    const { email } = await signedIn(service, 'reviewer');
    const browser = openBrowser(service);
    browser.cookie = `__Host-bonafide=${'A'.repeat(43)}`;
    const seen = [browser.cookie];
    for (let n = 0; n < 2; n += 1) {
      await browser.post('/session', { email, password: PASSWORD });
      seen.push(browser.cookie);
    }
    expect(new Set(seen).size).toBe(3);
    expect(await who(Object.assign(openBrowser(service), { cookie: seen[0] as string }))).toBe('sign_in_needed');
  });

  test('is listed with its device, and ended from another one', async () => {
    const browser = await signedIn(service, 'developer');
    const other = openBrowser(service);
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
    const given = { email: browser.email, password: PASSWORD };
    await other.call('POST', '/session', given, { headers: { 'user-agent': firefox } });
    const { sessions } = (await browser.get('/sessions')).body;
    expect(sessions.map(({ device, current }: { device: string; current: boolean }) => [device, current])).toEqual([
      ['Firefox on Linux', false],
      [expect.any(String), true],
    ]);
    const stranger = await signedIn(service, 'admin', { account: service.other.id });
    expect((await stranger.del(`/sessions/${sessions[0].id}`)).status).toBe(404);
    expect((await browser.del(`/sessions/${sessions[0].id}`)).status).toBe(204);
    expect([await who(other), await who(browser)]).toEqual(['sign_in_needed', browser.email]);
  });
});

describe('against guessing', () => {
  test('a delay grows after five failures, for a member, an unknown address and a machine', async () => {
    for (const email of [(await signedIn(service, 'auditor')).email, 'unknown@example.com']) {
      const browser = openBrowser(service);
      const attempt = async (password: string) => {
        const { status, headers } = await browser.post('/session', { email, password });
        return [status, Number(headers['retry-after'] ?? 0)];
      };
      for (let n = 0; n < 5; n += 1) expect(await attempt('wrong')).toEqual([401, 0]);
      // Both the address and the machine have failed five times: the right password isn't judged either.
      expect(await attempt(PASSWORD)).toEqual([429, 1]);
      service.clock.advance(1000);
      expect(await attempt('wrong')).toEqual([401, 0]);
      expect(await attempt('wrong')).toEqual([429, 2]);
      // A worker that still records a failure would prolong its lease for a whole day at once.
      await service.settle();
      service.clock.advance(DAY_MS);
    }
  });

  test('of attempts at once no more are judged than one after the other', async () => {
    const { email } = await signedIn(service, 'auditor');
    const attempts = Array.from({ length: 20 }, () =>
      openBrowser(service).post('/session', { email, password: 'wrong' }),
    );
    const statuses = (await Promise.all(attempts)).map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(5).fill(401), ...Array(15).fill(429)]);
    await service.settle();
    service.clock.advance(DAY_MS);
  });
});

describe('one-time codes', () => {
  const codeOf = (secret: string) => new TOTP({ secret }).generate({ timestamp: service.clock.now() });

  test('are set up with a code, asked for, count once, and ten recovery codes stand in for them', async () => {
    const browser = await signedIn(service, 'admin');
    const { secret, uri } = (await browser.post('/totp')).body;
    expect(uri).toContain(`secret=${secret}`);
    const wrong = await browser.post('/totp/confirm', { code: '000000' });
    expect([wrong.status, wrong.body.error.fields]).toEqual([422, { code: ['is wrong or has expired'] }]);
    const { recovery_codes } = (await browser.post('/totp/confirm', { code: codeOf(secret) })).body;
    expect(new Set(recovery_codes).size).toBe(10);

    const another = openBrowser(service);
    const signIn = async (code?: string) => {
      const answer = await another.post('/session', {
        email: browser.email,
        password: PASSWORD,
        ...(code && { code }),
      });
      return answer.body.error?.type ?? answer.status;
    };
    expect(await signIn()).toBe('code_needed');
    // The code that set it up is used already.
    expect(await signIn(codeOf(secret))).toBe('wrong_sign_in');
    service.clock.advance(30_000);
    const code = codeOf(secret);
    expect(await signIn(code)).toBe(201);
    expect(await signIn(code)).toBe('wrong_sign_in');
    expect(await signIn(recovery_codes[3].toUpperCase())).toBe(201);
    expect(await signIn(recovery_codes[3])).toBe('wrong_sign_in');

    // An account can demand them of everybody.
    const plain = await signedIn(service, 'admin');
    await operate('PATCH', `/accounts/${service.account.id}`, { second_factor: true });
    const path = `/accounts/${service.account.id}/members`;
    expect((await plain.get(path)).body.error.type).toBe('second_factor_needed');
    // The answer is the same for an address without an account: it does not show which objects exist.
    const { id: found } = (await service.post('/v3.6/applicants', { first_name: 'Ann', last_name: 'Lee' })).body;
    const find = (browser: Browser, id: string) => browser.get(`/find/applicants/${id}`);
    for (const id of [found, '0192f0c4-7a5e-7000-8000-000000000000']) {
      expect((await find(plain, id)).body.error.type).toBe('second_factor_needed');
      expect((await plain.get(`/find/${id}`)).body.error.type).toBe('second_factor_needed');
    }
    expect((await find(another, found)).body).toMatchObject({ account: service.account.id, id: found });
    expect((await another.get(path)).status).toBe(200);
    await operate('PATCH', `/accounts/${service.account.id}`, { second_factor: false });
  });

  test('a password is changed after a proof, and ends the other sessions', async () => {
    const browser = await signedIn(service, 'reviewer');
    const other = openBrowser(service);
    await other.post('/session', { email: browser.email, password: PASSWORD });
    service.clock.advance(5 * MINUTE_MS);
    const changed = { password: 'a password that is new' };
    expect((await browser.call('PUT', '/password', changed)).body.error.type).toBe('proof_needed');
    expect((await browser.post('/session/proof', { password: 'wrong' })).body.error.type).toBe('wrong_sign_in');
    const before = browser.cookie;
    expect((await browser.post('/session/proof', { password: PASSWORD })).status).toBe(200);
    expect(browser.cookie).not.toBe(before);
    expect((await browser.call('PUT', '/password', changed)).status).toBe(204);
    expect([await who(browser), await who(other)]).toEqual([browser.email, 'sign_in_needed']);
    expect((await other.post('/session', { email: browser.email, password: PASSWORD })).status).toBe(401);
    expect((await other.post('/session', { email: browser.email, ...changed })).status).toBe(201);
  });
});

describe('guessing from many addresses', () => {
  test('counts an IPv6 network of one home as one machine, and a mapped IPv4 address as IPv4', async () => {
    const own = await startService({ settings: { trustedProxies: '127.0.0.1' } });
    try {
      let people = 0;
      const attempt = async (address: string) => {
        people += 1;
        const given = { email: `nobody-${people}@example.com`, password: 'wrong' };
        const headers = { 'x-forwarded-for': address, 'x-forwarded-proto': 'https' };
        return (await openBrowser(own).call('POST', '/session', given, { headers })).status;
      };
      const guess = async (addresses: string[]) => {
        const statuses: number[] = [];
        for (const address of addresses) statuses.push(await attempt(address));
        return statuses;
      };
      const six = [401, 401, 401, 401, 401, 429];
      expect(await guess([1, 2, 3, 4, 5, 6].map((n) => `2001:db8:0:1:${n}::${n}`))).toEqual(six);
      expect(await attempt('2001:DB8::1:ffff:0:0:1')).toBe(429);
      expect(await attempt('2001:db8:0:2::1')).toBe(401);
      const mapped = ['198.51.100.7', '::ffff:198.51.100.7', '::ffff:c633:6407'];
      expect(await guess([...mapped, ...mapped])).toEqual(six);
      expect(await attempt('198.51.100.8')).toBe(401);
      expect(await attempt('::ffff:198.51.100.9')).toBe(401);
    } finally {
      await own.close();
    }
  });
});

describe('a new device', () => {
  test("is mailed to its member, once, and never the invitation's", async () => {
    const server = await startSmtpServer();
    const mailing = await startService({
      settings: { smtpUrl: `smtp://127.0.0.1:${server.port}`, mailFrom: 'id@example.com' },
    });
    try {
      const headers = { authorization: `Bearer ${mailing.operatorKey}` };
      const path = `/operator/v1/accounts/${mailing.account.id}/members`;
      await mailing.post(path, { email: 'rita@example.com', role: 'admin' }, { token: null, headers });
      const url = /http:\S+#[\w-]+/.exec(server.mails[0]?.content.replaceAll(/=\r?\n/g, '') ?? '')?.[0] as string;
      const rita = await accept(mailing, url, { name: 'Rita' });
      const signIn = (browser: typeof rita) =>
        browser.post('/session', { email: 'rita@example.com', password: PASSWORD });
      const subjects = () => server.mails.map(({ content }) => /^Subject: (.*)$/m.exec(content)?.[1]?.trim());
      expect((await signIn(rita)).status).toBe(201);
      const other = openBrowser(mailing);
      expect((await signIn(other)).status).toBe(201);
      expect((await signIn(other)).status).toBe(201);
      await expect
        .poll(subjects)
        .toEqual([expect.stringContaining('invited'), 'New sign-in to your Bonafide dashboard']);
      expect(other.device).toMatch(/^__Host-bonafide-device=[\w-]{22}$/);
      expect(server.mails[1]?.to).toBe('rita@example.com');
      // A wrong password sends nothing.
      await openBrowser(mailing).post('/session', { email: 'rita@example.com', password: 'wrong' });
      expect(subjects()).toHaveLength(2);
    } finally {
      await mailing.close();
      await server.close();
    }
  });
});

describe('other sites', () => {
  test('change nothing with the cookie of a member', async () => {
    const browser = await signedIn(service, 'admin');
    const attempt = async (headers: Record<string, string>) =>
      (await browser.call('POST', '/totp', undefined, { headers })).status;
    expect(await attempt({ 'x-bonafide-dashboard': '' })).toBe(403);
    expect(await attempt({ origin: 'https://evil.example' })).toBe(403);
    expect(await attempt({ origin: 'null' })).toBe(403);
    expect(await attempt({ 'sec-fetch-site': 'same-site' })).toBe(403);
    expect(await attempt({ origin: service.baseUrl, 'sec-fetch-site': 'same-origin' })).toBe(200);
  });
});
