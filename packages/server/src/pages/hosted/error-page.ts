import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorType } from '../../base/errors.ts';
import { html } from '../../base/html.ts';
import { answerRefused, toProblem } from '../../http/problems.ts';
import { said } from '../../words/index.ts';
import { sendPage } from './page.ts';
import { textFor } from './text.ts';

/** Ends that say the same to every reader. */
type End = 'unknown' | 'gone' | 'disabled' | 'too_many' | 'refused' | 'failed';

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
  const text = textFor({ language: visit?.language ?? null, accepts: request.headers['accept-language'] });
  const { title, body } = text.ends[endOf[found.type] ?? (found.status >= 500 ? 'failed' : 'refused')];
  const content = {
    text,
    title,
    brand: request.brand ?? null,
    sandbox: false,
    main: html`<h1>${title}</h1>
<p>${said(body, { account: '' })}</p>
${visit && html`<div class="actions"><a class="button second" href="${visit.root}">${text.ends.toForm}</a></div>`}`,
  };
  answerRefused(request, reply, () => sendPage(reply, found.status, content));
}
