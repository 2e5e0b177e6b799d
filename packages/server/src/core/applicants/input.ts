import type { Version } from '../../base/versions.ts';
import {
  type Address,
  type ApplicantData,
  addressKeys,
  type Consent,
  type DatedAddress,
  emptyApplicant,
  type IdNumber,
  type Location,
  withCurrentAddress,
} from './applicant.ts';

/** What a client sends of an applicant, not yet checked: any field may be absent, null, or of a wrong type. */
export type ApplicantInput = Readonly<Record<string, unknown>>;

type Loose = Record<string, unknown>;

const text = (value: unknown): string | null => (value === undefined || value === null ? null : String(value));

/** Clients of v1 and v2 send what they don't know as an empty text. */
const filled = (value: unknown): string | null => text(value) || null;

const upper = (value: unknown): string | null => filled(value)?.toUpperCase() ?? null;

function toAddress(value: Loose): Address {
  const address = {} as Address;
  for (const key of addressKeys) address[key] = text(value[key]);
  return address;
}

function toDatedAddress(value: Loose): DatedAddress {
  const dates = { start_date: filled(value.start_date), end_date: filled(value.end_date) };
  return Object.assign(toAddress(value), { country: upper(value.country) }, dates);
}

function toIdNumbers(value: unknown): IdNumber[] {
  return ((value ?? []) as Loose[]).map((number) => ({
    type: String(number.type),
    value: String(number.value),
    state_code: text(number.state_code),
  }));
}

/** A checked location, or null. */
export function toLocation(value: unknown): Location | null {
  if (value === null) return null;
  const location = value as Loose;
  return { ip_address: text(location.ip_address), country_of_residence: text(location.country_of_residence) };
}

/** Each named consent is inserted or replaced; the others stay. */
function withConsents(before: readonly Consent[], value: unknown, now: number): Consent[] {
  const consents = new Map(before.map((consent) => [consent.name, consent]));
  for (const { name, granted } of (value ?? []) as { name: string; granted: boolean }[]) {
    consents.set(name, { name, granted, granted_at: granted ? now : null });
  }
  return [...consents.values()];
}

/** Lays a sent field over what is known. */
type Lay = (after: ApplicantData, value: unknown, now: number) => void;

type TextField = { [Key in keyof ApplicantData]: string extends ApplicantData[Key] ? Key : never }[keyof ApplicantData];

const into =
  (field: TextField, read: (value: unknown) => string | null = text): Lay =>
  (after, value) => {
    after[field] = read(value) as string;
  };

const names = { first_name: into('first_name'), last_name: into('last_name') };

const id_numbers: Lay = (after, value) => {
  after.id_numbers = toIdNumbers(value);
};

const v32: Readonly<Record<string, Lay>> = {
  ...names,
  email: into('email'),
  dob: into('dob'),
  id_numbers,
  address(after, value) {
    after.addresses = withCurrentAddress(after.addresses, value === null ? null : toAddress(value as Loose));
  },
};

const v36: typeof v32 = {
  ...v32,
  phone_number: into('phone_number'),
  location(after, value) {
    after.location = toLocation(value);
  },
  consents(after, value, now) {
    after.consents = withConsents(after.consents, value, now);
  },
};

const v1: typeof v32 = {
  ...names,
  title: into('title', filled),
  middle_name: into('middle_name', filled),
  email: into('email', filled),
  gender: into('gender', (value) => filled(value)?.toLowerCase() ?? null),
  dob: into('dob', filled),
  telephone: into('telephone', filled),
  mobile: into('phone_number', filled),
  country: into('country', upper),
  id_numbers,
  addresses(after, value) {
    after.addresses = ((value ?? []) as Loose[]).map(toDatedAddress);
  },
};

const v2: typeof v32 = {
  ...v1,
  nationality: into('nationality', upper),
  country_of_birth: into('country_of_birth', upper),
  town_of_birth: into('town_of_birth', filled),
  mothers_maiden_name: into('mothers_maiden_name', filled),
  previous_last_name: into('previous_last_name', filled),
};

/** What each generation may change. Fields that it doesn't know are ignored, and so were never checked. */
function fieldsOf(version: Version): typeof v32 {
  if (version.generation < 3) return version.generation === 1 ? v1 : v2;
  return version.applicantLocation ? v36 : v32;
}

/** What an applicant is before anything was sent: v1 and v2 take it to live in the United Kingdom. */
export function blankApplicant({ generation }: Version): ApplicantData {
  return generation < 3 ? { ...emptyApplicant, country: 'GBR' } : emptyApplicant;
}

/** `before` with the fields of a checked input laid over it; null unsets a field. */
export function applied(before: ApplicantData, input: ApplicantInput, now: number, version: Version): ApplicantData {
  const after = { ...before };
  const known = fieldsOf(version);
  for (const field in input) {
    const value = input[field];
    if (value !== undefined && Object.hasOwn(known, field)) known[field]!(after, value, now);
  }
  return after;
}
