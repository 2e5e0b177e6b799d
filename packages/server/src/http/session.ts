import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { ActiveToken } from '../accounts/tokens/directory.ts';
import { hintOf, regionOfToken } from '../accounts/tokens/region.ts';
import { getApplicant } from '../applicants/get.ts';
import { type Page, pageMatches } from '../applicants/sdk-tokens/referrer.ts';
import { readSdkToken, type SdkClaims } from '../applicants/sdk-tokens/sdk-token.ts';
import { Problem, problem } from '../base/errors.ts';
import type { Account } from '../context/account.ts';
import { Ctx } from '../context/ctx.ts';
import { type Principal, sdkPrincipal, withAddress } from '../context/principal.ts';
import type { Services } from '../context/services.ts';
import { noteRefusedUpload } from '../media/refused.ts';
import { type Site, siteOf } from '../members/webauthn/ceremonies.ts';
import { assertRunOfToken } from '../workflows/runs/run-token.ts';
import { isMultipart } from './multipart.ts';
import { isWrong, type WrongCredentials } from './wrong-credentials.ts';

declare module 'fastify' {
  interface FastifyRequest {
    session: Session;
    /** Principal whose valid credentials a request of the API carries, even if it is refused; set before `session`. */
    caller: Principal | undefined;
  }
  interface FastifyContextConfig {
    /** SDK tokens may use this route, and pages of other origins with them; `bare`: also without the word `Bearer`. */
    sdk?: boolean | 'bare';
    /** Allows SDK tokens of workflow runs after the run has ended. */
    endedWorkflowRun?: boolean;
  }
}

/** The requesting principal, and the objects that it may touch. */
export interface Session {
  readonly ctx: Ctx;
  /** The one applicant of an SDK token; undefined for API and OAuth tokens, which reach the whole account. */
  readonly sdk: SdkClaims | undefined;
}

const REGION_NAMES: Record<string, string> = { eu: 'EU', us: 'US', ca: 'CA' };

/** `Token token=abc` and `Token token="abc"`. */
const TOKEN_HEADER = /^Token\s+token="?([^"\s,]+)"?\s*$/i;
const BEARER_HEADER = /^Bearer\s+(\S+)\s*$/i;

/** Header, claims and signature; our access tokens have no dots. */
const JWT = /^[\w-]+\.[\w-]+\.[\w-]*$/;

interface Credentials {
  secret: string;
  /** The only kind of token that the form of the header may carry. */
  kind: ActiveToken['kind'];
}

function credentialsOf(request: FastifyRequest): Credentials | undefined {
  const header = request.headers.authorization ?? '';
  const token = TOKEN_HEADER.exec(header)?.[1];
  if (token !== undefined) return { secret: token, kind: 'api' };
  const bare = request.routeOptions.config.sdk === 'bare' && JWT.test(header) ? header : undefined;
  const bearer = BEARER_HEADER.exec(header)?.[1] ?? bare;
  return bearer === undefined ? undefined : { secret: bearer, kind: 'oauth_access' };
}

/** The page that a request comes from. */
export function pageOf({ headers }: Pick<IncomingMessage, 'headers'>): Page {
  const { origin, referer: referrer } = headers;
  return { origin, referrer, isSameOrigin: headers['sec-fetch-site'] === 'same-origin' };
}

/**
 * The session of a capture SDK on a page. Throws `bad_referrer` if the token's pattern forbids the page; pages for phones, the
 * service's and the customer's own, are always allowed. Throws `authorization_error`, including when the API token that made it
 * is revoked, `account_disabled`, and 404 or 410 for the applicant.
 */
export async function sdkSession(services: Services, claims: SdkClaims, page: Page): Promise<Session> {
  const { referrer, crossDeviceUrl, hostedUrl, environment, tokenId } = claims;
  const phonePages = [services.urls.api, hostedUrl, crossDeviceUrl ?? ''];
  // A page that reads from its own origin sends its `Referer` alone, which no page can forge either.
  const origin = page.origin ?? originOf(page.referrer ?? '');
  const onPhone = origin !== undefined && phonePages.some((url) => originOf(url) === origin);
  // Our pages send no `Referer` at all. Their reads are known by `Sec-Fetch-Site`, which no page can forge.
  const onOwnPage = origin === undefined && page.isSameOrigin;
  if (referrer !== null && !onPhone && !onOwnPage && !pageMatches(referrer, page)) throw problem('bad_referrer');
  const account = await services.accounts.find(claims.accountId);
  if (!account || !(await services.tokens.stands(account.id, tokenId))) throw problem('authorization_error');
  if (!account.settings.enabled) throw problem('account_disabled');
  const ctx = new Ctx(services, account, environment, sdkPrincipal(claims));
  await getApplicant(ctx, claims.applicantId);
  return { ctx, sdk: claims };
}

/** The origin of a request's page; undefined where the browser names none. */
export function pageOrigin({ raw }: Pick<FastifyRequest, 'raw'>): string | undefined {
  const { origin, referrer } = pageOf(raw);
  return originOf(origin ?? referrer ?? '');
}

