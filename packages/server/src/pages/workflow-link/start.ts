import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type HtmlPart, html } from '../../base/html.ts';
import { asksConsent, begin, hasBegun, viewOf } from '../../workflows/runs/find-link.ts';
import { openRunLink } from '../../workflows/runs/open-link.ts';
import { applicantSteps } from '../../workflows/runs/retry.ts';
import { hasEnded } from '../../workflows/runs/run.ts';
import type { CaptureKind, PasskeyKind, SignatureKind, TaskStep } from '../../workflows/workflow.ts';
import { formMarkup, typedIn } from '../hosted/body.ts';
import { endPage, type Received, referenceLine } from '../hosted/end-page.ts';
import { checkField, type Errors, errorSummary, noErrors } from '../hosted/fields.ts';
import { noticeLink } from '../hosted/page.ts';
import { type Again, againNotice } from '../hosted/progress.ts';
import { STEP_UP } from '../hosted/step-up-pages.ts';
import { isOpened, leadTo, redirectOf, show } from '../hosted/visit.ts';
import { waitingOn } from '../hosted/waiting.ts';
import { againWords, isOfferedStepUp, type LinkVisit, pathOf, visitOf } from './visit.ts';

const CONSENT = 'consents.privacy_notices_read';

/** Status of the pages that stand in place of the steps. */
const statusOf = { done: 200, abandoned: 410, error: 200 } as const;

/** The first page: who asks, what there is to do, and consent; and the pages that stand in its place. */
export function startRoutes(instance: FastifyInstance): void {
  instance.get('/', async (request, reply) => {
    const visit = visitOf(request);
    const view = viewOf(visit.link, visit.link.ctx.now());
    const expired = view === 'abandoned' ? redirectOf(visit.link.run.link.expired_redirect_url) : null;
    if (expired) return reply.redirect(expired.href, 303);
    if (isOpened(request)) await openRunLink(visit.link);
    if (await isOfferedStepUp(visit)) return leadTo(reply, visit, STEP_UP);
    if (view === 'later') return waitPage(request, reply, visit);
    return view === 'open' ? startPage(reply, visit, noErrors) : end(reply, visit, view);
  });

  instance.post('/', async (request, reply) => {
    const visit = visitOf(request);
    if (!visit.asked) return leadTo(reply, visit);
    if (asksConsent(visit.link) && typedIn(request)[CONSENT] !== 'yes') {
      return startPage(reply, visit, new Map([[CONSENT, visit.text.fields[CONSENT].blank]]));
    }
    await begin(visit.link, { ip: request.ip, language: visit.text.lang });
    return leadTo(reply, visit, pathOf(visit));
  });
}

function startPage(reply: FastifyReply, visit: LinkVisit, errors: Errors): FastifyReply {
  const { brand, company, text, link, asked } = visit;
  const { start, link: words } = text;
  const field = { name: CONSENT, label: text.fields[CONSENT].label({ account: company }) };
  const consent =
    asksConsent(link) &&
    brand.privacyNoticeUrl !== null &&
    html`<p>${noticeLink(brand.privacyNoticeUrl, text)}</p>${checkField(text, field, errors)}`;
  const steps = applicantSteps(link, asked?.task);
  const begun = hasBegun(link) && steps.some(({ done }) => done);
  const again = attemptIn(visit);
  const title = again ? words.again.title : start.title;
  // A second attempt lists the remaining steps: good answers are not requested again.
  const listed = again ? steps.filter(({ done, certain }) => certain && !done) : steps;
  return show(reply, visit, {
    title,
    failed: errors.size > 0,
    main: html`${errorSummary(text, errors)}
${again && html`<p class="progress">${again.attempt}</p>`}
<h1>${title}</h1>
${againNotice(again)}
${!again && html`<p>${words.lead({ account: company })} ${start.pause}</p>`}
<p class="quiet">${words.notYou({ account: company })}</p>
<h2>${words.need}</h2>
<ol>${listed.map(({ step, done }) => stepLine(visit, askedKind(step), done))}</ol>
<p>${start.private}</p>
${formMarkup(text, consent, begun || again ? start.goOn : start.go)}`,
  });
}

/** A kind of step that the applicant does. */
type AskedKind = CaptureKind | PasskeyKind | SignatureKind | 'profile_data' | 'digital_credential_or_photos';

/** The words for a step on the first page. */
const askedKind = (step: TaskStep): AskedKind =>
  step.task === 'digital_credential' && step.fallback ? 'digital_credential_or_photos' : (step.task as AskedKind);

function stepLine({ text }: LinkVisit, kind: AskedKind, done: boolean): HtmlPart {
  const words = text.link;
  return html`<li>${words.step[kind]}${done && html` <span class="quiet">${words.done}</span>`}</li>`;
}

/** The attempt that the page is for, with all that was wrong with the previous one; undefined at a first attempt. */
function attemptIn(visit: LinkVisit): Again | undefined {
  const attempt = visit.asked?.attempt;
  return attempt && againWords(visit, attempt, [...new Set(attempt.faults.map(({ reason }) => reason))]);
}

/** The page while the run works, or waits for its client, and may ask the applicant for more. */
function waitPage(request: FastifyRequest, reply: FastifyReply, visit: LinkVisit): FastifyReply {
  const { title, body } = visit.text.link.ends.later;
  const { notice, page } = waitingOn(visit.text, request, visit.root);
  const main = html`<h1>${title}</h1>
<p>${body({ account: visit.company })}</p>
${referenceLine(visit)}
${notice}`;
  return show(reply, visit, { title, main, ...page });
}

/** Data that each step sends; a passkey sends none. */
const receivedAs: { readonly [K in AskedKind]?: Received } = {
  profile_data: 'details',
  document_photo: 'document',
  digital_credential: 'document',
  digital_credential_or_photos: 'document',
  proof_of_address: 'proof',
  face_photo: 'photo',
  face_video: 'video',
  face_motion: 'video',
  simple_electronic_signature: 'signature',
  advanced_electronic_signature: 'signature',
  qualified_electronic_signature: 'signature',
};

const receivedIn = (link: LinkVisit['link']): Received[] =>
  applicantSteps(link, undefined).flatMap(({ step, done }) => (done && receivedAs[askedKind(step)]) || []);

function end(reply: FastifyReply, visit: LinkVisit, view: keyof typeof statusOf): FastifyReply {
  const { text, link } = visit;
  const words = view === 'done' ? text.ends.sent : text.link.ends[view];
  const sent = view === 'done' ? { received: receivedIn(link), isFinished: hasEnded(link.run) } : null;
  return endPage(reply, visit, { words, status: statusOf[view], sent });
}
