import { beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../base/clock.ts';
import { startSmtpServer } from '../../messages/mail-transport/testing/smtp-server.ts';
import { startService, type TestService, useService } from '../../testing/service.ts';
import { openAuthenticator } from './testing/authenticator.ts';
import { accept, type Browser, openBrowser, PASSWORD, signedIn } from './testing/browser.ts';

const operate = (service: TestService, method: string, path: string, json?: unknown) =>
  service.call(method, `/operator/v1${path}`, {
    token: null,
    headers: { authorization: `Bearer ${service.operatorKey}` },
    ...(json !== undefined && { json }),
  });

const secretOf = (url: string) => url.split('#')[1] as string;

const outcome = async (answer: ReturnType<Browser['get']>) => {
  const { status, body } = await answer;
  return body?.error?.type ?? status;
};

/** The accounts that a member reaches, with the role in each. */
const reach = async (browser: Browser) => {
  const { body } = await browser.get('/session');
  return body.accounts?.map(({ name, role }: Record<string, string>) => `${name} ${role}`) ?? body.error.type;
};

/** Actions on a member in the log of an account, the earliest first. */
async function logOf(service: TestService, account: string, id: string): Promise<string[]> {
  await service.settle();
  const { body } = await operate(service, 'GET', `/accounts/${account}/audit?object=${id}`);
  return body.entries.map(({ action }: { action: string }) => action).reverse();
}

describe('a person whom administrators of two accounts invite', () => {
  const service = useService();
  const email = 'cto@bigcorp.example';
  let [alice, mallory] = [openBrowser(service), openBrowser(service)];
  let [ofAlice, ofMallory] = ['', ''];
  beforeEach(async () => {
    ofAlice = `/accounts/${service.account.id}/members`;
    ofMallory = `/accounts/${service.other.id}/members`;
    alice = await signedIn(service, 'admin');
    mallory = await signedIn(service, 'admin', { account: service.other.id });
  });

  const find = async (browser: Browser, path: string, id: string) =>
    (await browser.get(path)).body.members.find((one: { id: string }) => one.id === id);

  test('reaches the second account once they accept it, signed in, with its own link', async () => {
    // Mallory invites the address, reads the link, and sets the password.
    const made = await mallory.post(ofMallory, { email, name: 'Squatter', role: 'admin' });
    const { id } = made.body;
    const squatter = await accept(service, made.body.invitation_url, { name: 'Squatter' });
    expect(await reach(squatter)).toEqual(['Mallory Ltd admin']);
    expect(await find(mallory, ofMallory, id)).toMatchObject({ state: 'active', email_proved: false });

    const invited = await alice.post(ofAlice, { email: 'CTO@bigcorp.example', name: 'Chief', role: 'admin' });
    expect(invited.body).toEqual({
      id,
      mailed: false,
      invitation_url: expect.stringMatching(/\/dashboard\/welcome#[\w-]{43}$/),
    });
    expect((await alice.post(ofAlice, { email, role: 'auditor' })).body.error.fields).toEqual({
      email: ['is a member already'],
    });
    const secret = secretOf(invited.body.invitation_url);

    // Until then the membership gives nothing to the identity, and shows nothing of it.
    expect(await reach(squatter)).toEqual(['Mallory Ltd admin']);
    expect(await outcome(squatter.get(ofAlice))).toBe('resource_not_found');
    expect(await outcome(squatter.get(`/accounts/${service.account.id}/live/checks`))).toBe('resource_not_found');
    expect(await find(alice, ofAlice, id)).toEqual({
      id,
      email,
      name: 'Chief',
      role: 'admin',
      state: 'invited',
      ways: [],
      email_proved: null,
      created_at: expect.any(String),
      last_seen_at: null,
    });
    await openBrowser(service).post('/session', { email, password: PASSWORD });
    await openBrowser(service).post('/session', { email, password: 'wrong' });
    expect(await logOf(service, service.account.id, id)).toEqual(['member_invited']);
    expect(await outcome(alice.del(`${ofAlice}/${id}/sessions`))).toBe('resource_not_found');
    expect(await outcome(alice.call('PUT', `${ofAlice}/${id}/disabled`, { disabled: true }))).toBe(
      'resource_not_found',
    );
    expect(await reach(squatter)).toEqual(['Mallory Ltd admin']);

    // The link alone takes nothing over, and the identity without the link gets nowhere.
    expect((await openBrowser(service).post('/invitations/open', { secret })).body).toEqual({
      kind: 'member',
      email,
      name: null,
      sign_in: true,
      expires_at: expect.any(String),
      accounts: [{ name: 'Alice Ltd', role: 'admin' }],
    });
    const taking = { secret, name: 'Eve', password: 'another long password' };
    expect(await outcome(openBrowser(service).post('/invitations/accept', taking))).toBe('sign_in_needed');
    expect(await outcome(squatter.post('/invitations/accept', taking))).toBe('sign_in_needed');
    expect(await outcome(openBrowser(service).post('/invitations/passkey/options', { secret, name: 'Eve' }))).toBe(
      'sign_in_needed',
    );
    expect(await outcome(openBrowser(service).post('/invitations/join', { secret }))).toBe('sign_in_needed');
    expect(await outcome(mallory.post('/invitations/join', { secret }))).toBe('not_permitted');
    expect(await outcome(alice.post('/invitations/join', { secret }))).toBe('not_permitted');
    for (const wrong of [secretOf(made.body.invitation_url), 'x'.repeat(43), id]) {
      expect(await outcome(squatter.post('/invitations/join', { secret: wrong }))).toBe('invitation_ended');
    }

    // Signed in lately, with the link: it counts at once, and once.
    const other = openBrowser(service);
    await other.post('/session', { email, password: PASSWORD });
    service.clock.advance(5 * MINUTE_MS);
    expect(await outcome(other.post('/invitations/join', { secret }))).toBe('proof_needed');
    await other.post('/session/proof', { password: PASSWORD });
    const joined = await Promise.all([1, 2].map(() => outcome(other.post('/invitations/join', { secret }))));
    expect(joined.sort()).toEqual([200, 'invitation_ended']);
    expect(await reach(other)).toEqual(['Alice Ltd admin', 'Mallory Ltd admin']);
    expect(await reach(squatter)).toBe('sign_in_needed');
    expect((await other.get('/notices')).body.notices[0].subject).toBe('You joined another account of Bonafide');
    // A link that the inviter saw proves no address.
    await alice.post('/session/proof', { password: PASSWORD });
    expect(await find(alice, ofAlice, id)).toMatchObject({
      name: 'Squatter',
      state: 'active',
      ways: ['password'],
      email_proved: false,
    });
    expect(await logOf(service, service.account.id, id)).toEqual(['member_invited', 'member_accepted']);
    expect(await logOf(service, service.other.id, id)).not.toContain('member_role_changed');
    expect((await logOf(service, service.other.id, id)).filter((one) => one === 'member_accepted')).toHaveLength(1);

    // Neither administrator resets or disables who belongs to the other account, too.
    for (const [browser, path] of [[alice, ofAlice] as const, [mallory, ofMallory] as const]) {
      await browser.post('/session/proof', { password: PASSWORD });
      expect(await outcome(browser.post(`${path}/${id}/invitation`))).toBe('not_permitted');
      expect(await outcome(browser.call('PUT', `${path}/${id}/disabled`, { disabled: true }))).toBe('not_permitted');
    }
  });

  test('chooses how to sign in by the first link alone; the other one wants that sign-in', async () => {
    const [squat, real] = [
      await mallory.post(ofMallory, { email: 'ceo@bigcorp.example', role: 'admin' }),
      await alice.post(ofAlice, { email: 'ceo@bigcorp.example', role: 'reviewer' }),
    ];
    const { id } = real.body;
    const open = async (url: string) =>
      (await openBrowser(service).post('/invitations/open', { secret: secretOf(url) })).body;
    expect(await open(squat.body.invitation_url)).toMatchObject({
      sign_in: false,
      accounts: [{ name: 'Mallory Ltd', role: 'admin' }],
    });
    const ceo = await accept(service, real.body.invitation_url, { name: 'Chief' });
    expect(await reach(ceo)).toEqual(['Alice Ltd reviewer']);
    // Mallory's link takes over nothing any more, and neither does a new one.
    const again = await mallory.post(`${ofMallory}/${id}/invitation`);
    expect(again.body.invitation_url).toMatch(/#[\w-]{43}$/);
    for (const { body } of [squat, again]) {
      await expect(accept(service, body.invitation_url, { name: 'Eve' })).rejects.toThrow(/401|410/);
    }
    expect(await reach(ceo)).toEqual(['Alice Ltd reviewer']);
    expect(await find(mallory, ofMallory, id)).toMatchObject({ state: 'invited', ways: [], last_seen_at: null });
    expect(await outcome(alice.call('PUT', `${ofAlice}/${id}/disabled`, { disabled: true }))).toBe(204);
    expect(
      (await openBrowser(service).post('/invitations/open', { secret: secretOf(again.body.invitation_url) })).status,
    ).toBe(410);
    expect(await outcome(alice.call('PUT', `${ofAlice}/${id}/disabled`, { disabled: false }))).toBe(204);
    // Restored, the member is in the account that they accepted alone.
    await ceo.post('/session', { email: 'ceo@bigcorp.example', password: PASSWORD });
    expect(await reach(ceo)).toEqual(['Alice Ltd reviewer']);

    // A role of a membership that waits changes without ending a session; removed, its links end.
    expect(await outcome(mallory.patch(`${ofMallory}/${id}`, { role: 'auditor' }))).toBe(204);
    expect(await reach(ceo)).toEqual(['Alice Ltd reviewer']);
    expect(await find(mallory, ofMallory, id)).toMatchObject({ state: 'invited', role: 'auditor' });
    service.clock.advance(72 * HOUR_MS);
    await mallory.post('/session', { email: (mallory as Browser & { email: string }).email, password: PASSWORD });
    expect(await find(mallory, ofMallory, id)).toMatchObject({ state: 'expired' });
    const last = await mallory.post(`${ofMallory}/${id}/invitation`);
    await ceo.post('/session', { email: 'ceo@bigcorp.example', password: PASSWORD });
    expect(await outcome(mallory.del(`${ofMallory}/${id}`))).toBe(204);
    expect(await outcome(ceo.post('/invitations/join', { secret: secretOf(last.body.invitation_url) }))).toBe(
      'invitation_ended',
    );
    expect(await reach(ceo)).toEqual(['Alice Ltd reviewer']);
  });

  test('is out of reach of a reset that was made before they joined', async () => {
    const rita = await signedIn(service, 'reviewer', { account: service.other.id });
    const { body: reset } = await mallory.post(`${ofMallory}/${rita.id}/invitation`);
    expect(
      await outcome(openBrowser(service).post('/invitations/open', { secret: secretOf(reset.invitation_url) })),
    ).toBe(200);
    const { body } = await alice.post(ofAlice, { email: rita.email, role: 'reviewer' });
    expect(await outcome(rita.post('/invitations/join', { secret: secretOf(body.invitation_url) }))).toBe(200);
    await expect(accept(service, reset.invitation_url, { name: 'Eve' })).rejects.toThrow(/410/);
    // An operator acts in every account.
    const { body: made } = await operate(service, 'POST', `/members/${rita.id}/invitation`);
    const invitedAgain = await accept(service, made.invitation_url, { name: 'Rita' });
    expect(await reach(invitedAgain)).toEqual(['Alice Ltd reviewer', 'Mallory Ltd reviewer']);
    expect(await reach(rita)).toBe('sign_in_needed');
  });

  test('joins with a passkey, and an administrator who has not accepted keeps no account open', async () => {
    const rita = await signedIn(service, 'reviewer', { account: service.other.id });
    const origin = new URL(service.services.urls.dashboard).origin;
    const device = openAuthenticator();
    const { challenge } = (await rita.post('/passkeys/options')).body;
    await rita.post('/passkeys', { name: 'Key', response: device.register({ challenge, origin }) });
    const { id: account } = (await operate(service, 'POST', '/accounts', { name: 'Third' })).body;
    const owner = await signedIn(service, 'admin', { account });
    const path = `/accounts/${account}/members`;
    const { body } = await owner.post(path, { email: rita.email, role: 'admin' });
    expect((await owner.patch(`${path}/${owner.id}`, { role: 'auditor' })).body.error.fields).toEqual({
      role: ['this member is the last administrator of the account'],
    });
    const later = openBrowser(service);
    const asked = (await later.post('/session/passkey/options')).body;
    const userHandle = Buffer.from(rita.id).toString('base64url');
    const response = device.assert({ challenge: asked.challenge, origin, userHandle });
    expect(await outcome(later.post('/session/passkey', { response }))).toBe(201);
    expect(await outcome(later.post('/invitations/join', { secret: secretOf(body.invitation_url) }))).toBe(200);
    expect(await reach(later)).toEqual(['Mallory Ltd reviewer', 'Third admin']);
    expect(await outcome(owner.patch(`${path}/${owner.id}`, { role: 'auditor' }))).toBe(204);
  });

  test("waits for an operator's invitation, too", async () => {
    const rita = await signedIn(service, 'reviewer', { account: service.other.id });
    const path = `/accounts/${service.account.id}/members`;
    const { body } = await operate(service, 'POST', path, { email: rita.email, role: 'auditor' });
    expect(await reach(rita)).toEqual(['Mallory Ltd reviewer']);
    const accounts = async () => {
      const { members } = (await operate(service, 'GET', '/members')).body;
      const { email_proved, accounts: found } = members.find((one: { id: string }) => one.id === rita.id);
      return [email_proved, ...found.map((one: { role: string; accepted: boolean }) => [one.role, one.accepted])];
    };
    expect(new Set(await accounts())).toEqual(new Set([false, ['auditor', false], ['reviewer', true]]));
    expect(await outcome(rita.post('/invitations/join', { secret: secretOf(body.invitation_url) }))).toBe(200);
    expect(await reach(rita)).toEqual(['Alice Ltd auditor', 'Mallory Ltd reviewer']);
  });
});

describe('with a mail server', () => {
  test('the link goes to the address alone, and proves it; a link that was shown takes the proof back', async () => {
    const server = await startSmtpServer();
    const service = await startService({ settings: { smtpUrl: server.url, mailFrom: 'id@example.com' } });
    const links = () =>
      server.mails
        .filter(({ to }) => to === 'rita@example.com')
        .flatMap(({ content }) => /https?:\S+\/welcome#[\w-]+/.exec(content.replaceAll(/=\r?\n/g, '')) ?? []);
    const proved = async (id: string) => {
      const { members } = (await operate(service, 'GET', '/members')).body;
      return members.find((one: { id: string }) => one.id === id).email_proved;
    };
    try {
      const invite = (account: string) =>
        operate(service, 'POST', `/accounts/${account}/members`, { email: 'Rita@Example.com', role: 'reviewer' });
      const { body } = await invite(service.other.id);
      expect(body).toEqual({ id: expect.any(String), mailed: true, invitation_url: null });
      expect(await proved(body.id)).toBe(false);
      const rita = await accept(service, links()[0] as string, { name: 'Rita' });
      expect(await proved(body.id)).toBe(true);

      expect((await invite(service.account.id)).body).toEqual({ id: body.id, mailed: true, invitation_url: null });
      expect(await reach(rita)).toEqual(['Mallory Ltd reviewer']);
      expect(await outcome(rita.post('/invitations/join', { secret: secretOf(links()[1] as string) }))).toBe(200);
      expect(await reach(rita)).toEqual(['Alice Ltd reviewer', 'Mallory Ltd reviewer']);

      // Each mail goes to the address that members are known by, however an administrator typed it.
      const ofOther = `/accounts/${service.other.id}/members`;
      const late = await operate(service, 'POST', ofOther, { email: 'LATE@example.com', role: 'auditor' });
      await operate(service, 'POST', `/members/${late.body.id}/invitation`);
      expect(new Set(server.mails.map(({ to }) => to))).toEqual(new Set(['rita@example.com', 'late@example.com']));

      // The mail server is gone: the operator sees the link of the reset, so it proves nothing.
      await server.close();
      const reset = (await operate(service, 'POST', `/members/${body.id}/invitation`)).body;
      expect(reset.mailed).toBe(false);
      await accept(service, reset.invitation_url, { name: 'Rita' });
      expect(await proved(body.id)).toBe(false);
    } finally {
      await service.close();
      await server.close().catch(() => {});
    }
  });
});
