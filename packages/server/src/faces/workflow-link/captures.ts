import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { html } from '../../base/html.ts';
import { addPageMedia } from '../../core/forms/add-media.ts';
import { formAddressProofs, formDocuments } from '../../core/forms/questions.ts';
import { country } from '../../core/rules/countries.ts';
import { BLANK } from '../../core/rules/rule.ts';
import { completeTask } from '../../core/workflows/complete-task.ts';
import { toProblem } from '../../http/problems.ts';
import { takesFile } from '../../http/upload.ts';
import type { CaptureKind } from '../../workflows/workflow.ts';
import { formMarkup, type Typed, typedIn } from '../form/body.ts';
import { inWordsOf, uploadInWords } from '../form/errors.ts';
import { countryField, type Errors, errorSummary, fileField, noErrors, radioField } from '../form/fields.ts';
import type { MediaFacts } from '../form/media-step.ts';
import type { Text } from './text.ts';
import { askedOf, type LinkVisit, leadOn, leadTo, placeOf, show, visitOf } from './visit.ts';

/** A page that takes one file of a capture. */
interface UploadPage {
  readonly path: string;
  readonly step: CaptureKind;
  readonly kind: 'document' | 'live_photo';
  readonly capture?: 'user' | 'environment';
  /** What the address says of the file; undefined leads back to the page that asks. */
  facts(query: Typed): MediaFacts | undefined;
  words(text: Text, facts: MediaFacts): { readonly title: string; readonly tips: readonly string[] };
  /** Path of the page that takes the rest of the same document; else the task is complete. */
  rest?(facts: MediaFacts, id: string): string | undefined;
}

/** The choices that the address of a page tells. */
function chosen(query: Typed, types: readonly string[]): MediaFacts | undefined {
  const { type = '', issuing_country = '' } = query;
  return types.includes(type) && country(issuing_country).length === 0 ? { type, issuing_country } : undefined;
}

const documentTypes = [...formDocuments.keys()];
const isTwoSided = ({ type }: MediaFacts) => formDocuments.get(type ?? '')?.twoSided === true;
const address = (facts: MediaFacts, more: Typed = {}) =>
  new URLSearchParams({ type: facts.type ?? '', issuing_country: facts.issuing_country ?? '', ...more });

const uploads: readonly UploadPage[] = [
  {
    path: 'document-photo/front',
    step: 'document_photo',
    kind: 'document',
    capture: 'environment',
    facts(query) {
      const facts = chosen(query, documentTypes);
      return facts && { ...facts, side: isTwoSided(facts) ? 'front' : null };
    },
    words: ({ document }, facts) => ({
      title: isTwoSided(facts) ? document.front : document.passport,
      tips: document.tips,
    }),
    rest: (facts, id) => (isTwoSided(facts) ? `document-photo/back?${address(facts, { front: id })}` : undefined),
  },
  {
    path: 'document-photo/back',
    step: 'document_photo',
    kind: 'document',
    capture: 'environment',
    facts(query) {
      const facts = chosen(query, documentTypes);
      return facts && query.front ? { ...facts, side: 'back' } : undefined;
    },
    words: ({ document }) => ({ title: document.back, tips: [...document.tips, document.backBlank] }),
  },
  {
    path: 'proof-of-address/file',
    step: 'proof_of_address',
    kind: 'document',
    facts: (query) => chosen(query, formAddressProofs),
    words: ({ proof: { file, age, tips } }) => ({ title: file, tips: [age, ...tips] }),
  },
  {
    path: 'face-photo',
    step: 'face_photo',
    kind: 'live_photo',
    capture: 'user',
    facts: () => ({}),
    words: ({ photo }) => photo,
  },
];

/**
 * The pages of captures: pictures and PDFs, chosen or taken by the phone's own camera.
 *
 * This is the seam for the capture SDK: where it can run, it takes the place of these pages, with the token of the run and
 * its id as `workflowRunId`. Both complete the same tasks, so an applicant may begin with one and end with the other.
 */
export function captureRoutes(instance: FastifyInstance): void {
  choiceRoutes(instance, 'document_photo', documentTypes, 'document-photo/front', ({ document }) => document);
  choiceRoutes(instance, 'proof_of_address', formAddressProofs, 'proof-of-address/file', ({ proof }) => proof);
  for (const page of uploads) uploadRoutes(instance, page);
  // What only a capture SDK can record.
  for (const step of ['face_video', 'face_motion'] as const) {
    instance.get(`/${step.replaceAll('_', '-')}`, { config: { step } }, async (request, reply) => {
      const visit = visitOf(request);
      const { title, body } = visit.text.link.notHere;
      const main = html`<p class="progress">${visit.text.progress(...placeOf(visit))}</p>
<h1>${title}</h1>
<p>${body(visit.link.ctx.account.name)}</p>`;
      return show(reply, visit, { title, back: visit.root, main });
    });
  }
}

