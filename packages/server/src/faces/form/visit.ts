import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { problem } from '../../base/errors.ts';
import { getApplicant } from '../../core/applicants/get.ts';
import { formUri } from '../../core/checks/check.ts';
import { type ApplicantForm, findForm, formState } from '../../core/forms/find.ts';
import { type Questions, questionsOf } from '../../core/forms/questions.ts';
import { webUrl } from '../../core/rules/url.ts';
import type { Services } from '../../core/services.ts';
import { perMinute, TokenBuckets } from '../../http/token-bucket.ts';
import { type PageContent, pageHeaders, sendPage } from './page.ts';
import { nextPath } from './steps.ts';
import { type Text, textFor } from './text.ts';

declare module 'fastify' {
  interface FastifyRequest {
    visit: Visit | undefined;
  }
  interface FastifyContextConfig {
    /** The route also answers while its form takes no answers. */
    whateverState?: boolean;
  }
}

/** Pages and uploads of one form a minute: many times what a person with a slow finger needs. */
const REQUESTS_PER_MINUTE = 60;

/** Of one address, whatever form it asks for: enough for an office behind one router, too few to look for forms. */
const ADDRESS_PER_MINUTE = 300;

/** One look at one form. */
export interface Visit {
  readonly form: ApplicantForm;
  readonly text: Text;
  /** Path of the first page, without a slash at its end; all others lie below it. */
  readonly root: string;
}

/** The visit of a route that `openVisits` has let in. */
export function visitOf({ visit }: FastifyRequest): Visit {
  return visit as Visit;
}

export function questionsIn({ form }: Visit): Promise<Questions> {
  return questionsOf(form.ctx, form.ctx.read, form);
}

/** Sends a page of the form. */
export function show(
  reply: FastifyReply,
  { form, text }: Visit,
  content: Pick<PageContent, 'title' | 'main' | 'back' | 'failed'>,
  status = content.failed ? 422 : 200,
): FastifyReply {
  const { account, sandbox } = form.ctx;
  return sendPage(reply, status, { ...content, text, account: account.name, sandbox });
}

/** Leads on to another page of the form, so that reloading it sends nothing twice. */
export function leadTo(reply: FastifyReply, { root }: Visit, path = ''): FastifyReply {
  return reply.redirect(path === '' ? root : `${root}/${path}`, 303);
}

/** Leads on to the first page with something unanswered, or to the last look, when something was saved. */
export async function leadOn(reply: FastifyReply, visit: Visit): Promise<FastifyReply> {
  const { ctx, applicant } = visit.form;
  const form = { ...visit.form, applicant: await getApplicant(ctx, applicant.id) };
  return leadTo(reply, visit, nextPath(await questionsIn({ ...visit, form })));
}

/** Where the client wants its applicant to go in the end; null unless a browser may be led there. */
export function redirectOf({ form }: Visit): URL | null {
  const { redirect_uri } = form.check;
  return redirect_uri !== null && webUrl(redirect_uri).length === 0 ? new URL(redirect_uri) : null;
}

/**
 * Lets requests into the routes of `instance` whose path names a form and holds its secret. There is no token, no cookie
 * and no session: everything is in the address, so another site can't act for whoever has it open.
 */
export function openVisits(instance: FastifyInstance, services: Services): void {
  const limit = visitLimits(services);
  instance.decorateRequest('visit');
  instance.addHook('onRequest', async (request, reply) => {
    reply.headers(pageHeaders());
    if (request.method === 'POST') refuseOtherSites(request);
    const { check, secret } = request.params as { check: string; secret: string };
    limit.address(request.ip);
    const form = await findForm(services, check, secret);
    limit.form(check);
    const root = new URL(formUri(form.ctx, form.check) as string).pathname;
    const visit: Visit = { form, text: textFor(request.headers['accept-language']), root };
    request.visit = visit;
    // Uploads write into the storage of the account.
    request.session = { ctx: form.ctx, sdk: undefined, tokenId: '' };
    reply.headers(pageHeaders(redirectOf(visit)?.origin));
    if (formState(form.check) !== 'open' && !request.routeOptions.config.whateverState) return leadTo(reply, visit);
  });
}

/** How often pages may be asked for, by the address that asks and by the form. Throws `rate_limit`. */
export function visitLimits({ settings, clock }: Services) {
  const buckets = new TokenBuckets();
  const limit = (key: string, requests: number) => {
    if (settings.rateLimits === 'off') return;
    const take = buckets.takeAll(key, [perMinute(requests)], clock.now());
    if (!take.allowed) throw problem('rate_limit', { retryAfter: take.retryAfterSeconds });
  };
  return {
    address: (ip: string) => limit(`address ${ip}`, ADDRESS_PER_MINUTE),
    form: (id: string) => limit(`form ${id}`, REQUESTS_PER_MINUTE),
  };
}

/**
 * Our pages send no referrer, for which browsers send no origin either: they tell by `Sec-Fetch-Site` who sends a form,
 * and those too old for it by an origin, if at all. The secret in the address stands behind both.
 */
export function refuseOtherSites({ headers, host }: FastifyRequest): void {
  const site = headers['sec-fetch-site'];
  const { origin } = headers;
  const ours = site === undefined ? isOrigin(origin, host) : site === 'same-origin' || site === 'none';
  if (!ours) throw problem('bad_request', { message: 'A form can be sent from its own page only' });
}

function isOrigin(origin: string | undefined, host: string): boolean {
  if (origin === undefined || origin === 'null') return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
