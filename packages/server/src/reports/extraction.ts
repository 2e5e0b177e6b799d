import type { Properties } from './outcome.ts';

/** Data that was read from a document, for a client that fills in its own form with it: `POST /{v}/extractions`. */
export interface Extraction {
  readonly document_classification: Readonly<Record<string, string>>;
  readonly extracted_data: Readonly<Record<string, string>>;
}

/** Keys of the extraction, and where a report's properties hold the same. The first of them that says something counts. */
const CLASSIFICATION: Readonly<Record<string, readonly string[]>> = {
  issuing_country: ['issuing_country'],
  document_type: ['document_type'],
  issuing_state: ['issuing_state'],
  version: ['version_number'],
};

const DATA: Readonly<Record<string, readonly string[]>> = {
  first_name: ['first_name'],
  middle_name: ['middle_name'],
  last_name: ['last_name'],
  spouse_name: ['spouse_name'],
  widow_name: ['widow_name'],
  alias_name: ['alias_name'],
  date_of_birth: ['date_of_birth'],
  date_of_expiry: ['date_of_expiry'],
  // Published under both names.
  expiry_date: ['date_of_expiry'],
  nationality: ['nationality'],
  mrz_line_1: ['mrz_line1'],
  mrz_line_2: ['mrz_line2'],
  mrz_line_3: ['mrz_line3'],
  issuing_authority: ['issuing_authority'],
  issuing_country: ['issuing_country'],
  document_type: ['document_type'],
  place_of_birth: ['place_of_birth'],
  issuing_state: ['issuing_state'],
  issuing_date: ['issuing_date'],
  personal_number: ['personal_number'],
};

/** The most lines of an address that the wire has. */
const ADDRESS_LINES = 5;

/** The extraction that says what the properties of a document report say; keys without a value are left out. */
export function extractionOf(properties: Properties): Extraction {
  const { document_numbers, first_name, middle_name, last_name, gender, address } = properties;
  const numbers = (document_numbers ?? []) as readonly { readonly type: string; readonly value: string }[];
  const name = [first_name, middle_name, last_name].filter((part) => typeof part === 'string' && part !== '').join(' ');
  const lines = typeof address === 'string' ? address.split(/,\s*/).slice(0, ADDRESS_LINES) : [];
  return {
    document_classification: picked(properties, CLASSIFICATION),
    extracted_data: {
      ...filled('document_number', numbers.find(({ type }) => type === 'document_number')?.value),
      ...picked(properties, DATA),
      ...filled('full_name', name),
      ...filled('gender', genderOf(gender)),
      ...Object.assign({}, ...lines.map((line, i) => filled(`address_${i + 1}`, line))),
    },
  };
}

function picked(properties: Properties, keys: Readonly<Record<string, readonly string[]>>): Record<string, string> {
  return Object.assign(
    {},
    ...Object.entries(keys).map(([key, names]) => filled(key, names.map((name) => properties[name]).find(Boolean))),
  );
}

const filled = (key: string, value: unknown) => (typeof value === 'string' && value !== '' ? { [key]: value } : {});

/** The wire of extractions knows two. */
function genderOf(gender: unknown): string | undefined {
  const initial = typeof gender === 'string' ? gender[0]?.toUpperCase() : undefined;
  return initial === 'M' ? 'Male' : initial === 'F' ? 'Female' : undefined;
}
