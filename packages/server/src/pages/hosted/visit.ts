import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Applicant } from '../../applicants/applicant.ts';
import { isolated } from '../../base/bidi.ts';
import { Problem, problem } from '../../base/errors.ts';
import { type Branding, brandingOf } from '../../context/branding.ts';
import type { Ctx } from '../../context/ctx.ts';
import type { Services } from '../../context/services.ts';
import { reachedAt } from '../../http/address.ts';
import { sendToLocalhost } from '../../http/localhost.ts';
import { visitLimit } from '../../http/visit-limit.ts';
import type { WrongCredentials } from '../../http/wrong-credentials.ts';
import { webUrl } from '../../input-rules/url.ts';
import type { Text } from '../../words/types.ts';
import type { FindSdk, InstalledSdk } from './installed-sdk.ts';
import { type PageContent, pageHeaders, sendPage } from './page.ts';
import { textFor } from './text.ts';

declare module 'fastify' {
  interface FastifyRequest {
    visit: Visit | undefined;
    /** Branding of the requested page, once it is known. */
    brand: Branding | undefined;
  }
}

/** One request for a page that an address alone opens. */
export interface Visit {
  readonly ctx: Ctx;
  /** Branding of the company that asks. */
  readonly brand: Branding;
  /** The name of who asks, as sentences use it. */
  readonly company: string;
  /** Applicant of the page. */
  readonly applicant: Applicant;
  /** The workflow run whose pages they are, if they are of one. */
  readonly runId: string | null;
  readonly text: Text;
  /** Language that the client asks for, as capture SDKs name it; null leaves it to the reader. */
  readonly language: string | null;
  /** Languages that the reader's browser requests. */
  readonly accepts: string | undefined;
  /** Address under which the reader's browser reaches the service. */
  readonly address: string;
  /** Path of the first page, without a slash at its end; all others are below it. */
  readonly root: string;
  /** The capture SDK; undefined while it isn't built, and the pages then do without. */
  readonly sdk: InstalledSdk | undefined;
  /** Client's address for the applicant at the end; null unless a browser may be led there. */
  readonly redirect: URL | null;
}

/** Tools of all hosted pages. */
export interface PageTools {
  readonly wrong: WrongCredentials;
  readonly findSdk: FindSdk;
}

/** Fields that a face adds to a visit. */
export type Found<V extends Visit> = Omit<V, 'text' | 'accepts' | 'address' | 'brand' | 'company' | 'sdk'>;

/** Differences between the pages of a form and of a run. */
export interface Face<V extends Visit, L extends { readonly ctx: Ctx }> {
  /** Parameter of the path that names the visited object; requests are limited by it. */
  readonly named: string;
  /** Locates the pages that an address names. Throws if it names nothing. */
  locate(params: Readonly<Record<string, string>>): Promise<L>;
  /** Loads the object at that address. Throws if it is gone. */
  find(located: L): Promise<Found<V>>;
  /** Returns whether a route accepts the current visit; else it is led to the first page. */
  takes(visit: V, route: FastifyContextConfig): boolean;
}

/**
 * Lets requests into the routes of `instance`, whose path says what they are about. There is no token, no cookie and no
 * session: everything is in the address, so another site can't act for the applicant who has it open.
 */
export function openVisits<V extends Visit, L extends { readonly ctx: Ctx }>(
  instance: FastifyInstance,
  services: Services,
  { wrong, findSdk }: PageTools,
  face: Face<V, L>,
): void {
  const limit = visitLimit(services);
  instance.decorateRequest('visit');
  instance.decorateRequest('brand');
  instance.addHook('onRequest', async (request, reply) => {
    reply.headers(pageHeaders());
    if (request.method === 'POST') refuseOtherSites(request);
    else if (sendToLocalhost(request, reply, services)) return reply;
    const params = request.params as Record<string, string>;
    const named = params[face.named] as string;
    const located = await face.locate(params).catch(async (error) => {
      throw isUnknown(error) ? await wrong.refusal(request.ip, named, error) : error;
    });
    const brand = brandingOf(located.ctx.account);
    // This holds even if the object is gone: then an applicant needs to know whom to ask.
    request.brand = brand;
    const found = await face.find(located);
    await limit(named);
    const accepts = request.headers['accept-language'];
    const text = textFor({ language: found.language, accepts });
    const visit = {
      ...found,
      brand,
      company: isolated(brand.name),
      accepts,
      text,
      address: reachedAt(request, services),
      sdk: findSdk(),
    } as unknown as V;
    request.visit = visit;
    // Uploads write into the storage of the account.
    request.session = { ctx: visit.ctx, sdk: undefined };
    if (!face.takes(visit, request.routeOptions.config)) return leadTo(reply, visit);
  });
}

/** An address with a wrong secret names nothing: it is answered as one that never was. */
function isUnknown(error: unknown): error is Problem {
  return error instanceof Problem && error.type === 'resource_not_found';
}

/** Returns the address if a browser may be led to it; null for anything else. */
export function redirectOf(url: string | null): URL | null {
  return url !== null && webUrl(url).length === 0 ? new URL(url) : null;
}

/** Sends a page. */
export function show(
  reply: FastifyReply,
  { ctx, brand, text, redirect }: Visit,
  content: Omit<PageContent, 'text' | 'brand' | 'sandbox' | 'leadsTo'>,
  status = content.failed ? 422 : 200,
): FastifyReply {
  return sendPage(reply, status, { ...content, text, brand, sandbox: ctx.sandbox, leadsTo: redirect?.origin });
}

/** Leads on to another page, so that reloading it sends nothing twice. */
export function leadTo(reply: FastifyReply, { root }: Pick<Visit, 'root'>, path = ''): FastifyReply {
  return reply.redirect(path === '' ? root : `${root}/${path}`, 303);
}

/**
 * Refuses forms from other sites. Our pages send no referrer, for which browsers send no origin either: `Sec-Fetch-Site` names
 * the sender of a form, and browsers too old for it send an origin, if at all. The secret in the address protects in both cases.
 */
function refuseOtherSites({ headers, host }: FastifyRequest): void {
  const site = headers['sec-fetch-site'];
  const { origin } = headers;
  const ours = site === undefined ? isOrigin(origin, host) : site === 'same-origin' || site === 'none';
  if (!ours) throw problem('bad_request', { message: 'A form can be sent from its own page only' });
}

function isOrigin(origin: string | undefined, host: string): boolean {
  if (origin === undefined || origin === 'null') return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}

/**
 * Returns whether a request opens a page. A client that only tests whether a link works, or fetches a page ahead, hasn't opened it.
 */
export function isOpened({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && !`${headers['sec-purpose'] ?? ''}${headers.purpose ?? ''}`.includes('prefetch');
}
