import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorType } from '../../base/errors.ts';
import { html } from '../../base/html.ts';
import type { FormState } from '../../core/forms/find.ts';
import { toProblem } from '../../http/problems.ts';
import { sendPage } from './page.ts';
import { type Text, textFor } from './text.ts';
import { redirectOf, show, type Visit } from './visit.ts';

/** Status of the page that stands in place of a form: held back for now, done, or gone for good. */
const statusOf: Readonly<Record<Exclude<FormState, 'open'>, number>> = {
  not_open_yet: 403,
  sent: 200,
  not_needed: 410,
};

/** The page of a form that takes no answers: not yet, or no more. */
export function endPage(reply: FastifyReply, visit: Visit, state: Exclude<FormState, 'open'>): FastifyReply {
  const { ends } = visit.text;
  const { title, body } = ends[state];
  const redirect = state === 'sent' ? redirectOf(visit) : null;
  return show(
    reply,
    visit,
    {
      title,
      main: html`<h1>${title}</h1>
<p>${body(visit.form.ctx.account.name)}${state === 'sent' && !redirect && ` ${ends.sent.close}`}</p>
${redirect && html`<div class="actions"><a class="button" href="${redirect.href}">${ends.sent.redirect(redirect.host)}</a></div>`}`,
    },
    statusOf[state],
  );
}

type End = Exclude<keyof Text['ends'], FormState | 'toForm'>;

const endOf: Partial<Record<ErrorType, End>> = {
  resource_not_found: 'unknown',
  gone: 'gone',
  account_disabled: 'disabled',
  rate_limit: 'too_many',
};

/** Answers an error with a page. Details of an unforeseen one go to the log only, and never the path. */
export function sendErrorPage(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const found = toProblem(error);
  const { visit } = request;
  if (found.status >= 500) {
    request.log.error({ err: error, reqId: request.id }, 'a request failed');
    reply.header('x-request-id', request.id);
  }
  if (found.retryAfter !== undefined) reply.header('retry-after', String(found.retryAfter));
  const text = textFor(request.headers['accept-language']);
  const end = endOf[found.type] ?? (found.status >= 500 ? 'failed' : 'refused');
  const { title, body } = text.ends[end];
  sendPage(reply, found.status, {
    text,
    title,
    account: visit?.form.ctx.account.name ?? null,
    sandbox: false,
    main: html`<h1>${title}</h1>
<p>${body()}</p>
${visit && html`<div class="actions"><a class="button second" href="${visit.root}">${text.ends.toForm}</a></div>`}`,
  });
}
