import { TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { words } from '../../../../dashboard/src/words.ts';
import { MINUTE_MS } from '../../base/clock.ts';
import { useService } from '../../testing/service.ts';
import { accept, type Browser, join, openBrowser, PASSWORD, signedIn } from './testing/browser.ts';

const service = useService();

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

describe("the member's own account", () => {
  test('gets new recovery codes after a proof, and the earlier codes end', async () => {
    const browser = await signedIn(service, 'reviewer');
    expect(await outcome(browser.post('/totp/recovery_codes'))).toBe('validation_error');
    const { secret } = (await browser.post('/totp')).body;
    const code = () => new TOTP({ secret }).generate({ timestamp: service.clock.now() });
    const before = (await browser.post('/totp/confirm', { code: code() })).body.recovery_codes;
    const { recovery_codes } = (await browser.post('/totp/recovery_codes')).body;
    expect(new Set([...before, ...recovery_codes]).size).toBe(20);

    const another = openBrowser(service);
    const signIn = (given: string) =>
      outcome(another.post('/session', { email: browser.email, password: PASSWORD, code: given }));
    expect(await signIn(before[0])).toBe('wrong_sign_in');
    expect(await signIn(recovery_codes[0])).toBe(201);
    expect((await browser.get('/session')).body.member).toMatchObject({ totp: true, recovery_codes: 9 });
    service.clock.advance(5 * MINUTE_MS);
    expect(await outcome(browser.post('/totp/recovery_codes'))).toBe('proof_needed');
  });

  test('shows what the member may do, as the table has it', async () => {
    const path = `/accounts/${service.account.id}/permissions`;
    const of = async (browser: Browser, action: string) => {
      const { role, actions } = (await browser.get(path)).body;
      const found = actions.find((one: { action: string }) => one.action === action);
      return [role, found.live, found.sandbox, found.account];
    };
    const admin = await signedIn(service, 'admin');
    const developer = await signedIn(service, 'developer');
    const { actions } = (await admin.get(path)).body;
    expect(actions.map(({ action }: { action: string }) => action).sort()).toEqual(Object.keys(words.can).sort());
    expect(await of(admin, 'applicant.erase')).toEqual(['admin', 'proof', 'yes', null]);
    expect(await of(developer, 'applicant.erase')).toEqual(['developer', 'no', 'yes', null]);
    expect(await of(developer, 'audit.see')).toEqual(['developer', null, null, 'no']);
    expect(await of(admin, 'members.change')).toEqual(['admin', null, null, 'proof']);
    const stranger = await signedIn(service, 'admin', { account: service.other.id });
    expect(await outcome(stranger.get(path))).toBe('resource_not_found');
  });
});

describe('the members of an account', () => {
  test('are signed out and disabled by an administrator of all of their accounts', async () => {
    const admin = await signedIn(service, 'admin');
    const rita = await signedIn(service, 'reviewer');
    const path = `/accounts/${service.account.id}/members/${rita.id}`;
    expect(await outcome(admin.del(`${path}/sessions`))).toBe(204);
    expect(await outcome(rita.get('/session'))).toBe('sign_in_needed');

    const disable = (by: Browser, id: string, disabled: boolean) =>
      outcome(by.call('PUT', `/accounts/${service.account.id}/members/${id}/disabled`, { disabled }));
    const signIn = () => outcome(rita.post('/session', { email: rita.email, password: PASSWORD }));
    expect(await signIn()).toBe(201);
    expect(await disable(admin, rita.id, true)).toBe(204);
    expect([await outcome(rita.get('/session')), await signIn()]).toEqual(['sign_in_needed', 'wrong_sign_in']);
    expect(await disable(admin, rita.id, false)).toBe(204);
    expect(await signIn()).toBe(201);

    // She joins another account, which this administrator doesn't administer.
    const { body } = await operate('POST', `/accounts/${service.other.id}/members`, {
      email: rita.email,
      role: 'admin',
    });
    await join(rita, body.invitation_url);
    expect(await disable(admin, rita.id, true)).toBe('not_permitted');
    const stranger = await signedIn(service, 'admin', { account: service.other.id });
    expect(await disable(stranger, rita.id, true)).toBe('resource_not_found');

    const { entries } = (await admin.get(`/accounts/${service.account.id}/audit?object=${rita.id}`)).body;
    const actions = entries.map(({ action, actor }: { action: string; actor: { id: string } }) => [action, actor.id]);
    expect(actions.filter(([, by]: string[]) => by === admin.id)).toEqual([
      ['member_enabled', admin.id],
      ['member_disabled', admin.id],
      ['member_sessions_ended', admin.id],
    ]);
  });

  test('are never left without an administrator who can sign in, not even by two at once', async () => {
    const { id: account } = (await operate('POST', '/accounts', { name: 'Two heads' })).body;
    const invite = async (name: string) => {
      const path = `/accounts/${account}/members`;
      const { body } = await operate('POST', path, { email: `${name}@example.com`, role: 'admin' });
      return Object.assign(await accept(service, body.invitation_url, { name }), { id: body.id as string });
    };
    const [ada, bob] = [await invite('ada'), await invite('bob')];
    const disable = (by: Browser, id: string) =>
      outcome(by.call('PUT', `/accounts/${account}/members/${id}/disabled`, { disabled: true }));
    const both = await Promise.all([disable(ada, bob.id), disable(bob, ada.id)]);
    expect(both.filter((one) => one === 204)).toHaveLength(1);
    const { members } = (await operate('GET', '/members')).body;
    const states = [ada, bob].map(({ id }) => members.find((one: { id: string }) => one.id === id).state);
    expect(states.sort()).toEqual(['active', 'disabled']);
  });
});

describe('the audit log', () => {
  test('leaves as JSON Lines and CSV, with an entry of it, and of no other account', async () => {
    const auditor = await signedIn(service, 'auditor');
    const path = `/accounts/${service.account.id}/audit`;
    const { bytes, headers } = await auditor.get(`${path}/export?format=jsonl`);
    expect(headers['content-disposition']).toBe(`attachment; filename="audit_${service.account.id}.jsonl"`);
    const lines = bytes
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ number }) => number)).toEqual(lines.map((_, index) => index + 1));
    expect(lines.at(-1)).toMatchObject({ action: 'audit_exported', actor: `member:${auditor.id}` });
    expect(new Set(lines.map(({ account_id }) => account_id))).toEqual(new Set([service.account.id]));
    const csv = (await auditor.get(`${path}/export?format=csv`)).bytes.toString();
    expect(csv.split('\r\n')).toHaveLength(lines.length + 3);
    expect((await auditor.get(`${path}/verify`)).body).toMatchObject({ entries: lines.length + 1, broken: null });
    expect(await outcome(auditor.get(`/accounts/${service.other.id}/audit/export`))).toBe('resource_not_found');
    const reviewer = await signedIn(service, 'reviewer');
    expect(await outcome(reviewer.get(`${path}/export`))).toBe('not_permitted');
  });
});
