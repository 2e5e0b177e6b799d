/** A result of a leaf or breakdown; null means that it was not assessed. */
export type Result = 'clear' | 'consider' | 'unidentified' | null;
export const subResults = ['clear', 'rejected', 'suspected', 'caution'] as const;
export type SubResult = (typeof subResults)[number];

export type Properties = Record<string, unknown>;

export interface Leaf {
  result: Result;
  properties?: Properties;
}

export interface Breakdown {
  result: Result;
  breakdown?: Record<string, Leaf>;
}

export type Breakdowns = Record<string, Breakdown>;

/** Names of the breakdowns with those of their leaves; a breakdown without leaves (`[]`) is a leaf itself. */
export type BreakdownTree = Readonly<Record<string, readonly string[]>>;

/** How a report ended, in the shape of v3.6. `result` and `sub_result` are null unless `complete`. */
export interface Outcome {
  status: 'complete' | 'withdrawn' | 'cancelled';
  result: Result;
  /** Of document-family reports only; null for every other. */
  sub_result: SubResult | null;
  breakdown: Breakdowns;
  properties: Properties;
}

/** A JSON merge patch (RFC 7396) on an outcome. */
export interface OutcomePatch {
  readonly result?: Result;
  readonly sub_result?: SubResult;
  readonly breakdown?: Readonly<Record<string, unknown>>;
  readonly properties?: Properties;
}

/** What the analysers make of one leaf, so that a person can check it. */
export interface LeafFinding {
  readonly result: Result;
  /** In words, without personal data. */
  readonly reason: string;
  readonly measure?: number;
  readonly threshold?: number;
  /** What the body of the report shows with the leaf. */
  readonly properties?: Properties;
  /** No program can settle it: a person must, if the account wants that. */
  readonly doubt?: true;
}

/** Leaves by path: `image_integrity.image_quality`, `police_record`. */
export type LeafFindings = Readonly<Record<string, LeafFinding>>;

/** What analysers make of a report: kept with it, shown to the operator, and to clients once it is decided. */
export interface Assessment {
  readonly leaves: LeafFindings;
  readonly properties: Properties;
}

/** What becomes of a live report: an outcome, or that a person must look, in either case with what was found. */
export type Verdict =
  | (Outcome & { readonly assessment?: Assessment })
  | { readonly status: 'awaiting_approval'; readonly assessment?: Assessment };
