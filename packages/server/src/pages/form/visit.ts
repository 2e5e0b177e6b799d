import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { getApplicant } from '../../applicants/get.ts';
import { formUri } from '../../checks/check.ts';
import { type ApplicantForm, findForm, formState, type LocatedForm, locateForm } from '../../checks/forms/find.ts';
import { type Questions, questionsOf } from '../../checks/forms/questions.ts';
import type { StepUpScope } from '../../checks/reports/applicant-step-ups.ts';
import type { Services } from '../../context/services.ts';
import { leadTo, openVisits, type PageTools, redirectOf, type Visit } from '../hosted/visit.ts';
import { nextPath } from './steps.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route also answers while its form takes no answers. */
    whateverState?: boolean;
  }
}

/** One request for a page of a form. */
export interface FormVisit extends Visit {
  readonly form: ApplicantForm;
}

/** The visit of a route that `openForms` has admitted. */
export function visitOf({ visit }: FastifyRequest): FormVisit {
  return visit as FormVisit;
}

export function questionsIn({ form }: FormVisit): Promise<Questions> {
  return questionsOf(form.ctx, form.ctx.read, form);
}

/** Leads on to the first page with something unanswered, or to the last look, when something was saved. */
export async function leadOn(reply: FastifyReply, visit: FormVisit): Promise<FastifyReply> {
  const { ctx, applicant } = visit.form;
  const form = { ...visit.form, applicant: await getApplicant(ctx, applicant.id) };
  return leadTo(reply, visit, nextPath(await questionsIn({ ...visit, form })));
}

/** The check of a form that was sent: the applicant may add evidence to it. */
export const stepUpScope = ({ form }: FormVisit): StepUpScope | undefined =>
  formState(form.check) === 'sent' ? { checkId: form.check.id } : undefined;

/** Leads on from a form that was sent: to the client's address, or to the page that says so. */
export const leaveSent = (reply: FastifyReply, visit: FormVisit): FastifyReply =>
  visit.redirect ? reply.redirect(visit.redirect.href, 303) : leadTo(reply, visit, 'sent');

/** The same from a page that is also reached before. */
export const leave = async (reply: FastifyReply, visit: FormVisit): Promise<FastifyReply> =>
  stepUpScope(visit) ? leaveSent(reply, visit) : leadTo(reply, visit);

/** Lets requests into the routes of `instance` whose path names a form and holds its secret. */
export function openForms(instance: FastifyInstance, services: Services, tools: PageTools): void {
  openVisits<FormVisit, LocatedForm>(instance, services, tools, {
    named: 'check',
    locate: ({ check, secret }) => locateForm(services, check as string, secret as string),
    async find(located) {
      const form = await findForm(located);
      const { ctx, applicant } = form;
      const root = new URL(formUri(ctx, form.check) as string).pathname;
      return { form, ctx, applicant, runId: null, root, language: null, redirect: redirectOf(form.check.redirect_uri) };
    },
    takes: ({ form }, { whateverState }) => formState(form.check) === 'open' || whateverState === true,
  });
}
