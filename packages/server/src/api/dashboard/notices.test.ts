import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../base/clock.ts';
import { type SmtpTestServer, startSmtpServer } from '../../messages/mail-transport/testing/smtp-server.ts';
import { startService, type TestService, useService } from '../../testing/service.ts';
import { upkeep } from '../../workers/upkeep.ts';
import { openAuthenticator } from './testing/authenticator.ts';
import { accept, type Browser, openBrowser, PASSWORD, signedIn } from './testing/browser.ts';

/** Changes every way in which a member signs in; answers the subjects of the mails that are due, in order, and every secret. */
async function changeAll(service: TestService, browser: Browser): Promise<{ subjects: string[]; secrets: string[] }> {
  const next = 'a password that is new';
  expect((await browser.call('PUT', '/password', { password: next })).status).toBe(204);
  const { secret } = (await browser.post('/totp')).body;
  const code = new TOTP({ secret }).generate({ timestamp: service.clock.now() });
  const first = (await browser.post('/totp/confirm', { code })).body.recovery_codes;
  const second = (await browser.post('/totp/recovery_codes')).body.recovery_codes;
  expect((await browser.del('/totp')).status).toBe(204);
  const { challenge } = (await browser.post('/passkeys/options')).body;
  const origin = new URL(service.services.urls.dashboard).origin;
  const response = openAuthenticator().register({ challenge, origin });
  const passkey = await browser.post('/passkeys', { name: 'Laptop', response });
  expect((await browser.del(`/passkeys/${passkey.body.id}`)).status).toBe(204);
  const subjects = [
    'Your Bonafide password was changed',
    'One-time codes were turned on',
    'Your recovery codes were replaced',
    'One-time codes were turned off',
    'A passkey was added',
    'A passkey was removed',
  ];
  return { subjects, secrets: [next, PASSWORD, secret, code, ...first, ...second] };
}

describe('without a mail server', () => {
  const service = useService();

  test('mail about each change of a way to sign in is kept only in the account of the member', async () => {
    const rita = await signedIn(service, 'reviewer');
    expect((await rita.get('/notices')).body).toEqual({ notices: [] });
    const { subjects, secrets } = await changeAll(service, rita);
    const { body, bytes } = await rita.get('/notices');
    expect(body.notices.map(({ subject }: { subject: string }) => subject).reverse()).toEqual(subjects);
    expect(body.notices[0]).toEqual({
      id: expect.any(String),
      subject: 'A passkey was removed',
      device: 'Unknown device',
      address: '127.0.0.1',
      created_at: '2026-01-15T09:30:00Z',
      sent_at: null,
    });
    expect(secrets.filter((secret) => bytes.includes(secret))).toEqual([]);
    // What failed is not a change.
    expect((await rita.call('PUT', '/password', { password: 'short' })).status).toBe(422);
    expect((await rita.get('/notices')).body.notices).toHaveLength(subjects.length);
    const stranger = await signedIn(service, 'admin', { account: service.other.id });
    expect((await stranger.get('/notices')).body).toEqual({ notices: [] });

    service.clock.advance(91 * DAY_MS);
    await upkeep(service.services);
    expect((await openBrowser(service).get('/notices')).status).toBe(401);
    const back = openBrowser(service);
    await back.post('/session', { email: rita.email, password: 'a password that is new' });
    const left = (await back.get('/notices')).body.notices;
    expect(left.map(({ subject }: { subject: string }) => subject)).toEqual(['New sign-in to your Bonafide dashboard']);
  });

  test('a new passkey ends the other sessions of the member', async () => {
    const rita = await signedIn(service, 'reviewer');
    const other = openBrowser(service);
    await other.post('/session', { email: rita.email, password: PASSWORD });
    const { challenge } = (await rita.post('/passkeys/options')).body;
    const origin = new URL(service.services.urls.dashboard).origin;
    const response = openAuthenticator().register({ challenge, origin });
    expect((await rita.post('/passkeys', { name: 'Laptop', response })).status).toBe(201);
    expect([(await rita.get('/session')).status, (await other.get('/session')).status]).toEqual([200, 401]);
  });
});

