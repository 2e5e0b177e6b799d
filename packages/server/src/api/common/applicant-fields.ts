import Type, { type TProperties, type TSchema } from 'typebox';
import { type Applicant, addressKeys, currentAddress, type DatedAddress } from '../../applicants/applicant.ts';
import { type ApplicantField, applicantFields, idNumbersField, textField, toAddress } from '../../applicants/fields.ts';
import { isoSeconds, isoSecondsOrNull } from '../../base/clock.ts';
import { NullableString, nullableEnum, nullableObject, stringEnum } from '../../base/json-schema.ts';
import type { Version } from '../../base/versions.ts';
import { pastAddress } from '../../input-rules/address.ts';
import { bounds } from '../../input-rules/bounds.ts';
import { consentNames } from '../../input-rules/consent.ts';
import { countries, country } from '../../input-rules/countries.ts';
import { dateOfBirth } from '../../input-rules/date.ts';
import { email } from '../../input-rules/email.ts';
import { idNumbers, idNumberTypes } from '../../input-rules/id-number.ts';
import { NAME_FORBIDDEN } from '../../input-rules/name.ts';
import { listOf, oneOf, optional, optionalText, type Rule, text, without } from '../../input-rules/rule.ts';
import { DateTime, Href, Id, NullableDateTime, nullableInputList } from './schemas.ts';

// Applicants on the wire: each field once, with its schemas, rule, setter and presenter, for all versions. To add a field,
// add it here, and to `ApplicantData` in `applicants/applicant.ts`.

/** A field of applicants in one version of the API. */
export interface WireField extends Partial<ApplicantField> {
  /** Schema in answers; absent where no answer shows the field. */
  readonly shown?: TSchema;
  /** The value in answers; default: the property of the applicant with this name. */
  show?(applicant: Applicant, version: Version): unknown;
  /** Schema in requests; absent where the service sets the field. */
  readonly sent?: TSchema;
}

/** Clients of v1 and v2 send an empty text for an unknown value. */
const orNull = (value: unknown): string | null => (value ? String(value) : null);
const upperCase = (value: unknown) => orNull(value)?.toUpperCase() ?? null;
const lowerCase = (value: unknown) => orNull(value)?.toLowerCase() ?? null;

/** v1 and v2 take a value in either case, as published clients send it. */
const inCase =
  (rule: Rule, toCase: (value: string) => string): Rule =>
  (value) =>
    rule(typeof value === 'string' ? toCase(value) : value);

const countryRule = optionalText(inCase(country, (value) => value.toUpperCase()));
const otherName = optionalText(text(bounds.name, without(NAME_FORBIDDEN)));
/** Free text: published clients of v1 and v2 send no country code. */
const telephone = optionalText(text(bounds.phoneNumber));

/** The types of ID number that a version takes; the other spelling of the driving licence is a published one. */
export function idNumberTypesOf({ generation, moreIdNumberTypes }: Version): readonly string[] {
  const first = ['ssn', 'social_insurance', 'tax_id', 'identity_card', 'driving_licence'];
  if (generation === 1) return ['ssn', 'tax_id', 'identity_card', 'driving_license', 'driving_licence'];
  if (generation === 2) return [...first, 'driving_license', 'share_code', 'passport'];
  return moreIdNumberTypes ? idNumberTypes : first;
}

/** Contract 16.6. */
const titles = ['Mr', 'Mrs', 'Miss', 'Ms'] as const;
const genders = ['male', 'female'] as const;

const described = (description: string) => Type.Unsafe<string | null>({ type: ['string', 'null'], description });
const textsOf = (keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, NullableString]));
const optionalTextsOf = (keys: readonly string[]): TProperties =>
  Object.fromEntries(keys.map((key) => [key, Type.Optional(NullableString)]));

const nullableText = (...field: Parameters<typeof textField>) => ({ ...textField(...field), shown: NullableString });
const plainText = (...field: Parameters<typeof textField>) => ({ ...nullableText(...field), sent: NullableString });

