/** Reasons why two parts of names count as alike. */
export type PartReason =
  | 'equal'
  | 'skeleton'
  | `edit ${number}`
  | 'joined'
  | 'nickname'
  | 'family_name'
  | 'gender_form'
  | 'initial'
  | 'abjad'
  | 'syllable';

export interface MatchedPart {
  /** The compared text, in lower case Latin letters. Joined neighbours have a blank between them. */
  readonly query: string;
  readonly listed: string;
  /** 0 to 1. */
  readonly similarity: number;
  readonly why: PartReason;
}

/**
 * A rule that lowers the score of a name or keeps it from being a hit by itself:
 * - `one_part_agrees`: fewer than two parts agree, and either name has more; at most 0.60;
 * - `last_name_unmatched`: the last name agrees with nothing; × 0.75;
 * - `weak_alias`: the name is a weak alias;
 * - `one_word_listed`: the listed name has one word, the query has more;
 * - `query_shortened`: the query has more words than are compared, so only its longest count.
 */
export type NameCap = 'one_part_agrees' | 'last_name_unmatched' | 'weak_alias' | 'one_word_listed' | 'query_shortened';

/** Result of comparing a name of the query with a name of the record. */
export interface NameComparison {
  /** 0 to 1. */
  readonly name_score: number;
  readonly parts: readonly MatchedPart[];
  /** Parts that agree with nothing, as compared. */
  readonly unmatched: { readonly query: readonly string[]; readonly listed: readonly string[] };
  readonly caps: readonly NameCap[];
}

/** A record of the set that the query may mean. */
export interface NameCandidate extends NameComparison {
  /** Number of the record, as given to the builder. */
  readonly ordinal: number;
  /** Index in `query.names` of the name that agrees best; absent where only an identity number agrees. */
  readonly query_name?: number;
  /** Index in the record's `names` of the name that agrees best; absent where only an identity number agrees. */
  readonly listed_name?: number;
  /** A weak alias that agrees beside the name above; it raises the score. Index into the record's `names`. */
  readonly also_weak?: number;
  /** An identity number of the query may be one of the record's. `qualify` compares type and country. */
  readonly number: boolean;
}

export interface NameSearchResult {
  /** Best score first. */
  readonly candidates: readonly NameCandidate[];
  /** Number of names that were fully compared. */
  readonly considered: number;
  /** Records that reach `least`, and were left out by `most`. */
  readonly left: number;
  /** Parts of the query that resemble no part of any listed name. */
  readonly unknown_parts: readonly string[];
  /** False: the search of some name used up its budget, so a record that should be a candidate may be missing. */
  readonly complete: boolean;
  /** Units of work of the search, about one for each comparison of two words. It depends on query and index alone. */
  readonly work: number;
}

export interface ScreeningThresholds {
  /** Least score of a possible hit, 0.65 to 0.95. */
  readonly hit: number;
  /** Score from which a hit is beyond doubt. */
  readonly match: number;
  /** Makes a weak alias a hit by itself, at 0.85 of its score. */
  readonly weak_aliases: boolean;
  /**
   * Names that are a possible hit although only their family name agrees: `initials`, names whose other words are initials that agree;
   * `all`, a family name alone, too. Default: `off`.
   */
  readonly partial_names?: 'off' | 'initials' | 'all';
}

export interface Qualifier {
  readonly fact: 'number' | 'birth' | 'country' | 'gender' | 'weak_alias';
  /** The values that were compared, as text. */
  readonly query: string;
  readonly listed: string;
  /** Change of the score; 0 where the fact neither supports nor contradicts. */
  readonly change: number;
}

/**
 * Rules that bound the score of a record, besides the rules for its name:
 * - `number_equal`: an identity number is equal; at least 0.95;
 * - `one_fact_disagrees`: one fact differs, and the names are nearly the same; a possible hit;
 * - `birth_differs`: the birth dates differ; never beyond doubt;
 * - `gender_differs`: the genders differ; never beyond doubt;
 * - `gender_form`: a word is the form of the other gender; never beyond doubt;
 * - `partial_name`: the family name agrees, and the rest of the name is initials or missing; a possible hit.
 */
export type HitCap =
  | NameCap
  | 'number_equal'
  | 'one_fact_disagrees'
  | 'birth_differs'
  | 'gender_differs'
  | 'gender_form'
  | 'partial_name';

/** A candidate held against all facts of its record. Kept with the audit and shown to operators. */
export interface ScreeningHit {
  /** 0 to 1, two decimals or more. */
  readonly score: number;
  /** `match`: beyond doubt. `possible`: a person decides. `below`: no hit; audits keep the nearest. */
  readonly verdict: 'match' | 'possible' | 'below';
  readonly name_score: number;
  /** Absent where only an identity number agrees. */
  readonly matched?: {
    readonly query: string;
    readonly listed: string;
    readonly type: 'primary' | 'alias' | 'former' | 'original_script';
    readonly quality: 'strong' | 'weak' | 'unknown';
  };
  readonly parts: readonly MatchedPart[];
  readonly unmatched: { readonly query: readonly string[]; readonly listed: readonly string[] };
  readonly qualifiers: readonly Qualifier[];
  readonly caps: readonly HitCap[];
  /** 0 to 100; decides nothing. Absent where only an identity number agrees. */
  readonly ofac_score?: number;
  readonly thresholds: ScreeningThresholds;
  /** Version of the rules: the same query, record and version give the same answer. */
  readonly algorithm: string;
  /** The same in sentences, for operators. */
  readonly words: readonly string[];
}
