import type { FieldErrors } from '../base/errors.ts';
import { address } from '../input-rules/address.ts';
import { consents } from '../input-rules/consent.ts';
import { dateOfBirth } from '../input-rules/date.ts';
import { email } from '../input-rules/email.ts';
import { idNumbers, idNumberTypes } from '../input-rules/id-number.ts';
import { location } from '../input-rules/location.ts';
import { name } from '../input-rules/name.ts';
import { phoneNumber } from '../input-rules/phone-number.ts';
import { isUnset, type Messages, optional, type Rule } from '../input-rules/rule.ts';
import {
  type Address,
  type ApplicantData,
  addressKeys,
  type Consent,
  emptyApplicant,
  type IdNumber,
  type Location,
  withCurrentAddress,
} from './applicant.ts';

/** Fields of an applicant as a client sent them, not yet judged: each may be absent, null, or of a wrong type. */
export type ApplicantInput = Readonly<Record<string, unknown>>;

/** A field of an applicant that a request can set. */
export interface ApplicantField {
  /** Returns the faults of a value; `now` in Unix milliseconds. */
  validate(value: unknown, now: number): Messages;
  /** Sets a value that was judged; null unsets the field. */
  set(after: ApplicantData, value: unknown, now: number): void;
}

/** Fields by the name that a request gives them. */
export type ApplicantFields = Readonly<Record<string, ApplicantField>>;

/** Fields that a request may set when it creates and when it updates an applicant. Every other field is ignored. */
export interface ApplicantFieldSet {
  readonly create: ApplicantFields;
  readonly update: ApplicantFields;
  /** The applicant before anything is set. */
  readonly blank: ApplicantData;
}

/** The properties of an applicant that are texts. */
type TextKey = { [Key in keyof ApplicantData]: string extends ApplicantData[Key] ? Key : never }[keyof ApplicantData];

type Fields = Record<string, unknown>;

const toText = (value: unknown): string | null => (isUnset(value) ? null : String(value));

/** A field that is one text of the applicant. */
export function textField(key: TextKey, validate: ApplicantField['validate'], read = toText): ApplicantField {
  return {
    validate: validate,
    set(after, value) {
      after[key] = read(value) as string;
    },
  };
}

/** The ID numbers, which replace those before. */
export function idNumbersField(rule: Rule): ApplicantField {
  return {
    validate: rule,
    set(after, value) {
      after.id_numbers = ((value ?? []) as Fields[]).map(
        ({ type, value, state_code }): IdNumber => ({
          type: String(type),
          value: String(value),
          state_code: toText(state_code),
        }),
      );
    },
  };
}

/** A judged address. */
export function toAddress(value: unknown): Address {
  const address = {} as Address;
  for (const key of addressKeys) address[key] = toText((value as Fields)[key]);
  return address;
}

/** A judged location, or null. */
export function toLocation(value: unknown): Location | null {
  if (isUnset(value)) return null;
  const { ip_address, country_of_residence } = value as Fields;
  return { ip_address: toText(ip_address), country_of_residence: toText(country_of_residence) };
}

/** Each named consent is inserted or replaced; the others stay. */
function withConsents(before: readonly Consent[], value: unknown, now: number): Consent[] {
  const consents = new Map(before.map((consent) => [consent.name, consent]));
  for (const { name, granted } of (value ?? []) as { name: string; granted: boolean }[]) {
    consents.set(name, { name, granted, granted_at: granted ? now : null });
  }
  return [...consents.values()];
}

/** The fields of an applicant under their internal names, which equal the names of the latest version. */
export const applicantFields = {
  first_name: textField('first_name', name),
  last_name: textField('last_name', name),
  email: textField('email', optional(email)),
  /** The current address: the others stay. */
  address: {
    validate: optional(address),
    set(after, value) {
      after.addresses = withCurrentAddress(after.addresses, value === null ? null : toAddress(value));
    },
  },
  id_numbers: idNumbersField(optional(idNumbers(idNumberTypes))),
  phone_number: textField('phone_number', optional(phoneNumber)),
  location: {
    validate: optional(location),
    set(after, value) {
      after.location = toLocation(value);
    },
  },
  consents: {
    validate: optional(consents),
    set(after, value, now) {
      after.consents = withConsents(after.consents, value, now);
    },
  },
  dob: textField('dob', (value, now) => optional(dateOfBirth(now))(value)),
} as const satisfies ApplicantFields;

/** An update may leave a name as it is, but not unset it. */
const nameIfSent: Rule = (value) => (value === undefined ? [] : name(value));

/** The set of these fields, the names of the applicant among them. */
export function fieldSet(fields: ApplicantFields, blank: ApplicantData = emptyApplicant): ApplicantFieldSet {
  const names = {
    first_name: textField('first_name', nameIfSent),
    last_name: textField('last_name', nameIfSent),
  };
  return { create: fields, update: { ...fields, ...names }, blank };
}

/** Fields that the service sets by itself, and takes from its own pages. */
export const currentFields = fieldSet({ ...applicantFields, language: textField('language', () => []) });

/**
 * Validates the fields of an applicant; null when all are valid. Nested attributes nest: `{"address": [{"postcode": ["can't be
 * blank"]}]}`, with an object for each wrong ID number or consent.
 * @param now Unix milliseconds
 */
export function applicantErrors(input: ApplicantInput, fields: ApplicantFields, now: number): FieldErrors | null {
  let errors: FieldErrors | null = null;
  for (const field in fields) {
    const messages = fields[field]!.validate(input[field], now);
    if (messages.length === 0) continue;
    errors ??= {};
    errors[field] = messages;
  }
  return errors;
}

/** `before` with the judged fields of a request set. A field that is absent stays as it is. */
export function withFields(
  before: ApplicantData,
  input: ApplicantInput,
  fields: ApplicantFields,
  now: number,
): ApplicantData {
  const after = { ...before };
  for (const field in input) {
    const value = input[field];
    if (value !== undefined && Object.hasOwn(fields, field)) fields[field]!.set(after, value, now);
  }
  return after;
}
