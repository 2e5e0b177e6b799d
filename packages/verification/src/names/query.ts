import type { ListedKind } from './listed-record.ts';

/** One way to write the name of the person: first and last name, or the whole name where nobody split it. */
export type QueryName =
  | { readonly first?: string; readonly last: string; readonly full?: undefined }
  | { readonly full: string; readonly first?: undefined; readonly last?: undefined };

/** A person to look for. An absent fact changes no score. */
export interface NameQuery {
  /** All ways in which the name is known; each one is searched. Both orders of first and last name are tried. */
  readonly names: readonly QueryName[];
  /** `YYYY-MM-DD`, `YYYY-MM` or `YYYY`. */
  readonly births?: readonly string[];
  /** ISO 3166-1 alpha-3: nationality of a document. */
  readonly nationalities?: readonly string[];
  /** ISO 3166-1 alpha-3: of the address, of birth, and of whatever else ties the person to a country. */
  readonly countries?: readonly string[];
  readonly gender?: 'male' | 'female';
  readonly ids?: readonly QueryNumber[];
}

/** An identity number of the person. Its letters A to Z and digits are compared, without regard to case. */
export interface QueryNumber {
  /** Free text, for example `passport`. Absent: equal to every type. */
  readonly type?: string;
  readonly number: string;
  /** ISO 3166-1 alpha-3. Absent: equal to every country. */
  readonly country?: string;
}

export interface NameSearchOptions {
  /** Candidates with a lower score of the name are left out, 0 to 1. Default: 0.55. */
  readonly least?: number;
  /** `people` leaves out organisations, vessels and the like, and unknown kinds with a company form. Default: `people`. */
  readonly kinds?: 'people' | 'all';
  /** Candidates to return, best first. Default: 500. Omitted candidates are counted in `left`. */
  readonly most?: number;
  /**
   * Candidates that a fact beside the name may lift to a hit are returned beyond `most`: those whose name scores so much, and listed names
   * of one word. Default: none.
   */
  readonly whole?: number;
  /** Looks for listed names that have an initial in place of a word of the query, too. Default: false. */
  readonly initials?: boolean;
  /** Units of work for each name of the query: see `NameSearchResult.work`. Default: 500,000, and one for each listed name. */
  readonly budget?: number;
}

/** Input of the index: the record with its place in the set. */
export interface IndexedRecord {
  /** Number of the record in the set, chosen by the caller: 0 to 2^32 - 2, each one once. */
  readonly ordinal: number;
  readonly kind: ListedKind;
  readonly names: readonly IndexedName[];
  readonly ids: readonly { readonly number: string }[];
}

/** Fields of a `ListedName` that the index uses. */
export interface IndexedName {
  readonly full: string;
  readonly given?: string;
  readonly middle?: string;
  readonly family?: string;
  readonly quality: 'strong' | 'weak' | 'unknown';
}
