import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Address, addressKeys, currentAddress } from '../../applicants/applicant.ts';
import { type HtmlPart, html } from '../../base/html.ts';
import { formState } from '../../checks/forms/find.ts';
import type { FormQuestion, Questions } from '../../checks/forms/questions.ts';
import { submitForm } from '../../checks/forms/submit.ts';
import { listMediaOf } from '../../media/get.ts';
import type { Media } from '../../media/media.ts';
import { formMarkup } from '../hosted/body.ts';
import { countryName } from '../hosted/countries.ts';
import { type Errors, errorSummary, noErrors } from '../hosted/fields.ts';
import { hasStepUp, STEP_UP } from '../hosted/step-up-pages.ts';
import { leadTo, show } from '../hosted/visit.ts';
import { documentsOf } from './documents.ts';
import { backFrom, CHECK, pathOf, placeOf } from './steps.ts';
import { type FormVisit, leaveSent, questionsIn, visitOf } from './visit.ts';

/** The page that shows everything that was given, with the button that sends it. */
export function checkRoutes(instance: FastifyInstance): void {
  instance.get('/check', async (request, reply) => {
    const visit = visitOf(request);
    return checkPage(reply, visit, await questionsIn(visit), noErrors);
  });

  instance.post('/check', { config: { whateverState: true } }, async (request, reply) => {
    const visit = visitOf(request);
    const { ctx, check } = visit.form;
    const state = formState(check);
    // An applicant who presses twice gets the page of one press.
    if (state !== 'open' && state !== 'sent') return leadTo(reply, visit);
    const { missing } = state === 'open' ? await submitForm(ctx, check) : { missing: [] };
    if (missing.length > 0) {
      const words = visit.text.check.missing;
      return checkPage(reply, visit, await questionsIn(visit), new Map(missing.map((field) => [field, words[field]])));
    }
    return (await hasStepUp(visit, { checkId: check.id })) ? leadTo(reply, visit, STEP_UP) : leaveSent(reply, visit);
  });
}

async function checkPage(
  reply: FastifyReply,
  visit: FormVisit,
  questions: Questions,
  errors: Errors,
): Promise<FastifyReply> {
  const { text, form, root } = visit;
  const { check } = text;
  const { first_name, last_name } = form.check.applicant;
  const rows = await rowsOf(visit, questions);
  return show(reply, visit, {
    title: check.title,
    back: backFrom(visit, questions, CHECK),
    failed: errors.size > 0,
    main: html`${errorSummary(text, errors, (question) => `${root}/${pathOf(question as FormQuestion)}`)}
<p class="progress">${text.progress(placeOf(questions, CHECK))}</p>
<h1>${check.title}</h1>
<dl><div class="row"><dt>${text.details.name}</dt><dd>${first_name} ${last_name}</dd></div>${rows.map((row) => rowMarkup(visit, row, errors))}</dl>
<p>${check.truth}</p>
${formMarkup(text, null, check.send)}`,
  });
}

interface Row {
  readonly question: FormQuestion;
  readonly label: string;
  /** Null while it isn't answered. */
  readonly value: string | null;
}

function rowMarkup({ text, root }: FormVisit, { question, label, value }: Row, errors: Errors): HtmlPart {
  const action = value === null ? text.check.answer : text.check.change;
  return html`<div class="row${errors.has(question) && ' bad'}"><dt>${label}</dt><dd class="lines">${value ?? text.check.unanswered}</dd>
<dd><a href="${root}/${pathOf(question)}">${action}<span class="hidden"> ${label}</span></a></dd></div>`;
}

/** Rows of answers, by question; a missing answer is named as such. */
async function rowsOf(visit: FormVisit, questions: Questions): Promise<Row[]> {
  const { text, form } = visit;
  const { applicant, ctx } = form;
  const { lang, check, fields, details, document, proof, number } = text;
  const nameOf = (code: string | null | undefined) => (code ? countryName(lang, code) : null);
  const identity = await documentsOf(visit, questions.identityDocuments);
  const [bill] = questions.addressProof ? await documentsOf(visit, [questions.addressProof]) : [];
  const [photo] = await listMediaOf(ctx, 'live_photo', applicant.id);
  const [front] = identity;
  const back = identity.find(({ side }) => side === 'back');
  const id = applicant.id_numbers.find(({ type }) => questions.idNumberTypes.includes(type));

  const answers: Readonly<Record<FormQuestion, readonly [label: string, value: string | null | undefined]>> = {
    date_of_birth: [details.dateOfBirth, applicant.dob && longDate(lang, applicant.dob)],
    address: [details.address, addressLines(visit)],
    residence: [fields['location.country_of_residence'].label, nameOf(applicant.location?.country_of_residence)],
    phone_number: [fields.phone_number.label, applicant.phone_number],
    consent: [check.consent, check.given],
    id_number: [
      number.title,
      id && `${number.types[id.type] ?? id.type}\n${number.ending({ last: id.value.slice(-4) })}`,
    ],
    identity_document: [check.files.front, fileLines(front, document.types)],
    identity_document_back: [document.back, fileLines(back)],
    address_proof: [check.files.proof, fileLines(bill, proof.types)],
    live_photo: [check.files.photo, fileLines(photo)],
  };
  return [...questions.questions].map(([question, answered]) => {
    const [label, value] = answers[question];
    return { question, label, value: answered ? (value ?? check.given) : null };
  });
}

function longDate(lang: string, date: string): string {
  return new Intl.DateTimeFormat(lang, { calendar: 'gregory', dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  );
}

function addressLines({ form, text }: FormVisit): string | null {
  const address = currentAddress(form.applicant);
  if (!address) return null;
  const { flat_number, building_name, building_number, street, country, ...rest } = address;
  const lines = [
    [flat_number, building_name],
    [building_number, street],
    ...addressKeys.map((key) => [(rest as Partial<Address>)[key]]),
    [country && countryName(text.lang, country)],
  ];
  return lines
    .map((line) => line.filter(Boolean).join(' '))
    .filter(Boolean)
    .join('\n');
}

function fileLines(media: Media | undefined, types: Readonly<Record<string, string>> = {}): string | null {
  if (!media) return null;
  const type = media.type && types[media.type];
  return type ? `${type}\n${media.file_name}` : media.file_name;
}
