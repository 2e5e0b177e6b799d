import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Address, currentAddress } from '../../applicants/applicant.ts';
import { Problem } from '../../base/errors.ts';
import { type HtmlPart, html } from '../../base/html.ts';
import type { Questions } from '../../checks/forms/questions.ts';
import { type Details, saveDetails } from '../../checks/forms/save-details.ts';
import { said } from '../../words/index.ts';
import type { Text } from '../../words/types.ts';
import { inAddressOrder } from '../hosted/address-order.ts';
import { formMarkup, type Typed, typedIn } from '../hosted/body.ts';
import { inWordsOf } from '../hosted/errors.ts';
import {
  birthField,
  checkField,
  countryField,
  dateOf,
  type Errors,
  errorSummary,
  noErrors,
  textField,
} from '../hosted/fields.ts';
import { noticeLink } from '../hosted/page.ts';
import { show } from '../hosted/visit.ts';
import { backFrom, placeOf } from './steps.ts';
import { type FormVisit, leadOn, questionsIn, visitOf } from './visit.ts';

/** The parts of an address besides its country, with their autocomplete names. */
const addressParts: readonly {
  readonly key: Exclude<keyof Address, 'country' | 'line1' | 'line2' | 'line3' | 'sub_street'>;
  readonly autocomplete?: string;
  readonly optional?: true;
  readonly short?: true;
}[] = [
  { key: 'flat_number', optional: true, short: true },
  { key: 'building_number', short: true },
  { key: 'building_name', optional: true },
  { key: 'street', autocomplete: 'address-line1' },
  { key: 'town', autocomplete: 'address-level2' },
  { key: 'state', autocomplete: 'address-level1', optional: true, short: true },
  { key: 'postcode', autocomplete: 'postal-code', short: true },
];

type ConsentField = Extract<keyof Text['fields'], `consents.${string}`>;

/** The page of everything that is typed, consents among it. */
export function detailsRoutes(instance: FastifyInstance): void {
  instance.get('/details', async (request, reply) => {
    const visit = visitOf(request);
    const questions = await questionsIn(visit);
    return detailsPage(reply, visit, questions, knownOf(visit, questions), noErrors);
  });

  instance.post('/details', async (request, reply) => {
    const visit = visitOf(request);
    const questions = await questionsIn(visit);
    const typed = typedIn(request);
    try {
      await saveDetails(visit.form, questions, { ...detailsOf(typed), language: visit.text.lang });
    } catch (error) {
      if (!(error instanceof Problem) || error.type !== 'validation_error') throw error;
      return detailsPage(
        reply,
        visit,
        questions,
        typed,
        inWordsOf(visit.text, error.fields, controlsOf(visit, questions, typed)),
      );
    }
    return leadOn(reply, visit);
  });
}

/** The parts of an address as the country writes them that is typed, known or likely. */
function orderedParts({ form, text, accepts }: FormVisit, values: Typed) {
  const country = values['address.country'] || form.applicant.location?.country_of_residence;
  return inAddressOrder(addressParts, { country, accepts, lang: text.lang });
}

/** Names of the controls of the page, which are the paths of errors, in their order. */
function controlsOf(visit: FormVisit, { questions: formQuestions, consents }: Questions, typed: Typed): string[] {
  const address = ['address.country', ...orderedParts(visit, typed).map(({ key }) => `address.${key}`)];
  return [
    ...(formQuestions.has('date_of_birth') ? ['dob'] : []),
    ...(formQuestions.has('address') ? address : []),
    ...(formQuestions.has('residence') ? ['location.country_of_residence'] : []),
    ...(formQuestions.has('phone_number') ? ['phone_number'] : []),
    ...consents.map((name) => `consents.${name}`),
  ];
}

