/**
 * One entry of a watchlist. Importers make nothing else, and matching knows nothing else. Field by field what
 * `docs/guides/screening.md` says of it.
 */

export type ListedKind = 'person' | 'organisation' | 'vessel' | 'aircraft' | 'other' | 'unknown';

export type ListedCategory = 'sanction' | 'pep' | 'warning' | 'adverse_media';

export interface ListedName {
  /** Full name as listed, in the list's order. */
  readonly full: string;
  readonly given?: string;
  readonly middle?: string;
  readonly family?: string;
  readonly type: 'primary' | 'alias' | 'former' | 'original_script';
  /** The publisher's opinion of how well the name identifies the person. A weak name makes no hit by itself. */
  readonly quality: 'strong' | 'weak' | 'unknown';
  /** ISO 15924, for example `Latn`, `Arab`, `Hani`: the script of most of its letters. */
  readonly script: string;
}

/** The days within which a person was born, `YYYY-MM-DD`, both included. A year is its first day to its last. */
export interface ListedBirth {
  readonly from: string;
  readonly to: string;
  readonly circa: boolean;
}

export interface ListedNumber {
  /** Type as published, for example `Passport`. */
  readonly type: string;
  /** Number as published. Matching compares its letters A to Z and digits only. */
  readonly number: string;
  /** ISO 3166-1 alpha-3. */
  readonly country?: string;
}

export interface ListedAddress {
  readonly line?: string;
  readonly town?: string;
  readonly state?: string;
  readonly postcode?: string;
  /** ISO 3166-1 alpha-3. */
  readonly country?: string;
}

export interface ListedRelation {
  readonly name: string;
  /** Direction of the relation: from this record or to it. */
  readonly direction: 'from' | 'to';
  readonly type: string;
}

export interface ListedPosition {
  readonly role: string;
  /** ISO 3166-1 alpha-3. */
  readonly country?: string;
  readonly from?: string;
  readonly to?: string;
}

export interface ListedSource {
  readonly name: string;
  readonly url?: string;
  readonly headline?: string;
}

export interface ListedRecord {
  /** The publisher's identifier. With the name of the list it is the record key, stable over versions. */
  readonly source_id: string;
  readonly kind: ListedKind;
  readonly categories: readonly ListedCategory[];
  /** The first one is the primary name. */
  readonly names: readonly ListedName[];
  readonly births: readonly ListedBirth[];
  /** ISO 3166-1 alpha-3. */
  readonly nationalities: readonly string[];
  /** ISO 3166-1 alpha-3: of nationalities, addresses and whatever else ties the person to a country. */
  readonly countries: readonly string[];
  readonly gender?: 'male' | 'female';
  readonly ids: readonly ListedNumber[];
  readonly addresses: readonly ListedAddress[];
  readonly birth_places: readonly string[];
  readonly titles: readonly string[];
  readonly positions: readonly ListedPosition[];
  readonly relations: readonly ListedRelation[];
  readonly programmes: readonly string[];
  readonly sources: readonly ListedSource[];
  /** `YYYY-MM-DD`. */
  readonly listed_at?: string;
  /** `YYYY-MM-DD`. */
  readonly updated_at?: string;
  /** The permanent reference of the United Nations, which joins entries of several lists. */
  readonly un_reference?: string;
  /** Remarks as published, with text that could not be mapped. */
  readonly remarks?: string;
  readonly url?: string;
  /** SHA-256, hex, of names, births, nationalities, ids and categories in canonical form. */
  readonly content_hash: string;
}
