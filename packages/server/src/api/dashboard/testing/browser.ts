import type { MemberRole } from '../../../base/member-roles.ts';
import type { Answer, Call, TestService } from '../../../testing/service.ts';

/** A long password that is on no list. */
export const PASSWORD = 'correct horse battery staple';

/** A browser with its cookie, on the pages of the dashboard. */
export interface Browser {
  call(method: string, path: string, json?: unknown, call?: Call): Promise<Answer>;
  get(path: string): Promise<Answer>;
  post(path: string, json?: unknown): Promise<Answer>;
  patch(path: string, json?: unknown): Promise<Answer>;
  del(path: string): Promise<Answer>;
  /** The cookie of the session that it sends; empty for none. */
  cookie: string;
  /** The cookie by which the service knows the browser again. */
  device: string;
  /** State that it keeps of a sign-in at the OpenID provider. */
  kept: string;
}

const jars: Readonly<Record<string, 'device' | 'kept'>> = {
  '__Host-bonafide-device': 'device',
  '__Host-bonafide-openid': 'kept',
};

export function openBrowser(service: TestService): Browser {
  const browser: Browser = {
    cookie: '',
    device: '',
    kept: '',
    async call(method, path, json, call = {}) {
      const cookie = [browser.cookie, browser.device, browser.kept].filter(Boolean).join('; ');
      const headers = { 'x-bonafide-dashboard': '1', cookie, ...call.headers };
      const sent = { token: null, ...call, headers, ...(json !== undefined && { json }) };
      const answer = await service.call(method, `/dashboard/api${path}`, sent);
      for (const set of answer.cookies) {
        const value = set.includes('Max-Age=0') ? '' : (set.split(';')[0] as string);
        browser[jars[set.split('=')[0] as string] ?? 'cookie'] = value;
      }
      return answer;
    },
    get: (path) => browser.call('GET', path),
    post: (path, json) => browser.call('POST', path, json),
    patch: (path, json) => browser.call('PATCH', path, json),
    del: (path) => browser.call('DELETE', path),
  };
  return browser;
}

const secretOf = (url: string): string => url.split('#')[1] as string;

/** Accepts an invitation as a person does: opens it and chooses name and password. */
export async function accept(service: TestService, url: string, given: object): Promise<Browser> {
  const browser = openBrowser(service);
  const answer = await browser.post('/invitations/accept', { secret: secretOf(url), password: PASSWORD, ...given });
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.bytes}`);
  return browser;
}

/** Accepts the invitation to another account, as a member who is signed in. */
export async function join(browser: Browser, url: string): Promise<void> {
  const { status, bytes } = await browser.post('/invitations/join', { secret: secretOf(url) });
  if (status !== 200) throw new Error(`${status} ${bytes}`);
}

/** A member of an account, signed in. */
export async function signedIn(
  service: TestService,
  role: MemberRole,
  { account = service.account.id, name = `${role} of ${account.slice(-4)}` } = {},
): Promise<Browser & { readonly id: string; readonly email: string }> {
  const headers = { authorization: `Bearer ${service.operatorKey}` };
  const email = `${role}-${account.slice(-6)}-${service.services.ids.secret(4).toLowerCase()}@example.com`;
  const path = `/operator/v1/accounts/${account}/members`;
  const { status, body, bytes } = await service.post(path, { email, name, role }, { token: null, headers });
  if (status !== 201) throw new Error(`${status} ${bytes}`);
  return Object.assign(await accept(service, body.invitation_url, { name }), { id: body.id as string, email });
}
