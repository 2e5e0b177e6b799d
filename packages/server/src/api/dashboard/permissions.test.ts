import type { RouteOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { memberRoles } from '../../base/member-roles.ts';
import { type Answer, startService, type TestService } from '../../testing/service.ts';
import { accept, type Browser, openBrowser, signedIn } from './testing/browser.ts';

/** The table of the specification, in the words of the code: who may, `proof` within five minutes after signing in. */
const table: Readonly<Record<string, readonly [admin: string, reviewer: string, developer: string, auditor: string]>> =
  {
    'states.see': ['yes', 'yes', 'yes', 'yes'],
    'data.see': ['yes', 'yes', 'no', 'yes'],
    'media.open': ['yes', 'yes', 'no', 'no'],
    'report.decide': ['yes', 'yes', 'no', 'no'],
    'data.export': ['proof', 'no', 'no', 'no'],
    'applicant.erase': ['proof', 'no', 'no', 'no'],
    'suppression.make': ['yes', 'yes', 'no', 'no'],
    'check.change': ['yes', 'no', 'no', 'no'],
    'applicant.delete': ['yes', 'no', 'no', 'no'],
    'sandbox.simulate': ['no', 'no', 'no', 'no'],
    'screening.see': ['yes', 'yes', 'no', 'yes'],
    // Lists are shared: who administrates one of the accounts alone is refused.
    'screening.change': ['of_all', 'no', 'no', 'no'],
    'screening.activate': ['of_all', 'no', 'no', 'no'],
    'deployment.audit': ['of_all', 'no', 'no', 'no'],
    'audit.see_own': ['yes', 'yes', 'yes', 'yes'],
    'audit.see': ['yes', 'no', 'no', 'yes'],
    'audit.export': ['yes', 'no', 'no', 'yes'],
    'integration.see': ['yes', 'no', 'yes', 'yes'],
    'settings.see': ['yes', 'no', 'no', 'yes'],
    'settings.change': ['proof', 'no', 'no', 'no'],
    'integration.change': ['yes', 'no', 'yes', 'no'],
    'members.see': ['yes', 'no', 'no', 'yes'],
    'members.change': ['proof', 'no', 'no', 'no'],
  };

const UNKNOWN = '00000000-0000-7000-8000-000000000000';

const routes: RouteOptions[] = [];
let service: TestService;
const browsers: Record<string, Browser> = {};
let first: Browser;

beforeAll(async () => {
  service = await startService({ onRoute: (route) => void routes.push(route) });
  const headers = { authorization: `Bearer ${service.operatorKey}` };
  const made = await service.post('/operator/v1/members/first_invitation', undefined, { token: null, headers });
  first = await accept(service, made.body.invitation_url, { email: 'first@example.com', name: 'First' });
  for (const role of memberRoles) browsers[role] = await signedIn(service, role);
});
afterAll(() => service.close());

const ofDashboard = () => routes.filter(({ url, method }) => url.startsWith('/dashboard/api/') && method !== 'HEAD');

/** The status of a request to a route, with ids that are unknown and a body without meaning. */
async function statusOf(browser: Browser, { method, url }: RouteOptions, account: string, environment = 'live') {
  const path = url
    .replace('/dashboard/api', '')
    .replace(':account', account)
    .replace(':environment', environment)
    .replaceAll(/:\w+/g, UNKNOWN);
  const { status, body } = await browser.call(String(method), path, method === 'GET' ? undefined : {});
  return status === 403 || status === 401 ? body.error.type : status;
}

describe('every route of the dashboard', () => {
  test('names who may use it', () => {
    expect(ofDashboard().filter(({ config }) => config?.member === undefined)).toEqual([]);
    expect(ofDashboard().length).toBeGreaterThan(15);
  });

  test('is closed without a session, but for signing in and invitations', async () => {
    for (const route of ofDashboard()) {
      const found = await statusOf(openBrowser(service), route, service.account.id);
      if (route.config?.member === 'anyone') expect([200, 302, 404, 422], route.url).toContain(found);
      else expect([route.url, found]).toEqual([route.url, 'sign_in_needed']);
    }
  });

  test.each(memberRoles.map((role, column) => [role, column] as const))(
    'keeps to the table for %s',
    async (role, column) => {
      const browser = browsers[role] as Browser;
      const guarded = ofDashboard().filter(({ config }) => config?.member && table[config.member]);
      expect(guarded.length).toBeGreaterThan(0);
      for (const route of guarded) {
        const permission = table[route.config?.member ?? '']?.[column];
        const label = `${route.method} ${route.url}`;
        // Another account: as if it didn't exist.
        expect([label, await statusOf(browser, route, service.other.id)]).toEqual([label, 404]);
        const fresh = await statusOf(browser, route, service.account.id);
        if (permission === 'of_all') {
          const found = await statusOf(first, route, service.account.id);
          expect([label, [200, 404, 415, 422]]).toEqual([label, expect.arrayContaining([found])]);
        }
        if (permission === 'no' || permission === 'of_all') expect([label, fresh]).toEqual([label, 'not_permitted']);
        else expect([label, [200, 204, 404, 415, 422]]).toEqual([label, expect.arrayContaining([fresh])]);
      }
    },
  );

  test.each([
    ['admin', 201],
    ['reviewer', 201],
    ['developer', 201],
    ['auditor', 'not_permitted'],
  ] as const)('lets %s make applicants and checks in the sandbox: %s', async (role, expected) => {
    const browser = browsers[role] as Browser;
    const path = `/accounts/${service.account.id}/sandbox`;
    const outcome = ({ status, body }: Answer) => (status === 403 ? body.error.type : status);
    const made = await browser.post(`${path}/sandbox_applicants`, { first_name: 'Ann', last_name: 'Consider' });
    expect(outcome(made)).toBe(expected);
    const asked = { applicant_id: made.body.id ?? UNKNOWN, report_names: ['identity_enhanced'], outcome: 'by_name' };
    expect(outcome(await browser.post(`${path}/sandbox_checks`, asked))).toBe(expected);
    const elsewhere = `/accounts/${service.other.id}/sandbox/sandbox_applicants`;
    expect((await browser.post(elsewhere, { first_name: 'Ann', last_name: 'Ray' })).status).toBe(404);
  });

  test('is described, with the action that it wants', async () => {
    const { status, body } = await (browsers.auditor as Browser).get('/openapi.json');
    expect([status, body.openapi]).toEqual([200, '3.1.0']);
    const described = Object.entries(body.paths as Record<string, Record<string, { 'x-member': string }>>).flatMap(
      ([path, operations]) =>
        Object.entries(operations).map(([method, one]) => `${method.toUpperCase()} ${path} ${one['x-member']}`),
    );
    const served = ofDashboard().map(
      ({ method, url, config }) => `${method} ${url.replace(/:(\w+)/g, '{$1}')} ${config?.member}`,
    );
    expect(described.sort()).toEqual(served.filter((one) => !one.includes('openapi.json')).sort());
  });

  test('is in the table', () => {
    const actions = new Set(ofDashboard().map(({ config }) => config?.member as string));
    for (const open of ['anyone', 'signed_in']) actions.delete(open);
    expect([...actions].filter((action) => !table[action])).toEqual([]);
  });

  test('is wider for reviewers where the account allows', async () => {
    const headers = { authorization: `Bearer ${service.operatorKey}` };
    const set = (wide_roles: boolean) =>
      service.call('PATCH', `/operator/v1/accounts/${service.account.id}`, {
        token: null,
        headers,
        json: { wide_roles },
      });
    const wide = ofDashboard().filter(({ config }) =>
      ['check.change', 'applicant.delete'].includes(config?.member as string),
    );
    await set(true);
    for (const route of wide) {
      expect(await statusOf(browsers.reviewer as Browser, route, service.account.id)).toBe(404);
      expect(await statusOf(browsers.developer as Browser, route, service.account.id)).toBe('not_permitted');
    }
    await set(false);
  });

  test('asks for a proof where the table does', async () => {
    service.clock.advance(5 * 60_000);
    for (const route of ofDashboard()) {
      const action = route.config?.member as string;
      if (table[action]?.[0] !== 'proof') continue;
      const label = `${route.method} ${route.url}`;
      expect([label, await statusOf(browsers.admin as Browser, route, service.account.id)]).toEqual([
        label,
        'proof_needed',
      ]);
    }
  });
});

describe('members of an account', () => {
  test('are invited, change roles and leave; the last administrator stays', async () => {
    const path = `/accounts/${service.other.id}/members`;
    await first.post('/session/proof', { password: 'correct horse battery staple' });
    const made = await first.post(path, { email: 'Rita@example.com', name: 'Rita', role: 'reviewer' });
    expect(made.body).toEqual({
      ...{ id: expect.any(String), mailed: false },
      invitation_url: expect.stringMatching(/\/dashboard\/welcome#[\w-]{43}$/),
    });
    const listed = async () => {
      const { members } = (await first.get(path)).body;
      return members.map(({ name, role, state }: Record<string, string>) => [name, role, state]);
    };
    expect(await listed()).toEqual([
      ['First', 'admin', 'active'],
      ['Rita', 'reviewer', 'invited'],
    ]);
    const again = await first.post(path, { email: 'rita@example.com', role: 'admin' });
    expect([again.status, again.body.error.fields]).toEqual([422, { email: ['is a member already'] }]);

    const rita = await accept(service, made.body.invitation_url, { name: 'Rita Levi' });
    await expect(accept(service, made.body.invitation_url, { name: 'Eve' })).rejects.toThrow(/410/);
    expect((await rita.get(path)).body.error.type).toBe('not_permitted');
    const { id: firstId } = (await first.get('/session')).body.member;
    const last = await first.patch(`${path}/${firstId}`, { role: 'auditor' });
    expect(last.body.error.fields).toEqual({ role: ['this member is the last administrator of the account'] });

    // A new role counts at once: the sessions of before end.
    expect((await first.patch(`${path}/${made.body.id}`, { role: 'admin' })).status).toBe(204);
    expect((await rita.get('/session')).body.error.type).toBe('sign_in_needed');
    await rita.post('/session', { email: 'rita@example.com', password: 'correct horse battery staple' });
    expect((await rita.get(path)).status).toBe(200);

    // Of a member of two accounts, an administrator of one can't take the place.
    const reset = await rita.post(`${path}/${firstId}/invitation`);
    expect([reset.status, reset.body.error.type]).toEqual([403, 'not_permitted']);
    const { invitation_url } = (await first.post(`${path}/${made.body.id}/invitation`)).body;
    const anew = await accept(service, invitation_url, { name: 'Rita', password: 'another long password' });
    expect((await rita.get('/session')).status).toBe(401);
    expect((await anew.get('/session')).body.member.email).toBe('rita@example.com');

    expect((await anew.del(`${path}/${made.body.id}`)).status).toBe(204);
    expect((await anew.get(path)).status).toBe(401);
    expect(await listed()).toEqual([['First', 'admin', 'active']]);

    const { entries } = (await first.get(`/accounts/${service.other.id}/audit?object=${made.body.id}`)).body;
    const recorded = entries.map(({ action, actor, details }: Record<string, unknown>) => [action, actor, details]);
    const [ofFirst, ofRita] = [firstId, made.body.id].map((id) => ({ kind: 'member', id }));
    expect(recorded.reverse()).toEqual([
      ['member_invited', ofFirst, { role: 'reviewer' }],
      ['member_accepted', ofRita, { kind: 'member' }],
      ['member_role_changed', ofFirst, { before: 'reviewer', after: 'admin' }],
      ['member_signed_in', ofRita, {}],
      ['member_reset', ofFirst, { kind: 'reset' }],
      ['member_accepted', ofRita, { kind: 'reset' }],
      ['member_removed', ofRita, {}],
    ]);
  });
});
