import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { webUrl } from '../../core/rules/url.ts';
import type { Services } from '../../core/services.ts';
import { applicantTask, findByLink, hasConsented, type RunByLink, viewOf } from '../../core/workflows/find-link.ts';
import { completerOf, linkUrl, stepOf, type Task } from '../../core/workflows/run.ts';
import type { CaptureStep, ProfileStep, TaskKind } from '../../workflows/workflow.ts';
import { type PageContent, pageHeaders, sendPage } from '../form/page.ts';
import { refuseOtherSites, visitLimits } from '../form/visit.ts';
import { type Text, textFor } from './text.ts';

declare module 'fastify' {
  interface FastifyRequest {
    linkVisit: LinkVisit | undefined;
  }
  interface FastifyContextConfig {
    /** The step that the page is for; others lead to the first page. */
    step?: TaskKind;
  }
}

/** One look at the page of a run. */
export interface LinkVisit {
  readonly link: RunByLink;
  /** The task that waits for the applicant, and its step; undefined when none does. */
  readonly asked: { readonly task: Task; readonly step: ProfileStep | CaptureStep } | undefined;
  readonly text: Text;
  /** Path of the first page; all others lie below it. */
  readonly root: string;
}

/** The visit of a route that `openLinkVisits` has let in. */
export function visitOf({ linkVisit }: FastifyRequest): LinkVisit {
  return linkVisit as LinkVisit;
}

/** What is asked, on a page that is for one step. */
export function askedOf(visit: LinkVisit): { readonly task: Task; readonly step: ProfileStep | CaptureStep } {
  return visit.asked as NonNullable<LinkVisit['asked']>;
}

/** Sends a page. Nothing on it is of the applicant: whoever has the address only gets to add something. */
export function show(
  reply: FastifyReply,
  { link, text }: LinkVisit,
  content: Pick<PageContent, 'title' | 'main' | 'back' | 'failed'>,
  status = content.failed ? 422 : 200,
): FastifyReply {
  const { account, sandbox } = link.ctx;
  return sendPage(reply, status, { ...content, text, account: account.name, sandbox });
}

/** Where the client wants its applicant to go in the end; null unless a browser may be led there. */
export function redirectOf({ link }: LinkVisit, which: 'completed_redirect_url' | 'expired_redirect_url'): URL | null {
  const url = link.run.link[which];
  return url !== null && webUrl(url).length === 0 ? new URL(url) : null;
}

/** Leads on to another page, so that reloading it sends nothing twice. */
export function leadTo(reply: FastifyReply, { root }: LinkVisit, path = ''): FastifyReply {
  return reply.redirect(path === '' ? root : `${root}/${path}`, 303);
}

/** Path of the page where the step of the visit begins, which is `/` where there is none. */
export function pathOf({ asked }: LinkVisit): string {
  return asked ? asked.step.task.replaceAll('_', '-') : '';
}

/** Leads on from a task that was completed: to the next, or to where the client wants its applicant to go. */
export async function leadOn(reply: FastifyReply, visit: LinkVisit): Promise<FastifyReply> {
  const { ctx, run } = visit.link;
  const now = visitIn(await findByLink(ctx.services, run.id), visit.text);
  const redirect = viewOf(now.link.run, ctx.now()) === 'done' ? redirectOf(now, 'completed_redirect_url') : null;
  return redirect ? reply.redirect(redirect.href, 303) : leadTo(reply, now, pathOf(now));
}

function visitIn(link: RunByLink, text: Text): LinkVisit {
  const open = viewOf(link.run, link.ctx.now()) === 'open';
  const task = open ? applicantTask(link) : undefined;
  const step = task && stepOf(link.run, task);
  const asked = task && step && completerOf(step) === 'applicant' ? { task, step: step as CaptureStep } : undefined;
  return { link, asked, text, root: new URL(linkUrl(link.ctx, link.run)).pathname };
}

/** Which of how many steps of the applicant's the asked one is. */
export function placeOf({ link, asked }: LinkVisit): [step: number, of: number] {
  const steps = link.run.workflow.steps.filter((step) => completerOf(step) === 'applicant');
  return [steps.findIndex(({ name }) => name === asked?.step.name) + 1, steps.length];
}

/** Lets requests into the routes of `instance` whose path names a run. There is no token, no cookie and no session. */
export function openLinkVisits(instance: FastifyInstance, services: Services): void {
  const limit = visitLimits(services);
  instance.decorateRequest('linkVisit');
  instance.addHook('onRequest', async (request, reply) => {
    reply.headers(pageHeaders());
    if (request.method === 'POST') refuseOtherSites(request);
    const { run } = request.params as { run: string };
    limit.address(request.ip);
    const link = await findByLink(services, run);
    limit.form(run);
    const visit = visitIn(link, textFor(request.headers['accept-language']));
    request.linkVisit = visit;
    // Uploads write into the storage of the account.
    request.session = { ctx: link.ctx, sdk: undefined, tokenId: '' };
    reply.headers(pageHeaders(redirectOf(visit, 'completed_redirect_url')?.origin));
    const { step } = request.routeOptions.config;
    // Nothing is taken before the consent that the first page asks for.
    const mayGo = visit.asked?.step.task === step && hasConsented(link.applicant);
    if (step !== undefined && !mayGo) return leadTo(reply, visit);
  });
}
