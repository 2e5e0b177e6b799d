import type { FastifyReply } from 'fastify';
import { html } from '../../base/html.ts';
import { show, type Visit } from './visit.ts';

export interface End {
  readonly words: { readonly title: string; body(account: string): string };
  readonly status: number;
  /** True if the applicant has done everything: then there may be an address to continue to. */
  readonly done: boolean;
}

/** The page in place of all others: not yet, or no more. */
export function endPage(
  reply: FastifyReply,
  visit: Visit,
  { words: { title, body }, status, done }: End,
): FastifyReply {
  const { sent } = visit.text.ends;
  const redirect = done ? visit.redirect : null;
  const main = html`<h1>${title}</h1>
<p>${body(visit.company)}${done && !redirect && ` ${sent.close}`}</p>
${redirect && html`<div class="actions"><a class="button" href="${redirect.href}">${sent.redirect(redirect.host)}</a></div>`}`;
  return show(reply, visit, { title, main }, status);
}