const nameOf = (field: ApplicantField) => ({ ...field, shown: Type.String(), sent: Type.String() });
const firstName = nameOf(applicantFields.first_name);
const lastName = nameOf(applicantFields.last_name);

/** Fields that the service sets. */
const serviceFields = {
  id: { shown: Id },
  created_at: { shown: DateTime, show: ({ created_at }: Applicant) => isoSeconds(created_at) },
  sandbox: { shown: Type.Boolean() },
  href: { shown: Href, show: ({ id }: Applicant, version: Version) => `/${version.name}/applicants/${id}` },
  delete_at: { shown: NullableDateTime, show: ({ delete_at }: Applicant) => isoSecondsOrNull(delete_at) },
} satisfies Record<string, WireField>;

/** The fields of v1 and v2, in the order in which an error names them. */
function earlierFields(version: Version) {
  const { generation } = version;
  // Lines of an address came to v2 in late 2019.
  const lines = addressKeys.filter((key) => generation !== 1 || !key.startsWith('line'));
  const keys: readonly (keyof DatedAddress)[] = [...lines, 'start_date', 'end_date'];
  const types = idNumberTypesOf(version);
  const emailNeeds = generation === 1 ? ', and for any check of an applicant in the United States' : '';
  const code = described('ISO 3166-1 alpha-3');
  return {
    ...serviceFields,
    title: { ...nullableText('title', optionalText(oneOf(titles)), orNull), sent: nullableEnum(titles) },
    first_name: firstName,
    middle_name: plainText('middle_name', otherName, orNull),
    last_name: lastName,
    email: {
      ...nullableText('email', optionalText(email), orNull),
      sent: described(`Needed for a standard check${emailNeeds}`),
    },
    gender: {
      ...nullableText('gender', optionalText(inCase(oneOf(genders), (value) => value.toLowerCase())), lowerCase),
      sent: nullableEnum(genders),
    },
    telephone: plainText('telephone', telephone, orNull),
    mobile: {
      ...plainText('phone_number', telephone, orNull),
      show: ({ phone_number }: Applicant) => phone_number,
    },
    country: { ...nullableText('country', countryRule, upperCase), sent: described('Default: `GBR`') },
    id_numbers: {
      ...idNumbersField(optional(idNumbers(types, optionalText))),
      shown: Type.Array(
        Type.Object({ type: Type.String(), value: Type.String(), state_code: Type.Optional(Type.String()) }),
      ),
      /** `state_code` only when it was given. */
      show: ({ id_numbers }: Applicant) =>
        id_numbers.map(({ type, value, state_code }) => (state_code ? { type, value, state_code } : { type, value })),
      sent: nullableInputList(
        Type.Object({ type: stringEnum(types), value: Type.String(), state_code: Type.Optional(NullableString) }),
      ),
    },
    addresses: {
      validate: optional(listOf(generation === 1 ? pastAddress.withPlace : pastAddress.plain, bounds.addresses)),
      set(after, value) {
        after.addresses = ((value ?? []) as Record<string, unknown>[]).map((sent) =>
          Object.assign(toAddress(sent), {
            country: upperCase(sent.country),
            start_date: orNull(sent.start_date),
            end_date: orNull(sent.end_date),
          }),
        );
      },
      shown: Type.Array(Type.Object(textsOf(keys))),
      sent: nullableInputList(
        Type.Object({
          ...optionalTextsOf(keys),
          ...(generation === 1 ? { street: Type.String(), town: Type.String() } : {}),
          postcode: Type.String(),
          country: Type.String({ description: 'ISO 3166-1 alpha-3' }),
        }),
      ),
    },
    mothers_maiden_name: plainText('mothers_maiden_name', otherName, orNull),
    previous_last_name: plainText('previous_last_name', otherName, orNull),
    town_of_birth: plainText('town_of_birth', optionalText(text(bounds.addressPart)), orNull),
    nationality: { ...nullableText('nationality', countryRule, upperCase), sent: code },
    country_of_birth: { ...nullableText('country_of_birth', countryRule, upperCase), sent: code },
    dob: {
      ...nullableText('dob', (value, now) => optionalText(dateOfBirth(now))(value), orNull),
      sent: described('`YYYY-MM-DD`'),
    },
  } satisfies Record<string, WireField>;
}

