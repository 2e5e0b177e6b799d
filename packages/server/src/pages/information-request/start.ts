import type { FastifyInstance, FastifyReply } from 'fastify';
import { type HtmlPart, html } from '../../base/html.ts';
import { missingIn } from '../../checks/information-requests/items.ts';
import { isOpen, type RequestableItem } from '../../checks/information-requests/request.ts';
import type { Text } from '../../words/types.ts';
import { endPage, type Received } from '../hosted/end-page.ts';
import { show } from '../hosted/visit.ts';
import { answerOf, leadOn, pathOf, type RequestVisit, visitOf } from './visit.ts';

/** The first page, with the message and everything that is asked for, and the page that can replace it. */
export function startRoutes(instance: FastifyInstance): void {
  instance.get('/', { config: { endedToo: true } }, async (request, reply) => {
    const visit = visitOf(request);
    return isOpen(visit.request, visit.ctx.now()) ? startPage(reply, visit) : ended(reply, visit);
  });

  instance.post('/', async (request, reply) => leadOn(reply, visitOf(request)));
}

/** Name of an item, as a list of them shows it. */
const nameOf = ({ document, link: { step } }: Text, item: RequestableItem): string => {
  const names: Readonly<Record<RequestableItem, string>> = {
    document_front: document.front,
    document_back: document.back,
    document: step.document_photo,
    credential: step.digital_credential,
    proof_of_address: step.proof_of_address,
    photo: step.face_photo,
    video: step.face_video,
    motion: step.face_motion,
  };
  return names[item];
};

const receivedAs: Readonly<Record<RequestableItem, Received>> = {
  document_front: 'document',
  document_back: 'document',
  document: 'document',
  credential: 'document',
  proof_of_address: 'proof',
  photo: 'photo',
  video: 'video',
  motion: 'video',
};

async function startPage(reply: FastifyReply, visit: RequestVisit): Promise<FastifyReply> {
  const { company, request, text, root } = visit;
  const { start, link } = text;
  const answer = await answerOf(visit);
  const missing = missingIn(answer);
  const [next] = missing;
  const item = (name: RequestableItem): HtmlPart =>
    html`<li>${nameOf(text, name)}${!missing.includes(name) && html` <span class="quiet">${link.done}</span>`}</li>`;
  const begun = missing.length < request.items.length;
  return show(reply, visit, {
    title: start.title,
    main: html`<h1>${start.title}</h1>
${request.message.split(/\n+/).map((line) => html`<p>${line}</p>`)}
<p class="quiet">${link.notYou({ account: company })}</p>
<h2>${link.need}</h2>
<ul>${request.items.map(item)}</ul>
<p>${start.private}</p>
${
  next === undefined
    ? html`<form method="post"><div class="actions"><button class="button" type="submit">${text.check.send}</button></div></form>`
    : html`<div class="actions"><a class="button" href="${root}/${pathOf[next]}">${begun ? start.goOn : start.go}</a></div>`
}`,
  });
}

/** The page of a request that takes no answer any more. */
function ended(reply: FastifyReply, visit: RequestVisit): FastifyReply {
  const { state } = visit.request;
  const { ends, link } = visit.text;
  if (state === 'answered') {
    const sent = { received: visit.request.items.map((item) => receivedAs[item]), isFinished: false };
    return endPage(reply, visit, { words: ends.sent, status: 200, sent });
  }
  const words = state === 'cancelled' ? ends.not_needed : link.ends.abandoned;
  return endPage(reply, visit, { words, status: 410, sent: null });
}
