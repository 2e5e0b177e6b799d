import type {
  ListedCategory,
  ListedRecord,
  NameQuery,
  ScreeningHit,
  ScreeningThresholds,
} from '@bonafide/verification';

/** A version of a list that was searched. */
export interface ScreenedList {
  readonly list: string;
  readonly version_id: string;
  /** `YYYY-MM-DD`; null where the publisher names no date. */
  readonly published: string | null;
  /** Categories for which it answers. */
  readonly categories: readonly ListedCategory[];
  readonly records: number;
  /** SHA-256 of its files, hexadecimal. */
  readonly files: readonly string[];
  /** Whole days since it was published or, if later, last confirmed; of a list without a date since its import. */
  readonly age: number;
}

/** Reasons why a record is no longer ruled out for an applicant. */
export type LapsedBecause = 'record_changed' | 'applicant_changed' | 'listed_again' | 'expired' | 'revoked';

/** Record that operators have ruled out for one applicant. */
export interface HitSuppression {
  readonly id: string;
  /** Principal who ruled it out, as `recordOf` writes it. */
  readonly by: string;
  /** Principal who confirmed that under dual control. */
  readonly confirmed_by?: string;
  /** Unix milliseconds. */
  readonly at: number;
  readonly reason: string;
  readonly note: string;
  readonly expires_at: number;
}

/** A suppression that has ended, so that its hit is back. */
interface LapsedSuppression extends HitSuppression {
  readonly lapsed_because: LapsedBecause;
}

/** A record that is, or nearly is, a hit. */
export interface ScreenedHit {
  readonly list: string;
  readonly version_id: string;
  readonly record: ListedRecord;
  readonly hit: ScreeningHit;
  /** Suppression of a suppressed hit. */
  readonly suppressed?: HitSuppression;
  /** Lapsed suppression of a hit that was suppressed before. */
  readonly previously_suppressed?: LapsedSuppression;
}

/** Result of a search of all active watchlists. */
export interface Screening {
  /** Number of the set that was searched; 0 before the first list was activated. */
  readonly set: number;
  readonly query: NameQuery;
  readonly thresholds: ScreeningThresholds;
  readonly lists: readonly ScreenedList[];
  /** Best score first. */
  readonly hits: readonly ScreenedHit[];
  /** Hits that the client has disabled on the monitor of the check: the report leaves them out. Absent outside of monitors. */
  readonly disabled?: readonly ScreenedHit[];
  /** Hits that operators have ruled out for this applicant. They decide nothing, and reports don't show them. */
  readonly suppressed: readonly ScreenedHit[];
  /** Records below the threshold by up to 0.10, the nearest 20. */
  readonly near: readonly ScreenedHit[];
  /** Best score among the records that are not hits, to two decimals; null without any. */
  readonly nearest: number | null;
  /** Number of names that were fully compared. */
  readonly considered: number;
  /** The search used up its budget before its end, so hits may be missing. Absent: it came to its end. */
  readonly incomplete?: true;
  /** Parts of the names that resemble no part of any listed name. */
  readonly unknown_parts: readonly string[];
  /** Milliseconds. */
  readonly duration: number;
}

/** The lists of a screening that answer for a category. */
export function listsOf({ lists }: Screening, category: ListedCategory): ScreenedList[] {
  return lists.filter(({ categories }) => categories.includes(category));
}
