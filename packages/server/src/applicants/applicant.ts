import type { Vault } from '../crypto/vault.ts';
import type { ApplicantRow } from '../store/schema.ts';

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

/**
 * An address with the days between which the applicant lived there, `YYYY-MM-DD`; `end_date` is null for the current residence.
 * v1 and v2 show it.
 */
export type DatedAddress = Address & { start_date: string | null; end_date: string | null };

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

/** Answer of the sandbox for a report. What it leaves out is as pre-determined. The parts have the shapes of v3.6. */
export interface SetAnswer {
  readonly result?: 'clear' | 'consider' | 'unidentified';
  readonly sub_result?: 'clear' | 'rejected' | 'suspected' | 'caution';
  /** JSON Merge Patches (RFC 7396). */
  readonly breakdown?: Readonly<Record<string, unknown>>;
  readonly properties?: Readonly<Record<string, unknown>>;
}

/** Settings of a client for the checks that an applicant of the sandbox gets from now on. */
export interface SandboxAnswers {
  /** True if checks wait until the client completes them. */
  readonly hold_checks: boolean;
  /** Answers by name of the report. */
  readonly reports: Readonly<Record<string, SetAnswer>>;
}

/** Data that identifies an applicant; sealed in the store. */
export interface ApplicantData {
  title: string | null;
  first_name: string;
  middle_name: string | null;
  last_name: string;
  email: string | null;
  gender: string | null;
  dob: string | null;
  /** v1 and v2 call it `mobile`. */
  phone_number: string | null;
  telephone: string | null;
  /** ISO 3166-1 alpha-3, as are the next two. */
  country: string | null;
  nationality: string | null;
  country_of_birth: string | null;
  town_of_birth: string | null;
  mothers_maiden_name: string | null;
  previous_last_name: string | null;
  /** v3 knows one, the current. */
  addresses: DatedAddress[];
  id_numbers: IdNumber[];
  location: Location | null;
  consents: Consent[];
  /** Language of the page of this service that the applicant answered last, such as `de` (BCP 47). No client gets it. */
  language: string | null;
  /** Null: all answers are pre-determined. */
  sandbox_answers: SandboxAnswers | null;
}

export const emptyApplicant: ApplicantData = {
  title: null,
  first_name: '',
  middle_name: null,
  last_name: '',
  email: null,
  gender: null,
  dob: null,
  phone_number: null,
  telephone: null,
  country: null,
  nationality: null,
  country_of_birth: null,
  town_of_birth: null,
  mothers_maiden_name: null,
  previous_last_name: null,
  addresses: [],
  id_numbers: [],
  location: null,
  consents: [],
  language: null,
  sandbox_answers: null,
};

/** The applicant's current address: the first address without an end; null when all have ended. */
export function currentAddress({ addresses }: Pick<ApplicantData, 'addresses'>): DatedAddress | null {
  return addresses.find(({ end_date }) => end_date === null) ?? null;
}

/**
 * Replaces the current address, or removes it if `address` is null. Earlier addresses stay. An address equal to the current one
 * keeps its dates, because clients that send a single address can't send dates.
 */
export function withCurrentAddress(addresses: readonly DatedAddress[], address: Address | null): DatedAddress[] {
  const current = currentAddress({ addresses: [...addresses] });
  if (address === null) return addresses.filter((address) => address !== current);
  if (current && addressKeys.every((key) => current[key] === address[key])) return [...addresses];
  const moved = { ...address, start_date: null, end_date: null };
  if (!current) return [moved, ...addresses];
  return addresses.map((address) => (address === current ? moved : address));
}

export interface Applicant extends ApplicantData {
  id: string;
  created_at: number;
  /** Time of its erasure; null while it isn't scheduled for deletion. */
  delete_at: number | null;
  /** Clock of the sandbox by which its time goes; null for the time of the machine. */
  clock_id: string | null;
  sandbox: boolean;
}

/** The data of an applicant, without what its row says of it. */
export function dataOf({
  id: _,
  created_at: _created,
  delete_at: _delete,
  clock_id: _clock,
  sandbox: _sandbox,
  ...data
}: Applicant): ApplicantData {
  return data;
}

/** Fields of an applicant that an empty value fills where the sealed data lack them. `address` is the one current address. */
type SealedApplicantData = Partial<ApplicantData> & { address?: Address | null };

const filledFields = (Object.keys(emptyApplicant) as (keyof ApplicantData)[]).filter((key) => key !== 'addresses');

const isEmpty = (value: unknown, key: keyof ApplicantData): boolean =>
  value === emptyApplicant[key] || (Array.isArray(value) && value.length === 0);

/**
 * The data in the form in which they are sealed. Empty fields are left out: most fields of most applicants are empty, and a row of half the
 * size takes less time to seal and to write. Earlier versions read this form, too. They don't fill in empty fields beside `addresses`, so data with
 * a former or a dated address are sealed whole.
 */
export function toSealedData(data: ApplicantData): SealedApplicantData {
  const [address, ...others] = data.addresses;
  if (others.length > 0 || (address && (address.start_date !== null || address.end_date !== null))) return data;
  const sealed: Record<string, unknown> = {};
  for (const key of filledFields) if (!isEmpty(data[key], key)) sealed[key] = data[key];
  if (address) sealed.address = address;
  return sealed;
}

/** An applicant from its row, opened with the vault of its account. */
export function toApplicant(
  { vault, sandbox }: { readonly vault: Vault; readonly sandbox: boolean },
  row: Pick<ApplicantRow, 'id' | 'created_at' | 'delete_at' | 'data' | 'clock_id'>,
): Applicant {
  return {
    id: row.id,
    created_at: row.created_at,
    delete_at: row.delete_at,
    clock_id: row.clock_id,
    sandbox,
    ...fromSealedData(vault.open(row.id, row.data)),
  };
}

/** Reverses `toSealedData`. Versions before v1 and v2 were served sealed one address, and knew fewer fields. */
export function fromSealedData(sealed: SealedApplicantData): ApplicantData {
  if (sealed.addresses) return sealed as ApplicantData;
  const { address, ...data } = sealed;
  return { ...emptyApplicant, ...data, addresses: withCurrentAddress([], address ?? null) };
}
