import { createHmac, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestService } from '../../../testing/service.ts';
import type { Browser } from './browser.ts';

const CLIENT = { client_id: 'bonafide', client_secret: 'secret of the client' };
const SCOPE = 'openid email profile groups';

/** A person at the provider: claims of the ID token. */
export interface Claims {
  readonly sub: string;
  readonly email: string;
  readonly email_verified: boolean;
  readonly name: string;
  readonly groups: readonly string[];
}

const KEY_ID = 'key-of-the-provider';

const newKey = (): KeyObject => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** An ID token of these claims. Its header always names the provider's key. */
function encodeIdToken(claims: object, alg: 'RS256' | 'HS256' | 'none', key: KeyObject): string {
  const signed = `${base64url({ alg, kid: KEY_ID, typ: 'JWT' })}.${base64url(claims)}`;
  if (alg === 'none') return `${signed}.`;
  if (alg === 'HS256')
    return `${signed}.${createHmac('sha256', CLIENT.client_secret).update(signed).digest('base64url')}`;
  return `${signed}.${createSign('sha256').update(signed).sign(key, 'base64url')}`;
}

/** The forgeries of ID tokens that the provider can make. */
export interface Forgery {
  readonly alg?: 'RS256' | 'HS256' | 'none';
  /** Signs with a key that the provider does not publish. */
  readonly otherKey?: boolean;
  /** Changes the claims; `undefined` values are left out. */
  readonly claims?: Readonly<Record<string, unknown>>;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A real OpenID provider on loopback, which signs the person in who is set as `person`, without asking. */
export async function startOpenIdProvider() {
  const key = newKey();
  let handle: Handler = (_, response) => void response.writeHead(503).end();
  const server = createServer((request, response) => handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const started = {
    /** Settings of a service whose members sign in here. */
    settings: {
      oidcIssuer: issuer,
      oidcClientId: CLIENT.client_id,
      oidcClientSecret: CLIENT.client_secret,
      oidcScope: SCOPE,
    },
    person: undefined as Claims | undefined,
    /** Forges each ID token, while it is set. */
    forgery: undefined as Forgery | undefined,
    /** Serves a service as its client. */
    async serve({ services }: TestService): Promise<void> {
      // @ts-expect-error The package has no types.
      const { Provider } = await import('oidc-provider');
      const provider = new Provider(issuer, {
        clients: [
          {
            ...CLIENT,
            redirect_uris: [`${new URL(services.urls.dashboard).origin}/dashboard/api/session/openid/callback`],
          },
        ],
        jwks: { keys: [{ ...key.export({ format: 'jwk' }), kid: KEY_ID, alg: 'RS256', use: 'sig' }] },
        pkce: { required: () => true },
        claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
        conformIdTokenClaims: false,
        features: { devInteractions: { enabled: false } },
        interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
        cookies: { keys: ['a key of the test'] },
        findAccount: (_: unknown, accountId: string) => ({ accountId, claims: async () => started.person }),
        async loadExistingGrant({ oidc }: GrantContext) {
          const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
          grant.addOIDCScope(SCOPE);
          await grant.save();
          return grant;
        },
      });
      const callback = provider.callback() as Handler;
      handle = (request, response) => {
        if (started.forgery && request.url === '/token') forgeIdTokens(response, started.forgery, key);
        if (!request.url?.startsWith('/interaction/')) return callback(request, response);
        void provider.interactionFinished(request, response, { login: { accountId: started.person?.sub } });
      };
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
  return started;
}

/** Replaces the ID token of an answer that is not sent yet. */
function forgeIdTokens(response: ServerResponse, { alg = 'RS256', otherKey, claims }: Forgery, key: KeyObject): void {
  const end = response.end.bind(response);
  response.end = ((body: Buffer | string) => {
    const answer = JSON.parse(String(body));
    if (answer.id_token) {
      const own = JSON.parse(Buffer.from(answer.id_token.split('.')[1], 'base64url').toString());
      answer.id_token = encodeIdToken({ ...own, ...claims }, alg, otherKey ? newKey() : key);
    }
    const text = JSON.stringify(answer);
    response.setHeader('content-length', Buffer.byteLength(text));
    return end(text);
  }) as typeof response.end;
}

interface GrantContext {
  readonly oidc: {
    readonly provider: {
      readonly Grant: new (of: object) => { addOIDCScope(scope: string): void; save(): Promise<string> };
    };
    readonly client: { readonly clientId: string };
    readonly session: { readonly accountId: string };
  };
}

/** Opens the provider from a browser of the dashboard, and follows it; the query with which it sends the browser back. */
export async function visitProvider(browser: Browser, query = ''): Promise<string> {
  const begun = await browser.get(`/session/openid${query}`);
  return followProvider(begun.headers.location as string);
}

/** Follows an address of the provider; the query with which it sends the browser back. */
export async function followProvider(url: string): Promise<string> {
  let at = new URL(url);
  const jar = new Map<string, string>();
  while (at.protocol === 'http:') {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(at, { redirect: 'manual', headers: { cookie } });
    for (const set of answer.headers.getSetCookie()) {
      const [name, ...value] = (set.split(';')[0] as string).split('=');
      jar.set(name as string, value.join('='));
    }
    const location = answer.headers.get('location');
    if (!location) throw new Error(`${answer.status} ${await answer.text()}`);
    at = new URL(location, at);
  }
  return at.search;
}
