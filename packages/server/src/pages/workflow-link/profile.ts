import type { FastifyInstance, FastifyReply } from 'fastify';
import { type FieldErrors, Problem } from '../../base/errors.ts';
import { type HtmlPart, html } from '../../base/html.ts';
import type { ProfileField, ProfileStep } from '../../workflows/workflow.ts';
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
import { againNotice, progressLine } from '../hosted/progress.ts';
import { show } from '../hosted/visit.ts';
import { againIn, complete, type LinkVisit, leadOn, placeOf, questionOf, visitOf } from './visit.ts';

/** The parts of an address besides its country, with their autocomplete names. */
const addressParts = [
  { key: 'line1', autocomplete: 'address-line1' },
  { key: 'line2', autocomplete: 'address-line2', optional: true },
  { key: 'town', autocomplete: 'address-level2' },
  { key: 'state', autocomplete: 'address-level1', optional: true, short: true },
  { key: 'postcode', autocomplete: 'postal-code', short: true },
] as const;

/** The parts of an address as the country writes them that is typed or likely. */
const orderedParts = ({ text, accepts }: LinkVisit, values: Typed) =>
  inAddressOrder(addressParts, { country: values['address.country'], accepts, lang: text.lang });

/** Names of the controls of a field, in the order of the page. */
const controlsOf = (visit: LinkVisit, field: ProfileField, values: Typed): string[] =>
  field === 'address'
    ? ['address.country', ...orderedParts(visit, values).map(({ key }) => `address.${key}`)]
    : [field];

/** The page of a profile. */
export function profileRoutes(instance: FastifyInstance): void {
  const config = { step: 'profile_data' } as const;

  instance.get('/profile-data', { config }, async (request, reply) =>
    profilePage(reply, visitOf(request), {}, noErrors),
  );

  instance.post('/profile-data', { config }, async (request, reply) => {
    const visit = visitOf(request);
    const { task, step } = questionOf(visit);
    const fields = fieldsOf(step as ProfileStep);
    const typed = typedIn(request);
    const data = Object.fromEntries(fields.map((field) => [field, answerOf(field, typed, step as ProfileStep)]));
    try {
      await complete(visit, task, data);
    } catch (error) {
      const wrong = error instanceof Problem && error.type === 'validation_error' ? profileErrors(error) : undefined;
      if (!wrong) throw error;
      return profilePage(
        reply,
        visit,
        typed,
        inWordsOf(
          visit.text,
          wrong,
          fields.flatMap((field) => controlsOf(visit, field, typed)),
        ),
      );
    }
    return leadOn(reply, visit);
  });
}

/** Errors of the profile; undefined for other errors. */
function profileErrors({ fields }: Problem): FieldErrors | undefined {
  const data = typeof fields === 'object' ? fields.data : undefined;
  return Array.isArray(data) && typeof data[0] === 'object' ? (data[0] as FieldErrors) : undefined;
}

function fieldsOf({ required, optional }: ProfileStep): ProfileField[] {
  return [...required, ...optional];
}

/** Removes white space around the text and repeated white space, which would spoil comparisons (contract 5.1). */
const tidy = (text: string | undefined) => text?.trim().replace(/\s+/g, ' ') || null;

function answerOf(field: ProfileField, typed: Typed, step: ProfileStep): unknown {
  if (field === 'dob') return dateOf(typed) || null;
  if (field === 'phone_number_consent_granted') return typed[field] === 'yes' ? true : null;
  if (field !== 'address') return tidy(typed[field]);
  const keys = ['country', ...addressParts.map(({ key }) => key)];
  const parts = keys.map((key) => [key, tidy(typed[`address.${key}`])] as const);
  const filled = parts.filter(([, value]) => value !== null);
  // One that is required says itself which parts are missing.
  return filled.length > 0 || step.required.includes(field) ? Object.fromEntries(filled) : null;
}

function profilePage(reply: FastifyReply, visit: LinkVisit, values: Typed, errors: Errors): FastifyReply {
  const { text, root } = visit;
  const step = questionOf(visit).step as ProfileStep;
  const again = againIn(visit);
  return show(reply, visit, {
    title: text.details.title,
    back: root,
    failed: errors.size > 0,
    main: html`${errorSummary(text, errors)}
${progressLine(text, { place: placeOf(visit), again })}
<h1>${text.details.title}</h1>
${againNotice(again)}
${formMarkup(
  text,
  fieldsOf(step).map((field) => markupOf(visit, { field, required: step.required.includes(field), values, errors })),
)}`,
  });
}

interface Shown {
  readonly field: ProfileField;
  readonly required: boolean;
  readonly values: Typed;
  readonly errors: Errors;
}

/** Autocomplete tokens of HTML. */
const autocompletes: Partial<Record<ProfileField, string>> = {
  first_name: 'given-name',
  last_name: 'family-name',
  email: 'email',
  phone_number: 'tel',
};

function markupOf(visit: LinkVisit, { field, required, values, errors }: Shown): HtmlPart {
  const { text } = visit;
  const words = (label: string, isRequired = required): HtmlPart =>
    isRequired ? label : html`${label} <span class="quiet">${text.details.optional}</span>`;
  if (field === 'dob') return birthField(text, { name: 'dob', label: text.details.dateOfBirth, values }, errors);
  if (field === 'address') return addressMarkup(visit, words, values, errors);
  const { label, hint }: { label: string; hint?: string } = text.fields[field];
  const common = { name: field, label: words(label), hint, value: values[field] };
  if (field === 'phone_number_consent_granted') return checkField(text, common, errors);
  if (field === 'nationality' || field === 'country_residence') {
    return countryField(text, { ...common, autocomplete: 'off' }, errors);
  }
  const type = field === 'phone_number' ? 'tel' : 'text';
  return textField(text, { ...common, type, autocomplete: autocompletes[field] ?? 'off' }, errors);
}

function addressMarkup(
  visit: LinkVisit,
  words: (label: string, required?: boolean) => HtmlPart,
  values: Typed,
  errors: Errors,
): HtmlPart {
  const { text } = visit;
  const parts = orderedParts(visit, values).map(({ key, ...part }) => {
    const name = `address.${key}` as const;
    const { label, hint }: { label: string; hint?: string } = text.fields[name];
    const { optional = false, ...more } = { optional: false, ...part };
    return textField(text, { name, label: words(label, !optional), hint, value: values[name], ...more }, errors);
  });
  const country = { name: 'address.country', label: text.fields['address.country'].label };
  return html`<fieldset><legend>${words(text.details.address)}</legend>
${countryField(text, { ...country, value: values['address.country'], autocomplete: 'country' }, errors)}${parts}</fieldset>`;
}