function uploadRoutes(instance: FastifyInstance, page: UploadPage): void {
  const path = `/${page.path}`;
  const factsOf = (request: FastifyRequest) => page.facts(request.query as Typed);

  const sendPage = (request: FastifyRequest, reply: FastifyReply, errors: Errors): FastifyReply => {
    const visit = visitOf(request);
    const facts = factsOf(request);
    return facts ? uploadPage(reply, visit, page, facts, errors) : leadTo(reply, visit);
  };

  instance.get(path, { config: { step: page.step } }, async (request, reply) => sendPage(request, reply, noErrors));

  instance.post(
    path,
    {
      config: { step: page.step },
      ...takesFile(page.kind),
      schema: { consumes: ['multipart/form-data'] },
      /** A refused file is told on the page that it was chosen on, also when it was refused on its way in. */
      async errorHandler(error: FastifyError, request, reply) {
        const found = toProblem(error);
        if (found.type !== 'validation_error' || !request.linkVisit) throw error;
        return sendPage(request, reply, new Map([['file', uploadInWords(request.linkVisit.text, found.fields)]]));
      },
    },
    async (request, reply) => {
      const visit = visitOf(request);
      const facts = factsOf(request);
      if (!facts) return leadTo(reply, visit);
      const { upload } = request;
      const { ctx, run, applicant } = visit.link;
      const media = await addPageMedia(ctx, applicant.id, { kind: page.kind, upload, facts: { ...facts } });
      if (upload) upload.claimed = true;
      const rest = page.rest?.(facts, media.id);
      if (rest !== undefined) return leadTo(reply, visit, rest);
      const { front } = request.query as Typed;
      const data = [...(front === undefined ? [] : [front]), media.id].map((id) => ({ id }));
      await completeTask(ctx, { runId: run.id, taskId: askedOf(visit).task.id, data, by: 'applicant' });
      return leadOn(reply, visit);
    },
  );
}

function uploadPage(
  reply: FastifyReply,
  visit: LinkVisit,
  page: UploadPage,
  facts: MediaFacts,
  errors: Errors,
): FastifyReply {
  const { text, root } = visit;
  const { title, tips } = page.words(text, facts);
  return show(reply, visit, {
    title,
    back: page.step === 'face_photo' ? root : `${root}/${page.path.split('/')[0]}`,
    failed: errors.size > 0,
    main: html`${errorSummary(text, errors)}
<p class="progress">${text.progress(...placeOf(visit))}</p>
<h1>${title}</h1>
<ul>${tips.map((tip) => html`<li>${tip}</li>`)}</ul>
<form method="post" enctype="multipart/form-data" novalidate>
${fileField(text, page, errors)}
<div class="actions"><button class="button" type="submit">${text.upload.send}</button></div></form>`,
  });
}

/** The page that asks which document it will be, before the page that takes it. */
function choiceRoutes(
  instance: FastifyInstance,
  step: CaptureKind,
  types: readonly string[],
  upload: string,
  wordsOf: (text: Text) => Text['document'] | Text['proof'],
): void {
  const path = `/${step.replaceAll('_', '-')}`;

  const sendPage = (reply: FastifyReply, visit: LinkVisit, values: Typed, errors: Errors): FastifyReply => {
    const { text } = visit;
    const words = wordsOf(text);
    const options = types.map((type) => [type, words.types[type] ?? type] as const);
    const { label } = text.fields.issuing_country;
    const issuing = { name: 'issuing_country', label, value: values.issuing_country, autocomplete: 'off' };
    return show(reply, visit, {
      title: words.title,
      back: visit.root,
      failed: errors.size > 0,
      main: html`${errorSummary(text, errors)}
<p class="progress">${text.progress(...placeOf(visit))}</p>
<h1>${words.title}</h1>
${'age' in words && html`<p>${words.age}</p>`}
${formMarkup(text, [
  radioField(text, { name: 'type', label: words.which, value: values.type, options }, errors),
  countryField(text, issuing, errors),
])}`,
    });
  };

  instance.get(path, { config: { step } }, async (request, reply) => sendPage(reply, visitOf(request), {}, noErrors));

  instance.post(path, { config: { step } }, async (request, reply) => {
    const visit = visitOf(request);
    const typed = typedIn(request);
    const facts = chosen(typed, types);
    if (facts) return leadTo(reply, visit, `${upload}?${address(facts)}`);
    const blank = {
      ...(types.includes(typed.type ?? '') ? {} : { type: [BLANK] }),
      ...(country(typed.issuing_country ?? '').length === 0 ? {} : { issuing_country: [BLANK] }),
    };
    return sendPage(reply, visit, typed, inWordsOf(visit.text, blank, ['type', 'issuing_country']));
  });
}
