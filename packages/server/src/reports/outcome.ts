import type { Eyes } from '@bonafide/verification';
import type { AssessedHit, RecordKey } from './hit.ts';
import type { Evidence } from './live/document/evidence/evidence.ts';

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

/** A value that a leaf compared with others, for the reviewer. */
export interface ComparedValue {
  readonly source: 'mrz' | 'barcode' | 'chip' | 'printed' | 'applicant';
  readonly value: string;
  /** How far the reading can be relied on; null for what the client gave. */
  readonly certainty: 'sure' | 'likely' | 'weak' | null;
  /** Characters of `value`, from 0, that the first of the values lacks; of the first itself, those that any other lacks. */
  readonly differing: number[];
  /** The `PicturePart` that shows it; null where no picture does. */
  readonly part: string | null;
}

/** A field of a document as each source has it. Personal data. */
export interface FieldValues {
  /** Named as the leaf of `data_comparison` or `data_consistency` about it. */
  readonly field: string;
  /** What the client gave first, where it gave anything; then the surest reading. */
  readonly values: readonly ComparedValue[];
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
  /** Evidence is missing that nobody is asked for, since another leaf is flagged: a doubt once a reviewer overrules that one. */
  readonly unconfirmed?: true;
  /** Values that the leaf compared, where they are worth a reviewer's look. Personal data. */
  readonly values?: ComparedValue[];
  /** What would settle a doubt, in one or two sentences. */
  readonly settles?: string;
}

/** Leaves by path: `image_integrity.image_quality`, `police_record`. */
export type LeafFindings = Readonly<Record<string, LeafFinding>>;

/** Part of an uploaded picture of a document, of which a reviewer can get a crop. */
export interface PicturePart {
  /** Within its report: the number of its side, then what it is: `0-portrait`, `0-ghost-1`, `1-zone`, `0-print-surname`. */
  readonly id: string;
  readonly kind: 'portrait' | 'ghost' | 'zone' | 'barcode' | 'field' | 'heat';
  /** The document that was uploaded. */
  readonly media_id: string;
  /** The page of a PDF, from 0. */
  readonly page: number;
  /** In shares (0 to 1) of the picture as a viewer shows it. */
  readonly box: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
  /** Of a field: which one, and where it was read. */
  readonly field?: string;
  readonly source?: 'mrz' | 'printed';
  /** Of a heat map: cells, 0 to 255, rows from top to bottom, in base64. */
  readonly heat?: { readonly columns: number; readonly rows: number; readonly values: string };
}

/** Where a face is that was compared. */
export interface FacePlace {
  readonly media_id: string;
  /** The page of a PDF, from 0. */
  readonly page?: number;
  /** Of a film: seconds from its start. */
  readonly at?: number;
  /** Where its eyes are, so that two faces can be shown alike. */
  readonly eyes: Eyes;
}

/** What a comparison of faces measured, for the eyes of a reviewer. */
export interface ComparedFaces {
  /** On the document; null where none was found. */
  readonly portrait: FacePlace | null;
  /** In the photo, or in pictures of the film in their order. */
  readonly captured: readonly FacePlace[];
  /** Which of `captured` was compared; null where none could be. */
  readonly compared: number | null;
  /** Of the embeddings of both: see `faceCosine`. Null where nothing was compared. */
  readonly cosine: number | null;
  /** Signs of a presentation attack. */
  readonly signals: readonly AttackSignal[];
}

/** A sign of a presentation attack: `fail` where it is one. */
export interface AttackSignal {
  readonly name: string;
  readonly result: 'pass' | 'fail' | null;
  readonly measure: number | null;
  readonly threshold: number | null;
}

/** How the results of a report follow from its leaves where the general rules do not hold. */
export interface ResultRules {
  /** Of a breakdown, from the results of its leaves. */
  readonly breakdown?: (leaves: readonly Result[]) => Result;
  /** Of the report. */
  readonly report?: (leaves: LeafFindings) => Exclude<Result, null>;
  /** The body shows no properties with the leaves, not even empty ones. */
  readonly bareLeaves?: true;
}

/** A record of a watchlist that a report may show. */
export interface ShownRecord {
  /** Breakdowns that it answers. The report shows it while one of them is flagged or in doubt. */
  readonly leaves: readonly string[];
  readonly shown: Properties;
  /** The entries of lists that it is made of; absent in assessments of before hits were decided one by one. */
  readonly entries?: readonly RecordKey[];
}

/** What analysers make of a report: kept with it, shown to the operator, and to clients once it is decided. */
export interface Assessment {
  readonly leaves: LeafFindings;
  readonly properties: Properties;
  /** Of reports on documents; absent in assessments of before it was kept. */
  readonly fields?: readonly FieldValues[];
  /** Of reports on documents: what their pictures show where. */
  readonly parts?: readonly PicturePart[];
  /** Of reports that compare faces. */
  readonly faces?: ComparedFaces;
  /** Of a document: what confirms that it was not forged. Kept for operators. */
  readonly evidence?: Evidence;
  /** Of a watchlist report: what it found, best score first. */
  readonly records?: readonly ShownRecord[];
  /** Of a watchlist report: all hits that count in it, best score first. */
  readonly hits?: readonly AssessedHit[];
  /** Of the leaves with hits: what they would say without any. */
  readonly withoutHits?: LeafFindings;
}

/** What becomes of a live report: an outcome, or that a person must look, in either case with what was found. */
export type Verdict =
  | (Outcome & { readonly assessment?: Assessment })
  | { readonly status: 'awaiting_approval'; readonly assessment?: Assessment };