function detailsOf(typed: Typed): Details {
  const under = (prefix: string) =>
    Object.entries(typed)
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, value]) => [name.slice(prefix.length), value] as const);
  return {
    dob: dateOf(typed),
    address: Object.fromEntries(under('address.')),
    country_of_residence: typed['location.country_of_residence'] ?? '',
    phone_number: typed.phone_number ?? '',
    consents: under('consents.')
      .filter(([, value]) => value === 'yes')
      .map(([name]) => name),
  };
}

/** Known values, as if they had been typed. */
function knownOf({ form }: FormVisit, { consents }: Questions): Typed {
  const { dob, location, phone_number, consents: givenConsents, addresses } = form.applicant;
  const [year, month, day] = (dob ?? '').split('-');
  const granted = consents.filter((name) => givenConsents.some((consent) => consent.name === name && consent.granted));
  const entries: (readonly [string, string | null | undefined])[] = [
    ['dob-day', day?.replace(/^0/, '')],
    ['dob-month', month?.replace(/^0/, '')],
    ['dob-year', year],
    ...Object.entries(currentAddress({ addresses }) ?? {}).map(([key, value]) => [`address.${key}`, value] as const),
    ['location.country_of_residence', location?.country_of_residence],
    ['phone_number', phone_number],
    ...granted.map((name) => [`consents.${name}`, 'yes'] as const),
  ];
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => Boolean(entry[1])));
}

function detailsPage(reply: FastifyReply, visit: FormVisit, questions: Questions, values: Typed, errors: Errors) {
  const { text, form } = visit;
  const { details } = text;
  const { first_name, last_name } = form.check.applicant;
  return show(reply, visit, {
    title: details.title,
    back: backFrom(visit, questions, 'details'),
    failed: errors.size > 0,
    main: html`${errorSummary(text, errors)}
<p class="progress">${text.progress(placeOf(questions, 'details'))}</p>
<h1>${details.title}</h1>
<p>${details.name}: <strong>${first_name} ${last_name}</strong></p>
${formMarkup(text, fieldsOf(visit, questions, values, errors))}`,
  });
}

function fieldsOf(
  visit: FormVisit,
  { questions: formQuestions, consents }: Questions,
  values: Typed,
  errors: Errors,
): HtmlPart {
  const { text, brand, company } = visit;
  const { details, fields } = text;
  const country = (path: 'address.country' | 'location.country_of_residence', autocomplete: string) =>
    countryField(text, { name: path, label: fields[path].label, value: values[path], autocomplete }, errors);
  return [
    formQuestions.has('date_of_birth') && birthField(text, { name: 'dob', label: details.dateOfBirth, values }, errors),
    formQuestions.has('address') &&
      html`<fieldset><legend>${details.address}</legend>
${country('address.country', 'country')}${orderedParts(visit, values).map((part) => addressField(text, part, values, errors))}</fieldset>`,
    formQuestions.has('residence') && country('location.country_of_residence', 'off'),
    formQuestions.has('phone_number') &&
      textField(
        text,
        {
          name: 'phone_number',
          label: fields.phone_number.label,
          hint: fields.phone_number.hint,
          value: values.phone_number,
          autocomplete: 'tel',
          type: 'tel',
        },
        errors,
      ),
    consents.length > 0 &&
      html`<fieldset><legend>${details.consents}</legend>
${brand.privacyNoticeUrl && html`<p>${noticeLink(brand.privacyNoticeUrl, text)}</p>`}
${consents.map((name) => {
  const path = `consents.${name}`;
  const label = said(fields[path as ConsentField].label, { account: company });
  return checkField(text, { name: path, label, value: values[path] }, errors);
})}</fieldset>`,
  ];
}

function addressField(text: Text, part: (typeof addressParts)[number], values: Typed, errors: Errors): HtmlPart {
  const { key, optional, ...more } = part;
  const name = `address.${key}` as const;
  const { label, hint }: { label: string; hint?: string } = text.fields[name];
  const words = optional ? html`${label} <span class="quiet">${text.details.optional}</span>` : label;
  return textField(text, { name, label: words, hint, value: values[name], ...more }, errors);
}
