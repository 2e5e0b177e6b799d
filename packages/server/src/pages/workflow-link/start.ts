import type { FastifyInstance, FastifyReply } from 'fastify';
import { type HtmlPart, html } from '../../base/html.ts';
import { asksConsent, begin, hasBegun, viewOf } from '../../core/workflows/find-link.ts';
import { completerOf } from '../../core/workflows/run.ts';
import { type CaptureKind, type PasskeyKind, type SignatureKind, taskSteps } from '../../workflows/workflow.ts';
import { formMarkup, typedIn } from '../hosted/body.ts';
import { endPage } from '../hosted/end-page.ts';
import { checkField, type Errors, errorSummary, noErrors } from '../hosted/fields.ts';
import { noticeLink } from '../hosted/page.ts';
import { leadTo, redirectOf, show } from '../hosted/visit.ts';
import { type LinkVisit, pathOf, visitOf } from './visit.ts';

const CONSENT = 'consents.privacy_notices_read';

/** Status of the pages that stand in place of the steps. */
const statusOf = { later: 200, done: 200, abandoned: 410, error: 200 } as const;

/** The first page: who asks, what there is to do, and consent; and the pages that stand in its place. */
export function startRoutes(instance: FastifyInstance): void {
  instance.get('/', async (request, reply) => {
    const visit = visitOf(request);
    const view = viewOf(visit.link, visit.link.ctx.now());
    const expired = view === 'abandoned' ? redirectOf(visit.link.run.link.expired_redirect_url) : null;
    if (expired) return reply.redirect(expired.href, 303);
    return view === 'open' ? startPage(reply, visit, noErrors) : end(reply, visit, view);
  });

  instance.post('/', async (request, reply) => {
    const visit = visitOf(request);
    if (!visit.asked) return leadTo(reply, visit);
    if (asksConsent(visit.link) && typedIn(request)[CONSENT] !== 'yes') {
      return startPage(reply, visit, new Map([[CONSENT, visit.text.fields[CONSENT].blank]]));
    }
    if (!hasBegun(visit.link)) await begin(visit.link, request.ip);
    return leadTo(reply, visit, pathOf(visit));
  });
}

function startPage(reply: FastifyReply, visit: LinkVisit, errors: Errors): FastifyReply {
  const { brand, company, text, link } = visit;
  const { start, link: words } = text;
  const field = { name: CONSENT, label: text.fields[CONSENT].label(company) };
  const consent =
    asksConsent(link) &&
    brand.privacyNoticeUrl !== null &&
    html`<p>${noticeLink(brand.privacyNoticeUrl, text)}</p>${checkField(text, field, errors)}`;
  const begun = hasBegun(link) && applicantSteps(visit).some(({ done }) => done);
  return show(reply, visit, {
    title: start.title,
    failed: errors.size > 0,
    main: html`${errorSummary(text, errors)}
<h1>${start.title}</h1>
<p>${words.lead(company)} ${start.pause}</p>
<p class="quiet">${words.notYou(company)}</p>
<h2>${words.need}</h2>
<ol>${stepsOf(visit)}</ol>
<p>${start.private}</p>
${formMarkup(text, consent, begun ? start.goOn : start.go)}`,
  });
}

function stepsOf(visit: LinkVisit): HtmlPart {
  const words = visit.text.link;
  return applicantSteps(visit).map(
    ({ task, done }) => html`<li>${words.step[task]}${done && html` <span class="quiet">${words.done}</span>`}</li>`,
  );
}

/** What the applicant is asked for, in order, and what of it is done. */
function applicantSteps({ link }: LinkVisit) {
  const completed = new Set(link.tasks.filter(({ completed }) => completed).map(({ task_def_id }) => task_def_id));
  return taskSteps(link.run.workflow.steps)
    .filter((step) => completerOf(step) === 'applicant')
    .map(({ task, name }) => ({
      task: task as CaptureKind | PasskeyKind | SignatureKind | 'profile_data',
      done: completed.has(name),
    }));
}

function end(reply: FastifyReply, visit: LinkVisit, view: keyof typeof statusOf): FastifyReply {
  const { sent } = visit.text.ends;
  const words = view === 'done' ? sent : visit.text.link.ends[view];
  return endPage(reply, visit, { words, status: statusOf[view], done: view === 'done' });
}
