import type { FastifyInstance, FastifyReply } from 'fastify';
import { html } from '../../base/html.ts';
import { formAddressProofs, formDocuments, type Questions } from '../../core/forms/questions.ts';
import { listMediaOf } from '../../core/media/get.ts';
import type { Media } from '../../core/media/media.ts';
import { country } from '../../core/rules/countries.ts';
import { BLANK } from '../../core/rules/rule.ts';
import { formMarkup, type Typed, typedIn } from './body.ts';
import { inWordsOf } from './errors.ts';
import { countryField, type Errors, errorSummary, noErrors, radioField } from './fields.ts';
import { type MediaFacts, mediaRoutes } from './media-step.ts';
import { backFrom, placeOf } from './steps.ts';
import type { Text } from './text.ts';
import { leadTo, questionsIn, show, type Visit, visitOf } from './visit.ts';

/** A page that asks which document it will be, before the page that takes it. */
interface Choice {
  readonly name: 'document' | 'proof';
  readonly question: 'identity_document' | 'address_proof';
  readonly types: readonly string[];
  /** Path of the page that takes the document, with the choice in its query. */
  readonly upload: string;
  /** The document that was given before. */
  given(questions: Questions): string | null | undefined;
}

const identity: Choice = {
  name: 'document',
  question: 'identity_document',
  types: [...formDocuments.keys()],
  upload: 'document/front',
  given: ({ identityDocuments }) => identityDocuments[0],
};

const proof: Choice = {
  name: 'proof',
  question: 'address_proof',
  types: formAddressProofs,
  upload: 'proof/file',
  given: ({ addressProof }) => addressProof,
};

/** Identity document, in one or two pictures, and proof of address. */
export function documentRoutes(instance: FastifyInstance): void {
  for (const choice of [identity, proof]) choiceRoutes(instance, choice);

  mediaRoutes(instance, {
    path: 'document/front',
    step: 'document',
    kind: 'document',
    capture: 'environment',
    question: 'identity_document',
    // A new front has a new back: nobody wants the old one beside it.
    next: ({ type }) => (isTwoSided(type) ? 'document/back' : undefined),
    async facts(_, query) {
      const chosen = chosenOf(query, identity);
      return chosen && { ...chosen, side: isTwoSided(chosen.type) ? 'front' : null };
    },
    words: ({ document }, { type }) => ({
      title: isTwoSided(type) ? document.front : document.passport,
      tips: document.tips,
    }),
    given: (documents, { type }) => documents.filter((one) => one.type === type && one.side !== 'back'),
  });

  mediaRoutes(instance, {
    path: 'document/back',
    step: 'document',
    kind: 'document',
    capture: 'environment',
    question: 'identity_document_back',
    async facts(visit) {
      const [front] = await documentsOf(visit, (await questionsIn(visit)).identityDocuments);
      if (!front?.type || !isTwoSided(front.type)) return undefined;
      return { type: front.type, issuing_country: front.issuing_country ?? null, side: 'back' };
    },
    words: ({ document }) => ({ title: document.back, tips: [...document.tips, document.backBlank] }),
    given: (documents) => documents.filter(({ side }) => side === 'back'),
  });

  mediaRoutes(instance, {
    path: 'proof/file',
    step: 'proof',
    kind: 'document',
    question: 'address_proof',
    facts: async (_, query) => chosenOf(query, proof),
    words: ({ proof: { file, age, tips } }) => ({ title: file, tips: [age, ...tips] }),
    given: (documents, { type }) => documents.filter((one) => one.type === type),
  });

  mediaRoutes(instance, {
    path: 'photo',
    step: 'photo',
    kind: 'live_photo',
    capture: 'user',
    question: 'live_photo',
    facts: async () => ({}),
    words: ({ photo }) => photo,
    given: (photos) => photos,
  });
}

function isTwoSided(type: string | undefined): boolean {
  return formDocuments.get(type ?? '')?.twoSided === true;
}

/** The document that a query names; undefined when it names none that is asked for. */
function chosenOf(query: Typed, { types }: Choice): MediaFacts | undefined {
  const { type = '', issuing_country = '' } = query;
  return types.includes(type) && country(issuing_country).length === 0 ? { type, issuing_country } : undefined;
}

/** The documents of these ids, in their order. */
export async function documentsOf({ form }: Visit, ids: readonly string[]): Promise<Media[]> {
  const documents = await listMediaOf(form.ctx, 'document', form.applicant.id);
  return ids.flatMap((id) => documents.find((document) => document.id === id) ?? []);
}

function choiceRoutes(instance: FastifyInstance, choice: Choice): void {
  const path = `/${choice.name}`;

  instance.get(path, async (request, reply) => {
    const visit = visitOf(request);
    const questions = await questionsIn(visit);
    if (!questions.asked.has(choice.question)) return leadTo(reply, visit);
    const given = choice.given(questions);
    const [known] = given ? await documentsOf(visit, [given]) : [];
    const values = { type: known?.type ?? '', issuing_country: known?.issuing_country ?? '' };
    return choicePage(reply, visit, choice, questions, values, noErrors);
  });

  instance.post(path, async (request, reply) => {
    const visit = visitOf(request);
    const typed = typedIn(request);
    const chosen = chosenOf(typed, choice);
    if (chosen)
      return leadTo(reply, visit, `${choice.upload}?${new URLSearchParams(chosen as Record<string, string>)}`);
    const { type = '', issuing_country = '' } = typed;
    const blank = {
      ...(choice.types.includes(type) ? {} : { type: [BLANK] }),
      ...(country(issuing_country).length === 0 ? {} : { issuing_country: [BLANK] }),
    };
    const errors = inWordsOf(visit.text, blank, ['type', 'issuing_country']);
    return choicePage(reply, visit, choice, await questionsIn(visit), typed, errors);
  });
}

function choicePage(
  reply: FastifyReply,
  visit: Visit,
  { name, types }: Choice,
  questions: Questions,
  values: Typed,
  errors: Errors,
): FastifyReply {
  const { text } = visit;
  const words: Text['document'] | Text['proof'] = text[name];
  const options = types.map((type) => [type, words.types[type] ?? type] as const);
  const { label } = text.fields.issuing_country;
  return show(reply, visit, {
    title: words.title,
    back: backFrom(visit, questions, name),
    failed: errors.size > 0,
    main: html`${errorSummary(text, errors)}
<p class="progress">${text.progress(...placeOf(questions, name))}</p>
<h1>${words.title}</h1>
${'age' in words && html`<p>${words.age}</p>`}
${formMarkup(text, [
  radioField(text, { name: 'type', label: words.which, value: values.type, options }, errors),
  countryField(text, { name: 'issuing_country', label, value: values.issuing_country, autocomplete: 'off' }, errors),
])}`,
  });
}