/** The fields of v3, in the order in which an error names them. */
function currentFields(version: Version) {
  const types = idNumberTypesOf(version);
  return {
    ...serviceFields,
    first_name: firstName,
    last_name: lastName,
    email: { ...applicantFields.email, shown: NullableString, sent: NullableString },
    address: {
      ...applicantFields.address,
      shown: nullableObject(Type.Object(textsOf(addressKeys))),
      show: currentAddress,
      sent: nullableObject(
        Type.Object({ ...optionalTextsOf(addressKeys), postcode: Type.String(), country: stringEnum(countries) }),
      ),
    },
    id_numbers: {
      ...idNumbersField(optional(idNumbers(types))),
      shown: Type.Array(Type.Object({ type: Type.String(), value: Type.String(), state_code: NullableString })),
      sent: nullableInputList(
        Type.Object({
          type: stringEnum(types),
          value: Type.String({ description: 'Value of the number; for an `ssn`, `xxx-xx-xxxx` or the last 4 digits' }),
          state_code: Type.Optional(NullableString),
        }),
      ),
    },
    phone_number: { ...applicantFields.phone_number, shown: NullableString, sent: NullableString },
    location: {
      ...applicantFields.location,
      shown: nullableObject(Type.Object({ ip_address: NullableString, country_of_residence: NullableString })),
      sent: nullableObject(
        Type.Object({
          ip_address: Type.Optional(NullableString),
          country_of_residence: Type.Optional(
            nullableEnum(countries, {
              description: 'Inferred from `ip_address` if omitted; null if the country of the address is unknown',
            }),
          ),
        }),
      ),
    },
    /** Shown by a route of its own. */
    consents: {
      ...applicantFields.consents,
      sent: nullableInputList(Type.Object({ name: stringEnum(consentNames), granted: Type.Boolean() })),
    },
    dob: {
      ...applicantFields.dob,
      shown: NullableString,
      sent: Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date' }),
    },
  } satisfies Record<string, WireField>;
}

type FieldName = keyof ReturnType<typeof earlierFields> | keyof ReturnType<typeof currentFields>;

const FIRST: FieldName[] = ['title', 'first_name', 'middle_name', 'last_name', 'email', 'gender', 'dob', 'telephone'];

/** The names of the fields of a version, in the order of its answers. */
export function applicantFieldNames({ generation, applicantLocation }: Version): readonly FieldName[] {
  if (generation === 1) return ['id', 'created_at', 'href', ...FIRST, 'mobile', 'country', 'id_numbers', 'addresses'];
  if (generation === 2) {
    return [
      ...(['id', 'created_at', 'sandbox', ...FIRST, 'mobile', 'nationality', 'country', 'href'] as const),
      ...(['mothers_maiden_name', 'country_of_birth', 'town_of_birth', 'previous_last_name'] as const),
      ...(['id_numbers', 'addresses', 'delete_at'] as const),
    ];
  }
  return [
    ...(['id', 'created_at', 'sandbox', 'first_name', 'last_name', 'email', 'dob', 'delete_at', 'href'] as const),
    ...(['address', 'id_numbers'] as const),
    ...(applicantLocation ? (['phone_number', 'location', 'consents'] as const) : []),
  ];
}

/** The fields of a version by name, in the order in which an error names them. */
export function applicantFieldsOf(version: Version): ReadonlyMap<string, WireField> {
  const names: readonly string[] = applicantFieldNames(version);
  const fields: Record<string, WireField> = version.generation < 3 ? earlierFields(version) : currentFields(version);
  return new Map(Object.entries(fields).filter(([name]) => names.includes(name)));
}
