import type { FastifyContextConfig, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { html } from '../../base/html.ts';
import type { PageMedia } from '../../checks/forms/add-media.ts';
import { noteProblem, toProblem } from '../../http/problems.ts';
import { deviceOf } from '../../http/sender.ts';
import { takesFile } from '../../http/upload.ts';
import type { Media } from '../../media/media.ts';
import type { Text } from '../../words/types.ts';
import type { Typed } from './body.ts';
import type { CaptureName, MediaFacts, Taken } from './captures.ts';
import { uploadInWords } from './errors.ts';
import { type Errors, errorSummary, fileField, noErrors } from './fields.ts';
import { mountSdk, type PagePosition, PLAIN } from './mount.ts';
import { againNotice, progressLine } from './progress.ts';
import { leadTo, show, type Visit } from './visit.ts';

/** A page that takes one file: a picture or a PDF, chosen or taken by the phone's own camera. */
export interface UploadPage<V extends Visit> extends Taken {
  readonly path: string;
  readonly config?: FastifyContextConfig;
  /** Capture by the SDK instead of the file; absent on pages that only applicants without the SDK see. */
  readonly capture?: CaptureName;
  /** Path of the page that is shown where this one has nothing to take. */
  readonly otherwise: string;
  /** Facts of the file before it comes. If undefined, the route redirects to `otherwise`. */
  facts(visit: V, query: Typed): Promise<MediaFacts | undefined>;
  /** State of the page; undefined if the applicant doesn't need the page. Then the route redirects to `otherwise`. */
  position(visit: V, facts: MediaFacts): Promise<PagePosition | undefined>;
  /** Keeps the file. */
  add(visit: V, media: PageMedia): Promise<Media>;
  /** Redirects to the next page once the file is stored. */
  added(reply: FastifyReply, visit: V, file: { media: Media; facts: MediaFacts; query: Typed }): Promise<FastifyReply>;
}

export function uploadRoutes<V extends Visit>(instance: FastifyInstance, page: UploadPage<V>): void {
  const { kind, config = {} } = page;
  const path = `/${page.path}`;

  /** The file and the page as they stand; undefined where the page has nothing to take. */
  const open = async (request: FastifyRequest) => {
    const visit = request.visit as V;
    const query = request.query as Typed;
    const facts = await page.facts(visit, query);
    const position = facts && (await page.position(visit, facts));
    return position && { visit, query, facts, position };
  };

  const send = async (request: FastifyRequest, reply: FastifyReply, errors: Errors): Promise<FastifyReply> => {
    const now = await open(request);
    if (!now) return leadTo(reply, request.visit as V, page.otherwise);
    const { visit, query, facts, position } = now;
    const wanted = errors.size === 0 && !(PLAIN in query) ? page.capture : undefined;
    const mount = wanted && (await mountSdk(visit, wanted, page.path, position));
    const { title, tips } = page.words(visit.text, facts);
    const main = markup(visit.text, page, { title, tips: [...(position.tips ?? []), ...tips], position, errors });
    return show(reply, visit, { title, back: position.back, failed: errors.size > 0, mount, main });
  };

  instance.get(path, { config }, (request, reply) => send(request, reply, noErrors));

  instance.post(
    path,
    {
      config,
      ...takesFile(kind, ({ visit }) => visit?.applicant.id),
      schema: { consumes: ['multipart/form-data'] },
      /** A refused file is shown on the page that it was chosen on, even when it was refused on its way in. */
      async errorHandler(error: FastifyError, request, reply) {
        const found = toProblem(error);
        if (found.type !== 'validation_error' || !request.visit) throw error;
        noteProblem(request, reply, found);
        return send(request, reply, new Map([['file', uploadInWords(request.visit.text, found.fields)]]));
      },
    },
    async (request, reply) => {
      const now = await open(request);
      if (!now) return leadTo(reply, request.visit as V, page.otherwise);
      const { visit, query, facts } = now;
      const { upload } = request;
      const media = await page.add(visit, {
        kind,
        upload,
        facts: { ...facts, sender: { token: null, ...deviceOf(request, visit.ctx) } },
      });
      return page.added(reply, visit, { media, facts, query });
    },
  );
}

interface Shown {
  readonly title: string;
  readonly tips: readonly string[];
  readonly position: PagePosition;
  readonly errors: Errors;
}

function markup(text: Text, taken: Taken, { title, tips, position, errors }: Shown) {
  const { upload } = text;
  const { given, again } = position;
  return html`${errorSummary(text, errors)}
${progressLine(text, position)}
<h1>${title}</h1>
${againNotice(again)}
<ul>${tips.map((tip) => html`<li>${tip}</li>`)}</ul>
${
  given &&
  html`<div class="given"><h2>${upload.given}</h2><ul>${given.names.map((name) => html`<li>${name}</li>`)}</ul>
<p>${upload.replace}</p></div>`
}
<form method="post" enctype="multipart/form-data" novalidate>
${fileField(text, taken, errors)}
<div class="actions"><button class="button" type="submit">${upload.send}</button>
${given && html`<a class="button second" href="${given.keep}">${upload.keep}</a>`}</div></form>`;
}
