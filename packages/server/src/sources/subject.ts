import { addressKeys, type Consent } from '../applicants/applicant.ts';
import type { LookupSubject, SourceKind } from '../reports/live/lookup.ts';

type Field = keyof LookupSubject;

const PERSON = ['first_name', 'middle_name', 'last_name', 'date_of_birth'] as const;

/** Fields of a subject that each kind of source needs: it gets nothing else. */
export const NEEDED: Readonly<Record<SourceKind, readonly Field[]>> = {
  credit_agency: [...PERSON, 'addresses'],
  telephone: ['first_name', 'middle_name', 'last_name', 'addresses'],
  electoral: [...PERSON, 'addresses'],
  mortality: [...PERSON, 'id_numbers'],
  national_id: [...PERSON, 'id_numbers'],
  ssn: [...PERSON, 'id_numbers'],
  driving_licence: ['driving_licence'],
  pan: ['first_name', 'middle_name', 'last_name', 'id_numbers'],
  phone: ['first_name', 'middle_name', 'last_name', 'phone_number'],
  share_code: ['date_of_birth', 'id_numbers'],
  document_register: ['first_name', 'last_name', 'date_of_birth', 'document', 'portrait'],
};

/** Types of ID number that a kind knows; absent: all except the other kinds' types. */
const ID_TYPES: Readonly<Partial<Record<SourceKind, readonly string[]>>> = {
  mortality: ['ssn'],
  ssn: ['ssn'],
  pan: ['tax_id'],
  share_code: ['share_code'],
};

const OF_OTHER_KINDS: readonly string[] = ['ssn', 'share_code'];

/** Consents without which a number of a person goes to no source. */
const SSN_CONSENT = 'ssn_verification';
const PHONE_CONSENT = 'phone_number_verification';

/**
 * Fields of a subject for a source of a kind: only the fields that the kind needs, without blank ones. A number for which the
 * applicant gave no consent is left out; undefined if the kind is about this very number.
 */
export function subjectFor(
  kind: SourceKind,
  subject: LookupSubject,
  consents: readonly Pick<Consent, 'name' | 'granted'>[],
): LookupSubject | undefined {
  const granted = (name: string) => consents.some((consent) => consent.name === name && consent.granted);
  if (kind === 'ssn' && !granted(SSN_CONSENT)) return undefined;
  if (kind === 'phone' && !granted(PHONE_CONSENT)) return undefined;
  const values: { [K in Field]?: LookupSubject[K] } = {
    ...subject,
    addresses: (subject.addresses ?? []).map((address) =>
      withoutEmpty(Object.fromEntries(addressKeys.map((key) => [key, address[key]]))),
    ),
    id_numbers: (subject.id_numbers ?? [])
      .filter(({ type }) => ID_TYPES[kind]?.includes(type) ?? !OF_OTHER_KINDS.includes(type))
      .filter(({ type }) => type !== 'ssn' || granted(SSN_CONSENT))
      .map(({ type, value, state_code }) => ({ type, value, ...(state_code && { state_code }) })),
  };
  return withoutEmpty(Object.fromEntries(NEEDED[kind].map((field) => [field, values[field]]))) as LookupSubject;
}

/** Leaves out absent and blank values. */
const withoutEmpty = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([, value]) =>
        value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  );
