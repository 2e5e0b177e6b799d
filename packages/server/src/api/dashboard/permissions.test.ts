import type { RouteOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../base/clock.ts';
import { type MemberRole, memberRoles } from '../../base/member-roles.ts';
import type { Environment } from '../../store/schema.ts';
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
    'insights.see': ['yes', 'yes', 'no', 'yes'],
    'quality.see': ['yes', 'no', 'no', 'yes'],
    'list.block': ['yes', 'yes', 'no', 'no'],
    'list.change': ['yes', 'no', 'no', 'no'],
    'report.assign': ['yes', 'no', 'no', 'no'],
    'report.overturn': ['yes', 'no', 'no', 'no'],
    'verification.start': ['yes', 'no', 'no', 'no'],
    'check.change': ['yes', 'no', 'no', 'no'],
    'applicant.delete': ['yes', 'no', 'no', 'no'],
    // A workflow sends mail with any words.
    'workflow.publish': ['of_all', 'no', 'no', 'no'],
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

/** Actions on the objects of an environment. In the sandbox everybody may perform them, except auditors, who only read. */
const ofObjects: ReadonlySet<string> = new Set([
  ...(['states.see', 'data.see', 'media.open', 'report.decide', 'report.assign', 'report.overturn'] as const),
  ...(['data.export', 'applicant.erase', 'insights.see', 'quality.see', 'list.block', 'list.change'] as const),
  ...(['suppression.make', 'verification.start', 'check.change', 'applicant.delete', 'sandbox.simulate'] as const),
]);
const ofSandbox = (action: string, role: MemberRole): string =>
  role !== 'auditor' || ['states.see', 'data.see', 'insights.see', 'quality.see'].includes(action) ? 'yes' : 'no';

/** Permission in the table for a role, an action and an environment: null for routes of the account itself. */
function permissionOf(action: string, role: MemberRole, environment: Environment | null): string {
  if (environment === 'sandbox' && ofObjects.has(action)) return ofSandbox(action, role);
  return table[action]?.[memberRoles.indexOf(role)] as string;
}

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

/** The environments in which a route is asked; null where its path has none. */
const environmentsOf = ({ url }: RouteOptions): readonly (Environment | null)[] =>
  url.includes(':environment') ? ['live', 'sandbox'] : [null];

const labelOf = ({ method, url }: RouteOptions, environment: string | null) => `${method} ${url} ${environment ?? ''}`;

/** The answers of a request that the gate lets in, with ids that are unknown and a body without meaning. */
const LET_IN = [200, 204, 404, 415, 422];

/**
 * The status of a request to a route, with ids that are unknown and a body without meaning; the type of an error of the gate.
 * `no_place`: the account or environment is as if it didn't exist.
 */
async function statusOf(
  browser: Browser,
  { method, url }: RouteOptions,
  account: string,
  environment: string | null = 'live',
) {
  const path = url
    .replace('/dashboard/api', '')
    .replace(':account', account)
    .replace(':environment', environment ?? '')
    .replaceAll(/:\w+/g, UNKNOWN);
  const { status, body } = await browser.call(String(method), path, method === 'GET' ? undefined : {});
  if (status === 404 && /: (Account|Environment) with id=/.test(body.error.message)) return 'no_place';
  return status === 403 || status === 401 ? body.error.type : status;
}

/** Does something with each: several at once, which share what the store commits. */
async function eachOf<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const left = [...all];
  const next = async (): Promise<void> => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: 16 }, next));
}

