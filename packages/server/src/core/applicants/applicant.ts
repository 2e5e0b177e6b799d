import type { Vault } from '../../crypto/vault.ts';
import type { ApplicantRow } from '../../store/schema.ts';

/** The keys of an address, in the order of the wire. */
export const addressKeys = [
  'flat_number',
  'building_number',
  'building_name',
  'street',
  'sub_street',
  'town',
  'state',
  'postcode',
  'country',
  'line1',
  'line2',
  'line3',
] as const;

export type Address = Record<(typeof addressKeys)[number], string | null>;

export interface IdNumber {
  type: string;
  value: string;
  state_code: string | null;
}

export interface Location {
  ip_address: string | null;
  country_of_residence: string | null;
}

export interface Consent {
  name: string;
  granted: boolean;
  /** Unix milliseconds; null when not granted. */
  granted_at: number | null;
}

/** What identifies an applicant; sealed in the store. */
export interface ApplicantData {
  first_name: string;
  last_name: string;
  email: string | null;
  dob: string | null;
  address: Address | null;
  id_numbers: IdNumber[];
  phone_number: string | null;
  location: Location | null;
  consents: Consent[];
}

export interface Applicant extends ApplicantData {
  id: string;
  created_at: number;
  /** When it will be erased; null while it isn't scheduled for deletion. */
  delete_at: number | null;
  sandbox: boolean;
}

/** An applicant from its row, opened with the vault of its account. */
export function toApplicant(
  { vault, sandbox }: { readonly vault: Vault; readonly sandbox: boolean },
  row: Pick<ApplicantRow, 'id' | 'created_at' | 'delete_at' | 'data'>,
): Applicant {
  return {
    id: row.id,
    created_at: row.created_at,
    delete_at: row.delete_at,
    sandbox,
    ...vault.open<ApplicantData>(row.id, row.data),
  };
}
