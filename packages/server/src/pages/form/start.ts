import type { FastifyInstance, FastifyReply } from 'fastify';
import { html } from '../../base/html.ts';
import { formState } from '../../checks/forms/find.ts';
import { openForm } from '../../checks/forms/open.ts';
import { hasStepUp, STEP_UP } from '../hosted/step-up-pages.ts';
import { isOpened, leadTo, show } from '../hosted/visit.ts';
import { formEnd } from './form-end.ts';
import { nextPath, stepsOf } from './steps.ts';
import { type FormVisit, questionsIn, stepUpScope, visitOf } from './visit.ts';

/** The first page, with the company, the reason and the duration, and the page that can replace it. */
export function startRoutes(instance: FastifyInstance): void {
  instance.get('/', { config: { whateverState: true } }, async (request, reply) => {
    const visit = visitOf(request);
    const state = formState(visit.form.check);
    const scope = stepUpScope(visit);
    if (scope && (await hasStepUp(visit, scope))) return leadTo(reply, visit, STEP_UP);
    if (state !== 'open') return formEnd(reply, visit, state);
    if (isOpened(request)) await openForm(visit.form.ctx, visit.form.check);
    return startPage(reply, visit);
  });

  instance.get('/sent', { config: { whateverState: true } }, async (request, reply) => {
    const visit = visitOf(request);
    return formState(visit.form.check) === 'sent' ? formEnd(reply, visit, 'sent') : leadTo(reply, visit);
  });
}

async function startPage(reply: FastifyReply, visit: FormVisit): Promise<FastifyReply> {
  const { company, form, text, root } = visit;
  const { start } = text;
  const { first_name, last_name } = form.check.applicant;
  const questions = await questionsIn(visit);
  const steps = stepsOf(questions);
  const minutes = steps.reduce((sum, step) => sum + step.minutes, 0);
  const begun = [...questions.questions.values()].some(Boolean) && questions.questions.get('consent') !== false;
  return show(reply, visit, {
    title: start.title,
    main: html`<h1>${start.title}</h1>
<p>${start.lead({ account: company, name: `${first_name} ${last_name}` })}</p>
<p class="quiet">${start.notYou({ account: company })}</p>
${
  steps.length > 0 &&
  html`<h2>${start.need}</h2>
<ul>${steps.map(({ name }) => html`<li>${start.step[name]}</li>`)}</ul>`
}
<p>${start.time({ minutes: Math.max(1, minutes) })} ${start.pause}</p>
<p>${start.private}</p>
<div class="actions"><a class="button" href="${root}/${nextPath(questions)}">${begun ? start.goOn : start.go}</a></div>`,
  });
}
