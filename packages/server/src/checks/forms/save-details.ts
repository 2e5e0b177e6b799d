import { type Address, type Applicant, currentAddress } from '../../applicants/applicant.ts';
import { type ApplicantInput, applicantErrors, currentFields } from '../../applicants/fields.ts';
import { updateApplicant } from '../../applicants/update.ts';
import { type FieldErrors, invalid } from '../../base/errors.ts';
import { BLANK } from '../../input-rules/rule.ts';
import { type ApplicantForm, assertOpen } from './find.ts';
import type { Questions } from './questions.ts';

/** Answers that an applicant has typed; an empty text is nothing. Answers to questions that the form didn't ask are ignored. */
export interface Details {
  /** `YYYY-MM-DD`, or what was typed when that is not a date. */
  dob?: string;
  /** Address by its keys. An address that repeats known values leaves it unchanged, with all its other parts. */
  address?: Readonly<Record<string, string>>;
  country_of_residence?: string;
  phone_number?: string;
  /** Names of those that were granted. */
  consents?: readonly string[];
  /** Language of the page, such as `de`: later mail to the applicant is in it. */
  language?: string;
}

/**
 * Keeps what the applicant has typed of itself. Throws `validation_error` with the fields of an applicant of v3.6, where
 * whatever was asked for can't be blank, and under `consents` each consent by its name.
 */
export async function saveDetails(
  { ctx, check, applicant }: ApplicantForm,
  questions: Questions,
  details: Details,
): Promise<void> {
  assertOpen(check);
  const { questions: formQuestions, consents } = questions;
  const blank: FieldErrors = {};
  const input: Record<string, unknown> = {};

  if (formQuestions.has('date_of_birth')) input.dob = tidy(details.dob) ?? blankIn(blank, 'dob');
  if (formQuestions.has('address') && !(formQuestions.get('address') && isKnown(details.address, applicant))) {
    input.address = tidyAddress(details.address ?? {});
  }
  if (formQuestions.has('residence')) {
    const country_of_residence = tidy(details.country_of_residence);
    const ip_address = applicant.location?.ip_address ?? null;
    if (country_of_residence) input.location = { ip_address, country_of_residence };
    else blank.location = [{ country_of_residence: [BLANK] }];
  }
  if (formQuestions.has('phone_number'))
    input.phone_number = tidy(details.phone_number) ?? blankIn(blank, 'phone_number');
  const refused = consents.filter((name) => !details.consents?.includes(name));
  if (refused.length > 0) blank.consents = [Object.fromEntries(refused.map((name) => [name, [BLANK]]))];
  if (details.language) input.language = details.language;
  if (consents.length > 0) input.consents = consents.map((name) => ({ name, granted: true }));

  await saveInput({ ctx, check, applicant }, input, blank);
}

/**
 * Adds an ID number, in place of an earlier one of its type. Throws `validation_error` with the fields of an ID number
 * under `id_numbers`.
 */
export async function saveIdNumber(
  form: ApplicantForm,
  { idNumberTypes }: Questions,
  input: { type: string; value: string },
): Promise<void> {
  assertOpen(form.check);
  const number = { type: input.type, value: tidy(input.value) ?? '', state_code: null };
  const blank: FieldErrors = idNumberTypes.includes(input.type) ? {} : { id_numbers: [{ type: [BLANK] }] };
  const others = form.applicant.id_numbers.filter(({ type }) => type !== number.type);
  // The new one first: reports that take one take the first of its types.
  await saveInput(form, { id_numbers: [number, ...others] }, blank);
}

async function saveInput({ ctx, applicant }: ApplicantForm, input: ApplicantInput, blank: FieldErrors): Promise<void> {
  const wrong = applicantErrors(input, currentFields.update, ctx.now());
  const errors: FieldErrors = { ...wrong };
  for (const [field, messages] of Object.entries(blank)) {
    errors[field] = [errors[field] ?? [], messages].flat() as FieldErrors[];
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
  await updateApplicant(ctx, applicant.id, input, currentFields);
}

function blankIn(errors: FieldErrors, field: string): undefined {
  errors[field] = [BLANK];
}

/** Removes white space around the text and repeated white space, which would spoil comparisons (contract 5.1). */
function tidy(text: string | undefined): string | undefined {
  return text?.trim().replace(/\s+/g, ' ') || undefined;
}

function isKnown(address: Details['address'], applicant: Applicant): boolean {
  const known = currentAddress(applicant);
  return Object.entries(address ?? {}).every(
    ([key, value]) => (tidy(value) ?? null) === (known?.[key as keyof Address] || null),
  );
}

function tidyAddress(address: Readonly<Record<string, string>>): Record<string, string> {
  const parts = Object.entries(address).flatMap(([key, value]) => {
    const text = tidy(value);
    return text ? [[key, key === 'state' && address.country === 'USA' ? text.toUpperCase() : text]] : [];
  });
  return Object.fromEntries(parts);
}