/**
 * The origin of a page that a capture SDK runs on. Our own pages send no `Referer`, so a read by one of them names no origin. Such a page
 * has the address that the token or the service says.
 */
export function sdkPageOrigin(request: FastifyRequest): string | undefined {
  const named = pageOrigin(request);
  if (named !== undefined || !pageOf(request.raw).isSameOrigin) return named;
  const { ctx, sdk } = request.session;
  const own = [sdk?.hostedUrl ?? '', ctx.services.urls.api].flatMap((url) => originOf(url) ?? []);
  return own.find((origin) => new URL(origin).host === request.host);
}

/** The site of a request's page, for passkeys; undefined where the browser names none. */
export function siteOfPage(request: Pick<FastifyRequest, 'raw'>): Site | undefined {
  const origin = pageOrigin(request);
  return origin === undefined ? undefined : siteOf(origin);
}

/** Origin of an address; undefined for other texts, and for schemes that have no origin. */
function originOf(url: string): string | undefined {
  const origin = URL.canParse(url) ? new URL(url).origin : 'null';
  return origin === 'null' ? undefined : origin;
}

const isBadReferrer = (error: unknown): boolean => error instanceof Problem && error.type === 'bad_referrer';

/** Opens the session of a request from its credentials. Errors reveal only what the sender may know. */
export class Sessions {
  readonly #services: Services;
  readonly #wrong: WrongCredentials;

  constructor(services: Services, wrong: WrongCredentials) {
    this.#services = services;
    this.#wrong = wrong;
  }

  /** The session if token and account are cached, as in most requests; undefined otherwise. */
  known(request: FastifyRequest): Session | undefined {
    const credentials = credentialsOf(request);
    const token = credentials && this.#services.tokens.known(credentials.secret);
    if (!token || token.kind !== credentials.kind) return undefined;
    const account = this.#services.accounts.known(token.account_id);
    return account ? this.#sessionOf(token, account, request) : undefined;
  }

  /** Throws a problem if the request has no valid token, or a token without this permission. */
  async open(request: FastifyRequest): Promise<Session> {
    const credentials = credentialsOf(request);
    if (!credentials) throw problem('authorization_error');
    const { secret, kind } = credentials;
    if (kind === 'oauth_access' && JWT.test(secret)) return this.#sdkSession(secret, request);
    const token = await this.#services.tokens.find(secret);
    if (token?.kind !== kind) throw await this.#wrong.refusal(request.ip, hintOf(secret), this.#unknownToken(secret));
    const account = await this.#services.accounts.find(token.account_id);
    if (!account) throw problem('authorization_error');
    return this.#sessionOf(token, account, request);
  }

  #sessionOf(token: ActiveToken, account: Account, request: FastifyRequest): Session {
    request.caller = token.principal;
    if (!account.settings.enabled) throw problem('account_disabled');
    const reads = request.method === 'GET' || request.method === 'HEAD';
    if (token.permission === 'read_only' && !reads) throw problem('user_authorization_error');
    const principal = withAddress(token.principal, request.ip);
    const ctx = new Ctx(this.#services, account, token.environment, principal);
    return { ctx, sdk: undefined };
  }

  async #sdkSession(jwt: string, request: FastifyRequest): Promise<Session> {
    const claims = await readSdkToken(this.#services, jwt).catch(async (error) => {
      throw isWrong(error) ? await this.#wrong.refusal(request.ip, null, error) : error;
    });
    request.caller = sdkPrincipal(claims);
    if (!request.routeOptions.config.sdk) {
      throw problem('authorization_error', { message: 'Authorization error: SDK tokens are not API tokens' });
    }
    const session = await sdkSession(this.#services, claims, pageOf(request.raw)).catch(async (error) => {
      if (isBadReferrer(error) && isMultipart(request)) await this.#noteRefused(claims);
      throw error;
    });
    if (!request.routeOptions.config.endedWorkflowRun) await assertRunOfToken(session.ctx, claims.workflowRunId);
    return session;
  }

  /** Keeps that an upload came from a page which its token forbids. */
  async #noteRefused(claims: SdkClaims): Promise<void> {
    const { accountId, environment, applicantId, tokenId } = claims;
    const account = await this.#services.accounts.find(accountId);
    if (!account || !(await this.#services.tokens.stands(accountId, tokenId))) return;
    await noteRefusedUpload(new Ctx(this.#services, account, environment, sdkPrincipal(claims)), applicantId, 'origin');
  }

  #unknownToken(secret: string): Problem {
    const region = regionOfToken(secret);
    const ours = this.#services.settings.region;
    if (region === undefined || region === ours || !REGION_NAMES[region]) return problem('authorization_error');
    return problem('authorization_error', {
      message: `Authorization error: this is a token of the ${REGION_NAMES[region]} region, and this address serves the ${REGION_NAMES[ours]} region`,
    });
  }
}