describe('with a mail server', () => {
  let server: SmtpTestServer;
  let service: TestService;
  beforeAll(async () => {
    server = await startSmtpServer();
    service = await startService({
      settings: { smtpUrl: `smtp://127.0.0.1:${server.port}`, mailFrom: 'id@example.com' },
    });
  });
  afterAll(async () => {
    await service.close();
    await server.close();
  });

  const plainText = (content: string) => content.replaceAll(/=\r?\n/g, '');
  const subjectsTo = (to: string) =>
    server.mails
      .filter((mail) => mail.to === to)
      .map(({ content }) => /^Subject: (.*)$/m.exec(content)?.[1]?.trim())
      .sort();

  test('the member gets a mail of each change, without a secret', async () => {
    const headers = { authorization: `Bearer ${service.operatorKey}` };
    const invited = { email: 'rita@example.com', role: 'reviewer' };
    const path = `/operator/v1/accounts/${service.account.id}/members`;
    const { id } = (await service.post(path, invited, { token: null, headers })).body;
    const urlIn = (content = '') => /http:\S+#[\w-]+/.exec(plainText(content))?.[0] as string;
    const rita = await accept(service, urlIn(server.mails[0]?.content), { name: 'Rita' });
    const { subjects, secrets } = await changeAll(service, rita);
    const mailed = [expect.stringContaining('invited'), ...subjects];
    await expect.poll(() => subjectsTo(invited.email)).toEqual(expect.arrayContaining(mailed));
    expect(server.mails).toHaveLength(1 + subjects.length);
    const contents = server.mails.map(({ content }) => plainText(content)).join();
    expect(secrets.filter((secret) => contents.includes(secret))).toEqual([]);
    expect(contents).toContain('address 127.0.0.1, 2026-01-15T09:30:00Z.');
    const sentAt = async () =>
      (await rita.get('/notices')).body.notices.map(({ sent_at }: { sent_at: string | null }) => sent_at);
    await expect.poll(sentAt).toEqual(subjects.map(() => '2026-01-15T09:30:00Z'));

    // A reset by an administrator: the member learns of it as it is used.
    await service.post(`/operator/v1/members/${id}/invitation`, undefined, { token: null, headers });
    const reset = server.mails.find(({ content }) => content.includes('Set a new password'));
    await accept(service, urlIn(reset?.content), { name: 'Rita' });
    await expect.poll(() => subjectsTo(invited.email)).toContain('Your ways to sign in to Bonafide were reset');
  });
});

test('a mail that failed is sent again by upkeep, once, by one of several processes', async () => {
  let isBusy = true;
  let refused = 0;
  const server = await startSmtpServer((command) => {
    if (!isBusy || command !== '.') return undefined;
    refused += 1;
    return '451 4.3.0 Try again later';
  });
  const service = await startService({ settings: { smtpUrl: server.url, mailFrom: 'id@example.com' } });
  try {
    const rita = await signedIn(service, 'reviewer');
    const stranger = await signedIn(service, 'admin', { account: service.other.id });
    const noticesOf = async (browser: Browser) => (await browser.get('/notices')).body.notices;
    const before = refused;
    expect((await rita.call('PUT', '/password', { password: 'a password that is new' })).status).toBe(204);
    await expect.poll(() => refused).toBe(before + 1);
    const [failed] = await noticesOf(rita);
    expect([failed.subject, failed.sent_at]).toEqual(['Your Bonafide password was changed', null]);

    isBusy = false;
    // Too early: the first attempt could be under way.
    await upkeep(service.services);
    service.clock.advance(10 * MINUTE_MS);
    // As several processes do, whose hours fall together.
    await Promise.all([upkeep(service.services), upkeep(service.services), upkeep(service.services)]);
    await expect.poll(() => noticesOf(rita)).toMatchObject([{ id: failed.id, sent_at: '2026-01-15T09:40:00Z' }]);
    service.clock.advance(10 * MINUTE_MS);
    await upkeep(service.services);
    const about = ({ to, content }: { to: string; content: string }) => [to, /^Message-ID: (.*)$/im.exec(content)?.[1]];
    expect(server.mails.map(about)).toEqual([[rita.email, `<${failed.id}@example.com>`]]);
    expect(await noticesOf(stranger)).toEqual([]);
  } finally {
    await service.close();
    await server.close();
  }
});
