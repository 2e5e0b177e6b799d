/** Kinds of data sources: the register or service. */
export const sourceKinds = [
  'credit_agency',
  'telephone',
  'electoral',
  'mortality',
  'national_id',
  'ssn',
  'driving_licence',
  'pan',
  'phone',
  'share_code',
  'document_register',
] as const;

export type SourceKind = (typeof sourceKinds)[number];

/** An address of the applicant, by the names of the wire. */
export interface LookupAddress {
  readonly flat_number?: string | null;
  readonly building_number?: string | null;
  readonly building_name?: string | null;
  readonly street?: string | null;
  readonly sub_street?: string | null;
  readonly town?: string | null;
  readonly state?: string | null;
  readonly postcode?: string | null;
  /** ISO 3166-1 alpha-3. */
  readonly country?: string | null;
  readonly line1?: string | null;
  readonly line2?: string | null;
  readonly line3?: string | null;
}

/** An identity document as its pictures, barcode or chip were read, by the names of the wire. */
export interface LookupDocument {
  readonly type: string;
  /** ISO 3166-1 alpha-3. */
  readonly issuing_country: string;
  /** Two letters, such as `CA`. */
  readonly state_code?: string;
  readonly number: string;
  /** Number of the holder that the document shows, such as a CPF. */
  readonly personal_number?: string;
  /** `YYYY-MM-DD`, as is `date_of_issue`. */
  readonly date_of_expiry?: string;
  readonly date_of_issue?: string;
  readonly gender?: string;
}

/** Person about whom sources are asked. A source gets only the fields that its kind needs. */
export interface LookupSubject {
  readonly first_name?: string | null;
  readonly middle_name?: string | null;
  readonly last_name?: string | null;
  /** `YYYY-MM-DD`. */
  readonly date_of_birth?: string | null;
  /** Addresses in the order of the applicant: the first is number 1. */
  readonly addresses?: readonly LookupAddress[];
  /** Numbers that this kind of source knows, a share code among them. */
  readonly id_numbers?: readonly {
    readonly type: string;
    readonly value: string;
    readonly state_code?: string | null;
  }[];
  /** International, with `+`. */
  readonly phone_number?: string | null;
  /** The licence as the client gave it with the check, by the names of its fields. */
  readonly driving_licence?: Readonly<Record<string, string>> | null;
  /** The document that a register is asked about. */
  readonly document?: LookupDocument | null;
  /** The printed portrait of the document: JPEG as base64. */
  readonly portrait?: string | null;
}

export const fieldAnswers = ['match', 'fuzzy', 'no_match', 'not_held'] as const;

type FieldAnswer = (typeof fieldAnswers)[number];

/** Keys of the subject with which an entry agrees. */
export const matchedKeys = ['name_address', 'name_dob', 'id_number', 'document'] as const;

type MatchedKey = (typeof matchedKeys)[number];

/**
 * Answer of one source. A source that finds the subject at several addresses gives one answer for each, so matches are counted by
 * distinct `source`.
 */
export interface Answer {
  /** Name of the source, as the operator calls it. */
  readonly source: string;
  /** `unavailable`: the source was asked, and has given no answer. It neither clears nor flags anything. */
  readonly status: 'match' | 'no_match' | 'partial' | 'unavailable';
  /** Answers by name of the field in the report. */
  readonly fields?: Readonly<Record<string, FieldAnswer>>;
  /** The source's own reference of its answer. */
  readonly reference?: string;
  /** Values of the subject that a provider returns, as `full_name` of a PAN. */
  readonly values?: Readonly<Record<string, string>>;
  /** Absent or empty where nothing matched. */
  readonly match?: readonly MatchedKey[];
  /** Number of the address of the subject that matched, from 1. */
  readonly address?: number;
  /** The reason why there is no answer, for the operator. */
  readonly reason?: string;
}
