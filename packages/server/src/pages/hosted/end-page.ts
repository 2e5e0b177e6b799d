import type { FastifyReply } from 'fastify';
import { type HtmlPart, html } from '../../base/html.ts';
import { said } from '../../words/index.ts';
import type { Text } from '../../words/types.ts';
import { show, type Visit } from './visit.ts';

/** Kinds of data that an applicant sends. */
export type Received = 'details' | 'number' | 'document' | 'proof' | 'photo' | 'video' | 'signature';

/** Facts about what an applicant sent. */
interface Sent {
  /** Kinds of the data, in the order of the list; a kind may be repeated. */
  readonly received: readonly Received[];
  /** True once the check has a result. The page doesn't say which. */
  readonly isFinished: boolean;
}

export interface End {
  readonly words: {
    readonly title: string;
    readonly body: string | ((values: { readonly account: string }) => string);
  };
  readonly status: number;
  /** Null unless the applicant has done everything: only then there may be an address to continue to. */
  readonly sent: Sent | null;
}

/**
 * Characters of an applicant's id that are its reference: the dashboard finds applicants by them. They hold the time of creation to the
 * millisecond. The first 8 are shared by all applicants of a minute.
 */
const REFERENCE = 13;

/** The reference that an applicant can ask with. */
export const referenceLine = ({ text, applicant }: Pick<Visit, 'text' | 'applicant'>): HtmlPart =>
  html`<p class="quiet">${text.ends.sent.reference({ reference: applicant.id.slice(0, REFERENCE) })}</p>`;

/** The page in place of all others: not yet, or no more. The same address shows it again, with the state of then. */
export function endPage(
  reply: FastifyReply,
  visit: Visit,
  { words: { title, body }, status, sent }: End,
): FastifyReply {
  const words = visit.text.ends.sent;
  const redirect = sent ? visit.redirect : null;
  const main = html`<h1>${title}</h1>
<p>${said(body, { account: visit.company })}${sent && !redirect && ` ${words.close}`}</p>
${sent && outlook(visit, sent)}
${redirect && html`<div class="actions"><a class="button" href="${redirect.href}">${words.redirect({ to: redirect.host })}</a></div>`}`;
  return show(reply, visit, { title, main }, status);
}

/** The list of received data, the sentence about the result, and the reference. */
function outlook(visit: Visit, { received, isFinished }: Sent): HtmlPart {
  const { text, company } = visit;
  const { sent } = text.ends;
  const kinds = [...new Set(received)];
  return html`${
    kinds.length > 0 &&
    html`<h2>${sent.received}</h2>
<ul>${kinds.map((kind) => html`<li>${nameOf(text, kind)}</li>`)}</ul>`
  }
<p>${isFinished ? sent.finished({ account: company }) : sent.next({ account: company })}</p>
${referenceLine(visit)}`;
}

function nameOf({ details, number, check: { files } }: Text, kind: Received): string {
  const names: Readonly<Record<Received, string>> = {
    details: details.title,
    number: number.title,
    document: files.front,
    proof: files.proof,
    photo: files.photo,
    video: files.video,
    signature: files.signature,
  };
  return names[kind];
}
