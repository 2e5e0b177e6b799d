import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type FieldErrors, notFound, Problem } from '../../base/errors.ts';
import { html } from '../../base/html.ts';
import { getMedia, mediaBytes } from '../../core/media/get.ts';
import { BLANK } from '../../core/rules/rule.ts';
import { noteOpened, sendCode, sign, wantsCode } from '../../core/signatures/acts.ts';
import { EXPIRED } from '../../core/signatures/codes.ts';
import type { Origin, Signature } from '../../core/signatures/signature.ts';
import { type SignatureKind, signatureKinds } from '../../workflows/workflow.ts';
import { type Typed, typedIn } from '../hosted/body.ts';
import { checkField, type Errors, errorSummary, noErrors, textField } from '../hosted/fields.ts';
import { leadTo, show } from '../hosted/visit.ts';
import { askedOf, type LinkVisit, leadOn, pathOfStep, placeOf, visitOf } from './visit.ts';

/** The pages on which an applicant reads documents and signs them. Nothing on them needs a script. */
export function signatureRoutes(instance: FastifyInstance): void {
  for (const kind of signatureKinds) routesOf(instance, kind);
}

const originOf = ({ ip, headers }: FastifyRequest): Origin => ({
  address: ip,
  ...(headers['user-agent'] && { user_agent: headers['user-agent'].slice(0, 300) }),
});

const taskOf = (visit: LinkVisit) => ({ runId: visit.link.run.id, taskId: askedOf(visit).task.id });

const signatureIn = (visit: LinkVisit): Signature => askedOf(visit).task.signature as Signature;

function routesOf(instance: FastifyInstance, kind: SignatureKind): void {
  const config = { step: kind };
  const path = `/${pathOfStep(kind)}`;

  instance.get(path, { config }, async (request, reply) => signPage(reply, visitOf(request), {}, noErrors));

  instance.get(`${path}/documents/:document`, { config }, async (request, reply) => {
    const visit = visitOf(request);
    const { document: id } = request.params as { document: string };
    const document = signatureIn(visit).documents.find((one) => one.id === id);
    if (!document) throw notFound('SigningDocument', id);
    const media = await getMedia(visit.ctx, 'signing_document', id);
    const bytes = await mediaBytes(visit.ctx, media);
    // A HEAD request shows nothing of it.
    if (request.method === 'GET') await noteOpened(visit.ctx, taskOf(visit), id, originOf(request));
    return reply.header('content-type', 'application/pdf').header('content-disposition', 'inline').send(bytes);
  });

  instance.post(path, { config }, async (request, reply) => {
    const visit = visitOf(request);
    const typed = typedIn(request);
    const { consent } = visit.text.link.sign;
    try {
      if (typed.do === 'code') {
        await sendCode(visit.ctx, taskOf(visit), originOf(request));
        return leadTo(reply, visit, pathOfStep(kind));
      }
      const { name = '', code = '' } = typed;
      const given = { name, code, consent: typed.consent === 'yes' ? consent : '' };
      await sign(visit.ctx, taskOf(visit), given, originOf(request));
    } catch (error) {
      const wrong = errorsOf(visit, error);
      // It doesn't wait any more: another tab was faster.
      if (!wrong) return leadOn(reply, visit);
      return signPage(reply, visit, typed, wrong);
    }
    return leadOn(reply, visit);
  });
}

/** What is wrong, in the applicant's words; undefined where the task doesn't wait any more. */
function errorsOf({ text }: LinkVisit, error: unknown): Errors | undefined {
  const { errors } = text.link.sign;
  if (!(error instanceof Problem)) throw error;
  if (error.type === 'rate_limit') return new Map([['code', errors.tooMany]]);
  if (error.type !== 'validation_error' || typeof error.fields !== 'object') throw error;
  const fields = error.fields as FieldErrors;
  if ('task_id' in fields) return undefined;
  const found = new Map<string, string>();
  for (const key of ['documents', 'name', 'consent'] as const) if (key in fields) found.set(key, errors[key]);
  const [code] = [fields.code].flat();
  if (code === BLANK) found.set('code', errors.noCode);
  else if (code === EXPIRED) found.set('code', errors.expired);
  else if (code !== undefined) found.set('code', errors.code);
  return found;
}

const hintOf = ({ link: { sign: words } }: LinkVisit['text'], { by, to = '' }: NonNullable<Signature['code']>) =>
  by === 'email' ? words.codeHintByMail(to) : words.codeHint(to);

function signPage(reply: FastifyReply, visit: LinkVisit, typed: Typed, errors: Errors): FastifyReply {
  const { text, root, company, link } = visit;
  const words = text.link.sign;
  const { task, step } = askedOf(visit);
  const signature = signatureIn(visit);
  const opened = new Set(signature.acts.map(({ document_id }) => document_id));
  const base = `${root}/${pathOfStep(step.task)}`;
  const sent = signature.code && hintOf(text, signature.code);
  const codeField = { name: 'code', label: words.code, hint: sent, short: true };
  const code =
    wantsCode(link.run, task) &&
    html`${(sent || errors.has('code')) && textField(text, { ...codeField, autocomplete: 'one-time-code' }, errors)}
<div class="actions"><button class="button second" type="submit" name="do" value="code">${
      sent ? words.sendAnother : words.sendCode
    }</button></div>`;
  return show(reply, visit, {
    title: words.title,
    back: root,
    failed: errors.size > 0,
    main: html`${errorSummary(text, errors)}
<p class="progress">${text.progress(...placeOf(visit))}</p>
<h1>${words.title}</h1>
<p>${words.lead(company)}</p>
<ul id="documents">${signature.documents.map(
      ({ id, file_name }) =>
        html`<li><a href="${base}/documents/${id}" target="_blank" rel="noopener noreferrer"><bdi>${file_name}</bdi> <span class="hidden">${text.newTab}</span></a>${opened.has(id) && html` <span class="quiet">${words.opened}</span>`}</li>`,
    )}</ul>
<form method="post" novalidate>
${textField(text, { name: 'name', label: words.name, value: typed.name, autocomplete: 'name' }, errors)}
${checkField(text, { name: 'consent', label: words.consent, value: typed.consent }, errors)}
${code}
<div class="actions"><button class="button" type="submit" name="do" value="sign">${words.submit}</button></div></form>`,
  });
}