describe('every route of the dashboard', () => {
  test('names who may use it', () => {
    expect(ofDashboard().filter(({ config }) => config?.member === undefined)).toEqual([]);
    expect(ofDashboard().length).toBeGreaterThan(15);
  });

  test('is closed without a session, but for signing in and invitations', async () => {
    await eachOf(ofDashboard(), async (route) => {
      for (const environment of environmentsOf(route)) {
        const found = await statusOf(openBrowser(service), route, service.account.id, environment);
        if (route.config?.member === 'anyone') expect([200, 302, 404, 422], route.url).toContain(found);
        else expect([labelOf(route, environment), found]).toEqual([labelOf(route, environment), 'sign_in_needed']);
      }
    });
  });

  test.each(memberRoles)('keeps to the table for %s, in both environments and in another account', async (role) => {
    const browser = browsers[role] as Browser;
    const guarded = ofDashboard().filter(({ config }) => config?.member && table[config.member]);
    const asked = guarded.flatMap((route) => environmentsOf(route).map((environment) => ({ route, environment })));
    expect(new Set(asked.map(({ environment }) => environment))).toEqual(new Set([null, 'live', 'sandbox']));
    await eachOf(asked, async ({ route, environment }) => {
      const permission = permissionOf(route.config?.member ?? '', role, environment);
      const label = labelOf(route, environment);
      const own = await statusOf(browser, route, service.account.id, environment);
      const other = await statusOf(browser, route, service.other.id, environment);
      // Another account: as if it didn't exist.
      expect([label, other]).toEqual([label, 'no_place']);
      if (permission === 'no' || permission === 'of_all') expect([label, own]).toEqual([label, 'not_permitted']);
      else expect([label, LET_IN]).toEqual([label, expect.arrayContaining([own])]);
      if (permission !== 'of_all') return;
      const ofFirst = await statusOf(first, route, service.account.id, environment);
      expect([label, LET_IN]).toEqual([label, expect.arrayContaining([ofFirst])]);
    });
  });

  test('knows no third environment', async () => {
    const placed = ofDashboard().filter(({ url }) => url.includes(':environment'));
    await eachOf(placed, async (route) => {
      const found = await statusOf(browsers.admin as Browser, route, service.account.id, 'staging');
      expect([route.url, found]).toEqual([route.url, 'no_place']);
    });
  });

  test.each(memberRoles)('of no account is open to a member who is %s', async (role) => {
    const member = await signedIn(service, role);
    const open = ofDashboard().filter(({ config }) => config?.member === 'signed_in');
    const last = (route: RouteOptions) => Number(route.method === 'DELETE' && route.url.endsWith('/session'));
    expect(open.length).toBeGreaterThan(10);
    for (const route of open.sort((a, b) => last(a) - last(b))) {
      const found = await statusOf(member, route, '');
      expect([labelOf(route, null), LET_IN]).toEqual([labelOf(route, null), expect.arrayContaining([found])]);
    }
    expect((await member.get('/session')).status).toBe(401);
  });

  test.each([
    ['admin', 201],
    ['reviewer', 201],
    ['developer', 201],
    ['auditor', 'not_permitted'],
  ] as const)('lets %s make applicants and checks in the sandbox: %s', async (role, expected) => {
    const browser = browsers[role] as Browser;
    const path = `/accounts/${service.account.id}/sandbox`;
    const outcome = ({ status, body }: Answer) => (status === 403 ? body.error.type : status);
    const made = await browser.post(`${path}/applicants`, { first_name: 'Ann', last_name: 'Consider' });
    expect(outcome(made)).toBe(expected);
    const asked = { applicant_id: made.body.id ?? UNKNOWN, report_names: ['identity_enhanced'], outcome: 'by_name' };
    expect(outcome(await browser.post(`${path}/sandbox_checks`, asked))).toBe(expected);
    const elsewhere = `/accounts/${service.other.id}/sandbox/applicants`;
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
      ['verification.start', 'check.change', 'applicant.delete'].includes(config?.member as string),
    );
    await set(true);
    for (const route of wide) {
      expect(LET_IN).toContain(await statusOf(browsers.reviewer as Browser, route, service.account.id));
      expect(await statusOf(browsers.developer as Browser, route, service.account.id)).toBe('not_permitted');
    }
    await set(false);
  });

  test('asks for a proof where the table does, and never for objects of the sandbox', async () => {
    service.clock.advance(5 * MINUTE_MS);
    for (const route of ofDashboard()) {
      const action = route.config?.member as string;
      if (table[action]?.[0] !== 'proof') continue;
      for (const environment of environmentsOf(route)) {
        const label = labelOf(route, environment);
        const found = await statusOf(browsers.admin as Browser, route, service.account.id, environment);
        if (permissionOf(action, 'admin', environment) === 'proof') {
          expect([label, found]).toEqual([label, 'proof_needed']);
        } else expect([label, LET_IN]).toEqual([label, expect.arrayContaining([found])]);
      }
    }
  });
});

describe('members of an account', () => {
  test('are invited, change roles and leave; the last administrator stays', async () => {
    const path = `/accounts/${service.other.id}/members`;
    await first.post('/session/proof', { password: 'correct horse battery staple' });
    const made = await first.post(path, { email: 'Rita@example.com', name: 'Rita', role: 'reviewer' });
    expect(made.body).toEqual({
      id: expect.any(String),
      mailed: false,
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
    const invitedAgain = await accept(service, invitation_url, { name: 'Rita', password: 'another long password' });
    expect((await rita.get('/session')).status).toBe(401);
    expect((await invitedAgain.get('/session')).body.member.email).toBe('rita@example.com');

    expect((await invitedAgain.del(`${path}/${made.body.id}`)).status).toBe(204);
    expect((await invitedAgain.get(path)).status).toBe(401);
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
