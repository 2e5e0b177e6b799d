/** A record of a list: the key that stays over the versions of the list. */
export interface RecordKey {
  readonly list: string;
  readonly source_id: string;
}

export const isRecord = (a: RecordKey, b: RecordKey): boolean => a.list === b.list && a.source_id === b.source_id;

/** Verdicts of a reviewer on a hit: the record is of the applicant, of another person, or that can't be said yet. */
export const hitVerdicts = ['true_match', 'false_match', 'unsure'] as const;

export type HitVerdict = (typeof hitVerdicts)[number];

/** A hit of a watchlist report, as the report has assessed it. */
export interface AssessedHit {
  readonly record: RecordKey;
  /** The breakdowns that it answers. */
  readonly leaves: readonly string[];
  readonly score: number;
  /** The reviewer's latest verdict; absent before. */
  readonly decided?: HitVerdict;
}
