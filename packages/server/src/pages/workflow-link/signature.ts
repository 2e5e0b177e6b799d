import type { FastifyInstance, FastifyReply } from 'fastify';
import { type FieldErrors, notFound, Problem } from '../../base/errors.ts';
import { html } from '../../base/html.ts';
import { browserOrigin } from '../../http/browser-origin.ts';
import { BLANK } from '../../input-rules/rule.ts';
import { getMedia, mediaBytes } from '../../media/get.ts';
import { consentIn } from '../../signatures/consent.ts';
import { openedIn, type Signature } from '../../signatures/signature.ts';
import { noteOpened, sendCode, sign, wantsCode } from '../../workflows/signatures/acts.ts';
import { EXPIRED } from '../../workflows/signatures/codes.ts';
import { type SignatureKind, signatureKinds } from '../../workflows/workflow.ts';
import { type Typed, typedIn } from '../hosted/body.ts';
import { checkField, type Errors, errorSummary, noErrors, textField } from '../hosted/fields.ts';
import { againNotice, progressLine } from '../hosted/progress.ts';
import { signatureScriptPath } from '../hosted/signature-script.ts';
import { leadTo, show } from '../hosted/visit.ts';
import { againIn, type LinkVisit, leadOn, pathOfStep, placeOf, questionOf, visitOf } from './visit.ts';

/** The pages on which an applicant reads documents and signs them. Only drawing a signature needs a script. */
export function signatureRoutes(instance: FastifyInstance): void {
  for (const kind of signatureKinds) routesOf(instance, kind);
}

const taskOf = (visit: LinkVisit) => ({ runId: visit.link.run.id, taskId: questionOf(visit).task.id });

const signatureIn = (visit: LinkVisit): Signature => questionOf(visit).task.signature as Signature;

function routesOf(instance: FastifyInstance, kind: SignatureKind): void {
  const config = { step: kind };
  const path = `/${pathOfStep(kind)}`;

  instance.get(path, { config }, async (request, reply) => signPage(reply, visitOf(request), {}, noErrors));

  instance.get(`${path}/documents/:document`, { config }, async (request, reply) => {
    const visit = visitOf(request);
    const { document: id } = request.params as { document: string };
    const document = signatureIn(visit).documents.find((document) => document.id === id);
    if (!document) throw notFound('SigningDocument', id);
    const media = await getMedia(visit.ctx, 'signing_document', id);
    const bytes = await mediaBytes(visit.ctx, media);
    // A HEAD request shows nothing of it.
    if (request.method === 'GET') await noteOpened(visit.ctx, taskOf(visit), id, browserOrigin(request));
    return reply.header('content-type', 'application/pdf').header('content-disposition', 'inline').send(bytes);
  });

  instance.post(path, { config }, async (request, reply) => {
    const visit = visitOf(request);
    const typed = typedIn(request);
    const { sentence } = consentIn(visit.text.lang);
    try {
      if (typed.do === 'code') {
        await sendCode(visit.ctx, taskOf(visit), browserOrigin(request), visit.text.lang);
        return leadTo(reply, visit, pathOfStep(kind));
      }
      const { name = '', drawn = '', code = '' } = typed;
      const signing = { name, drawn, code, consent: typed.consent === 'yes' ? sentence : '' };
      await sign(visit.ctx, taskOf(visit), signing, browserOrigin(request));
    } catch (error) {
      const wrong = errorsOf(visit, error);
      // It doesn't wait any more: another tab was faster.
      if (!wrong) return leadOn(reply, visit);
      return signPage(reply, visit, typed, wrong);
    }
    return leadOn(reply, visit);
  });
}

/** Errors in the applicant's words; undefined if the task doesn't wait any more. */
function errorsOf({ text }: LinkVisit, error: unknown): Errors | undefined {
  const { errors } = text.link.sign;
  if (!(error instanceof Problem)) throw error;
  if (error.type === 'rate_limit') return new Map([['code', errors.tooMany]]);
  if (error.type !== 'validation_error' || typeof error.fields !== 'object') throw error;
  const fields = error.fields as FieldErrors;
  if ('task_id' in fields) return undefined;
  const found = new Map<string, string>();
  for (const key of ['documents', 'name', 'drawn', 'consent'] as const) if (key in fields) found.set(key, errors[key]);
  const [code] = [fields.code].flat();
  if (code === BLANK) found.set('code', errors.noCode);
  else if (code === EXPIRED) found.set('code', errors.expired);
  else if (code !== undefined) found.set('code', errors.code);
  return found;
}

const hintOf = ({ link: { sign: words } }: LinkVisit['text'], { by, to = '' }: NonNullable<Signature['code']>) =>
  by === 'email' ? words.codeHintByMail({ address: to }) : words.codeHint({ number: to });

function signPage(reply: FastifyReply, visit: LinkVisit, typed: Typed, errors: Errors): FastifyReply {
  const { text, root, company, link } = visit;
  const words = text.link.sign;
  const { task, step } = questionOf(visit);
  const signature = signatureIn(visit);
  const opened = openedIn(signature);
  const base = `${root}/${pathOfStep(step.task)}`;
  const sent = signature.code && hintOf(text, signature.code);
  const codeField = { name: 'code', label: words.code, hint: sent, short: true };
  const code =
    wantsCode(link.run, task) &&
    html`${(sent || errors.has('code')) && textField(text, { ...codeField, autocomplete: 'one-time-code' }, errors)}
<div class="actions"><button class="button second" type="submit" name="do" value="code">${
      sent ? words.sendAnother : words.sendCode
    }</button></div>`;
  const again = againIn(visit);
  return show(reply, visit, {
    title: words.title,
    back: root,
    failed: errors.size > 0,
    module: signatureScriptPath,
    main: html`${errorSummary(text, errors)}
${progressLine(text, { place: placeOf(visit), again })}
<h1>${words.title}</h1>
${againNotice(again)}
<p>${words.lead({ account: company })}</p>
<ul id="documents">${signature.documents.map(
      ({ id, file_name }) =>
        html`<li><a href="${base}/documents/${id}" target="_blank" rel="noopener noreferrer"><bdi>${file_name}</bdi> <span class="hidden">${text.newTab}</span></a>${opened.has(id) && html` <span class="quiet">${words.opened}</span>`}</li>`,
    )}</ul>
<form method="post" novalidate>
${textField(text, { name: 'name', label: words.name, value: typed.name, autocomplete: 'name' }, errors)}
${padFor(visit, typed, errors)}
${checkField(text, { name: 'consent', label: consentIn(text.lang).sentence, value: typed.consent }, errors)}
${code}
<div class="actions"><button class="button" type="submit" name="do" value="sign">${words.submit}</button></div></form>`,
  });
}

/** Element into which the script puts the field for drawing a signature. Without the script the name is typed. */
function padFor({ text, sdk }: LinkVisit, { drawn }: Typed, errors: Errors) {
  const file = sdk?.file(PART) && `/sdk/${sdk.version}/${PART}`;
  if (!file) return null;
  const words = text.link.sign;
  const error = errors.get('drawn');
  return html`<div class="field${error !== undefined && ' bad'}" id="drawing" data-sdk="${file}" data-label="${words.pad}" hidden><span class="label">${
    words.draw
  }</span>${error && html`<span class="error"><span class="hidden">${text.errorMark}</span>${error}</span>`}
<div class="pad" id="drawn" tabindex="-1"></div>
<input type="hidden" name="drawn" value="${drawn}">
<div class="actions"><button class="button second" type="button" id="clear">${words.clear}</button></div></div>`;
}

/** The part of the SDK that has the field. */
const PART = 'lazy/signature.js';
