import type { Generation } from '../rules/generation.ts';
import {
  type Address,
  type ApplicantData,
  addressKeys,
  type Consent,
  type IdNumber,
  type Location,
} from './applicant.ts';

/** What a client sends of an applicant, not yet checked: any field may be absent, null, or of a wrong type. */
export type ApplicantInput = Readonly<Record<string, unknown>>;

export const emptyApplicant: ApplicantData = {
  first_name: '',
  last_name: '',
  email: null,
  dob: null,
  address: null,
  id_numbers: [],
  phone_number: null,
  location: null,
  consents: [],
};

type Loose = Record<string, unknown>;

const text = (value: unknown): string | null => (value === undefined || value === null ? null : String(value));

function toAddress(value: unknown): Address | null {
  if (value === null) return null;
  return Object.fromEntries(addressKeys.map((key) => [key, text((value as Loose)[key])])) as Address;
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

/** Fields that v3.2 doesn't know: there they are ignored, like any other unknown field, and so were never checked. */
const SINCE_V36: ReadonlySet<string> = new Set(['phone_number', 'location', 'consents']);

/** `before` with the fields of a checked input laid over it; null unsets a field. */
export function applied(
  before: ApplicantData,
  input: ApplicantInput,
  now: number,
  generation: Generation,
): ApplicantData {
  const has = (field: string) => input[field] !== undefined && (generation === '3.6' || !SINCE_V36.has(field));
  return {
    first_name: has('first_name') ? String(input.first_name) : before.first_name,
    last_name: has('last_name') ? String(input.last_name) : before.last_name,
    email: has('email') ? text(input.email) : before.email,
    dob: has('dob') ? text(input.dob) : before.dob,
    address: has('address') ? toAddress(input.address) : before.address,
    id_numbers: has('id_numbers') ? toIdNumbers(input.id_numbers) : before.id_numbers,
    phone_number: has('phone_number') ? text(input.phone_number) : before.phone_number,
    location: has('location') ? toLocation(input.location) : before.location,
    consents: has('consents') ? withConsents(before.consents, input.consents, now) : before.consents,
  };
}
