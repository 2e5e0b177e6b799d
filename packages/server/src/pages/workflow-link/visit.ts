import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../base/errors.ts';
import type { StepUpScope } from '../../checks/reports/applicant-step-ups.ts';
import type { Services } from '../../context/services.ts';
import { type Site, siteOf } from '../../members/webauthn/ceremonies.ts';
import { completeTask } from '../../workflows/runs/complete-task.ts';
import {
  applicantTask,
  findByLink,
  hasBegun,
  type LocatedRun,
  locateRun,
  type RunByLink,
  viewOf,
} from '../../workflows/runs/find-link.ts';
import { type Attempt, attemptOf, reasonsFor } from '../../workflows/runs/retry.ts';
import type { RetryReason } from '../../workflows/runs/retry-reasons.ts';
import { completerOf, hasEnded, linkSecret, linkUrl, stepOf, type Task } from '../../workflows/runs/run.ts';
import {
  type CaptureStep,
  type CredentialStep,
  type ProfileStep,
  type TaskKind,
  taskSteps,
} from '../../workflows/workflow.ts';
import type { Again } from '../hosted/progress.ts';
import { hasStepUp, STEP_UP } from '../hosted/step-up-pages.ts';
import { type Found, leadTo, openVisits, type PageTools, redirectOf, type Visit } from '../hosted/visit.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The step that the page is for; others lead to the first page. */
    step?: TaskKind;
  }
}

/** A task that waits for the applicant, and its step. */
interface Asked {
  readonly task: Task;
  readonly step: ProfileStep | CaptureStep | CredentialStep;
  /** Absent at a first attempt. */
  readonly attempt: Attempt | undefined;
}

/** One request for the page of a run. */
export interface LinkVisit extends Visit {
  readonly link: RunByLink;
  /** Undefined when nothing waits for the applicant. */
  readonly asked: Asked | undefined;
}

/** The visit of a route that `openLinks` has admitted. */
export function visitOf({ visit }: FastifyRequest): LinkVisit {
  return visit as LinkVisit;
}

/** Question of a page that is for one step. */
export function questionOf({ asked }: LinkVisit): Asked {
  return asked as Asked;
}

/** Path of the pages of a step. */
export const pathOfStep = (step: TaskKind): string => step.replaceAll('_', '-');

/** Path of the page where the step of the visit begins; the first page's path without a step. */
export function pathOf({ asked }: Pick<LinkVisit, 'asked'>): string {
  return asked ? pathOfStep(asked.step.task) : '';
}

/** The site of the pages, for passkeys. */
export const siteOfVisit = ({ address }: Pick<LinkVisit, 'address'>): Site => siteOf(address);

/**
 * Completes a task of the visit with the typed or captured data, unless another request, such as another tab, was faster. Throws
 * `validation_error` for data that doesn't fit.
 */
export async function complete(visit: LinkVisit, { id }: Pick<Task, 'id'>, data: unknown): Promise<void> {
  const { ctx, link } = visit;
  const site = siteOfVisit(visit);
  try {
    await completeTask(ctx, { runId: link.run.id, taskId: id, data, by: 'applicant', site });
  } catch (error) {
    const isLate = error instanceof Problem && typeof error.fields === 'object' && 'task_id' in error.fields;
    if (!isLate) throw error;
  }
}

/** Leads on from a task that was completed: to the next, or to where the client wants its applicant to go. */
export async function leadOn(reply: FastifyReply, { ctx, link }: LinkVisit): Promise<FastifyReply> {
  const { services } = ctx;
  const { id } = link.run;
  const now = await visitIn(await findByLink(await locateRun(services, id, linkSecret(services, id))));
  const { redirect } = now;
  if (await isOfferedStepUp(now)) return leadTo(reply, now, STEP_UP);
  const done = viewOf(now.link, ctx.now()) === 'done';
  return done && redirect ? reply.redirect(redirect.href, 303) : leadTo(reply, now, pathOf(now));
}

/** The checks of a run in which the applicant may add evidence: only after the first page, and once no task is left. */
export const stepUpScope = ({ link, asked }: Pick<LinkVisit, 'link' | 'asked'>): StepUpScope | undefined =>
  asked || hasEnded(link.run) || !hasBegun(link) ? undefined : { runId: link.run.id };

/** Returns whether the applicant can add evidence on a document in the run, or may be asked to soon. */
export async function isOfferedStepUp(
  visit: Pick<LinkVisit, 'ctx' | 'applicant' | 'link' | 'asked'>,
): Promise<boolean> {
  const scope = stepUpScope(visit);
  return scope !== undefined && (await hasStepUp(visit, scope));
}

async function visitIn(link: RunByLink): Promise<Found<LinkVisit>> {
  const { ctx, run, applicant } = link;
  const open = viewOf(link, ctx.now()) === 'open';
  const task = open ? applicantTask(link) : undefined;
  const step = task && stepOf(run, task);
  const isAsked = step !== undefined && completerOf(step) === 'applicant';
  const attempt = isAsked ? await attemptOf(ctx, link, task as Task) : undefined;
  const asked = isAsked ? { task: task as Task, step: step as CaptureStep, attempt } : undefined;
  const root = new URL(linkUrl(ctx, run)).pathname;
  const { language, completed_redirect_url } = run.link;
  return { ctx, applicant, runId: run.id, root, language, redirect: redirectOf(completed_redirect_url), link, asked };
}

/** Number of the requested step among the applicant's steps, and their number. */
export function placeOf({ link, asked }: LinkVisit): { step: number; of: number } {
  const steps = taskSteps(link.run.workflow.steps).filter((step) => completerOf(step) === 'applicant');
  return { step: steps.findIndex(({ name }) => name === asked?.step.name) + 1, of: steps.length };
}

/** The words of a step that is asked for again, with the faults of this step; undefined at a first attempt. */
export function againIn(visit: LinkVisit): Again | undefined {
  const { asked } = visit;
  return asked?.attempt && againWords(visit, asked.attempt, reasonsFor(asked.step, asked.attempt));
}

/** The words of an attempt after the first. Without a reason a sentence says that the step is needed once more. */
export function againWords(
  { text, company }: LinkVisit,
  { attempt, at_most }: Attempt,
  reasons: readonly RetryReason[],
): Again {
  const { again } = text.link;
  const disclosed = reasons.map((reason) => again.reasons[reason]);
  const counted = at_most === null ? again.attemptOnly({ attempt }) : again.attempt({ attempt, of: at_most });
  return { attempt: counted, reasons: disclosed.length > 0 ? disclosed : [again.neutral({ account: company })] };
}

/** Lets requests into the routes of `instance` whose path names a run. */
export function openLinks(instance: FastifyInstance, services: Services, tools: PageTools): void {
  openVisits<LinkVisit, LocatedRun>(instance, services, tools, {
    named: 'run',
    locate: ({ run, secret }) => locateRun(services, run as string, secret as string),
    find: async (located) => visitIn(await findByLink(located)),
    // Nothing is accepted before the first page, which may ask for consent.
    takes: ({ asked, link }, { step }) => step === undefined || (asked?.step.task === step && hasBegun(link)),
  });
}
