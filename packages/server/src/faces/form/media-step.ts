import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { html } from '../../base/html.ts';
import { addFormMedia } from '../../core/forms/add-media.ts';
import type { FormQuestion, Questions } from '../../core/forms/questions.ts';
import { listMediaOf } from '../../core/media/get.ts';
import type { Media } from '../../core/media/media.ts';
import { toProblem } from '../../http/problems.ts';
import { takesFile } from '../../http/upload.ts';
import type { Typed } from './body.ts';
import { uploadInWords } from './errors.ts';
import { type Errors, errorSummary, fileField, noErrors } from './fields.ts';
import { backFrom, nextPath, placeOf, type StepName } from './steps.ts';
import type { Text } from './text.ts';
import { leadOn, leadTo, questionsIn, show, type Visit, visitOf } from './visit.ts';

/** What an upload says of its file. */
export interface MediaFacts {
  type?: string;
  issuing_country?: string | null;
  side?: 'front' | 'back' | null;
}

/** One page that takes one file. */
export interface MediaStep {
  readonly path: string;
  readonly step: StepName;
  readonly kind: 'document' | 'live_photo';
  readonly question: FormQuestion;
  /** The camera that a phone opens at once: to the front of it, or to the person. Absent where a file is as likely. */
  readonly capture?: 'user' | 'environment';
  /** What is known of the file before it comes; undefined leads back to the page that asks. */
  facts(visit: Visit, query: Typed): Promise<MediaFacts | undefined>;
  words(text: Text, facts: MediaFacts): { readonly title: string; readonly tips: readonly string[] };
  /** Those that this page took before, of all that answer its questions. */
  given(media: readonly Media[], facts: MediaFacts): readonly Media[];
  /** Path of the page that always follows; else the first with something unanswered does. */
  next?(facts: MediaFacts): string | undefined;
}

/**
 * The routes of a page that takes a file: a picture or a PDF, chosen or taken by the phone's own camera.
 *
 * This is the one place where media come into the form, and the seam for the capture SDK: where it can run, it takes the
 * place of this page, with an SDK token for the applicant, and leads on to the same next page. What it uploads counts as
 * what is uploaded here does, by being the latest of its kind.
 */
export function mediaRoutes(instance: FastifyInstance, step: MediaStep): void {
  const factsOf = (request: FastifyRequest) => step.facts(visitOf(request), request.query as Typed);

  const pageOf = async (request: FastifyRequest, reply: FastifyReply, errors: Errors): Promise<FastifyReply> => {
    const visit = visitOf(request);
    const questions = await questionsIn(visit);
    const facts = await factsOf(request);
    if (!questions.asked.has(step.question) || !facts) return leadTo(reply, visit, step.step);
    return mediaPage(reply, visit, step, questions, facts, errors);
  };

  instance.get(`/${step.path}`, (request, reply) => pageOf(request, reply, noErrors));

  instance.post(
    `/${step.path}`,
    {
      ...takesFile(step.kind),
      schema: { consumes: ['multipart/form-data'] },
      /** A refused file is told on the page that it was chosen on, also when it was refused on its way in. */
      async errorHandler(error: FastifyError, request, reply) {
        const found = toProblem(error);
        if (found.type !== 'validation_error' || !request.visit) throw error;
        return pageOf(request, reply, new Map([['file', uploadInWords(request.visit.text, found.fields)]]));
      },
    },
    async (request, reply) => {
      const visit = visitOf(request);
      const facts = await factsOf(request);
      if (!facts) return leadTo(reply, visit, step.step);
      const { upload } = request;
      await addFormMedia(visit.form, { kind: step.kind, upload, facts: { ...facts } });
      if (upload) upload.claimed = true;
      const next = step.next?.(facts);
      return next ? leadTo(reply, visit, next) : leadOn(reply, visit);
    },
  );
}

async function mediaPage(
  reply: FastifyReply,
  visit: Visit,
  step: MediaStep,
  questions: Questions,
  facts: MediaFacts,
  errors: Errors,
): Promise<FastifyReply> {
  const { text, root } = visit;
  const { upload } = text;
  const { title, tips } = step.words(text, facts);
  const given = step.given(await givenOf(visit, step, questions), facts);
  const later = given.length > 0 && questions.asked.get(step.question);
  return show(reply, visit, {
    title,
    back: step.path === step.step ? backFrom(visit, questions, step.step) : `${root}/${step.step}`,
    failed: errors.size > 0,
    main: html`${errorSummary(text, errors)}
<p class="progress">${text.progress(...placeOf(questions, step.step))}</p>
<h1>${title}</h1>
<ul>${tips.map((tip) => html`<li>${tip}</li>`)}</ul>
${
  later &&
  html`<div class="given"><h2>${upload.given}</h2><ul>${given.map((one) => html`<li>${one.file_name}</li>`)}</ul>
<p>${upload.replace}</p></div>`
}
<form method="post" enctype="multipart/form-data" novalidate>
${fileField(text, step, errors)}
<div class="actions"><button class="button" type="submit">${upload.send}</button>
${later && html`<a class="button second" href="${root}/${step.next?.(facts) ?? nextPath(questions)}">${upload.keep}</a>`}</div></form>`,
  });
}

/** The files that answer the questions of a step now. */
async function givenOf({ form }: Visit, { kind, step }: MediaStep, questions: Questions): Promise<readonly Media[]> {
  const media = await listMediaOf(form.ctx, kind, form.applicant.id);
  if (step === 'photo') return media.slice(0, 1);
  const ids = step === 'proof' ? [questions.addressProof] : questions.identityDocuments;
  return media.filter(({ id }) => ids.includes(id));
}
