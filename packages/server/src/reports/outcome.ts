import type { Eyes } from '@bonafide/verification';
import type { AssessedHit, RecordKey } from './hit.ts';
import type { AssuranceFacts, Evidence } from './live/document/evidence/evidence.ts';

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

/** Names of the breakdowns with the names of their leaves; a breakdown without leaves (`[]`) is a leaf itself. */
export type BreakdownTree = Readonly<Record<string, readonly string[]>>;

/** Outcome of a report, in the shape of v3.6. `result` and `sub_result` are null unless `complete`. */
export interface Outcome {
  status: 'complete' | 'withdrawn' | 'cancelled';
  result: Result;
  /** Sub-result of document-family reports; null for every other. */
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
  readonly source: 'mrz' | 'barcode' | 'chip' | 'credential' | 'printed' | 'applicant';
  readonly value: string;
  /** Certainty of the reading; null for the client's value. */
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
  /** Values: the client's first, if it gave any; then the surest reading. */
  readonly values: readonly ComparedValue[];
}

/** The analysers' finding on one leaf, in a form that a person can check. */
export interface LeafFinding {
  readonly result: Result;
  /** Reason in words, without personal data. */
  readonly reason: string;
  readonly measure?: number;
  readonly threshold?: number;
  /** Properties that the body of the report shows with the leaf. */
  readonly properties?: Properties;
  /** No program can settle it: a person must, if the account wants that. */
  readonly doubt?: true;
  /** The doubt rests on pixels, or on print that was not read. Data and portrait that the issuer signed outweigh it. */
  readonly ofPicture?: true;
  /** A reviewer has decided that the leaf is clear. */
  readonly reviewed?: true;
  /** Evidence is missing that nobody is asked for, since another leaf is flagged: a doubt once a reviewer overrules that one. */
  readonly unconfirmed?: true;
  /** Values that the leaf compared, where they are worth a reviewer's look. Personal data. */
  readonly values?: ComparedValue[];
  /** Action that would settle a doubt, in one or two sentences. */
  readonly settles?: string;
}

/** Leaves by path: `image_integrity.image_quality`, `police_record`. */
export type LeafFindings = Readonly<Record<string, LeafFinding>>;

/** Part of an uploaded picture of a document, available to reviewers as a crop. */
export interface PicturePart {
  /** Id within its report: the number of its side, then its name: `0-portrait`, `0-ghost-1`, `1-zone`, `0-print-surname`. */
  readonly id: string;
  readonly kind: 'portrait' | 'ghost' | 'zone' | 'barcode' | 'field' | 'heat';
  /** The document that was uploaded. */
  readonly media_id: string;
  /** The page of a PDF, from 0. */
  readonly page: number;
  /** Box in shares (0 to 1) of the picture as a viewer shows it. */
  readonly box: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
  /** Name of the field, and the source in which it was read. */
  readonly field?: string;
  readonly source?: 'mrz' | 'printed';
  /** Cells of a heat map, 0 to 255, rows from top to bottom, in base64. */
  readonly heat?: { readonly columns: number; readonly rows: number; readonly values: string };
}

/** Place of a compared face. */
export interface FacePlace {
  readonly media_id: string;
  /** The page of a PDF, from 0. */
  readonly page?: number;
  /** Time in a film: seconds from its start. */
  readonly at?: number;
  /** Places of its eyes, so that two faces can be shown alike. */
  readonly eyes: Eyes;
}

/** Measures of a comparison of faces, for the reviewer. */
export interface ComparedFaces {
  /** Portrait on the document; null if none was found. */
  readonly portrait: FacePlace | null;
  /** Faces in the photo, or in pictures of the film in their order. */
  readonly captured: readonly FacePlace[];
  /** Index in `captured` of the compared face; null if none could be compared. */
  readonly compared: number | null;
  /** Cosine of both embeddings: see `faceCosine`. Null if nothing was compared. */
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

/** Rules for the results of a report from its leaves, where the general rules do not hold. */
export interface ResultRules {
  /** Result of a breakdown from its leaves. */
  readonly breakdown?: (leaves: readonly Result[]) => Result;
  /** Result of the report. */
  readonly report?: (leaves: LeafFindings) => Exclude<Result, null>;
  /** The body shows no properties with the leaves, not even empty ones. */
  readonly bareLeaves?: true;
}

/** A record of a watchlist that a report may show. */
export interface ShownRecord {
  /** Breakdowns that the hit belongs to. The report shows it while one of them is flagged or in doubt. */
  readonly leaves: readonly string[];
  readonly shown: Properties;
  /** The entries of lists that it is made of; absent in assessments of before hits were decided one by one. */
  readonly entries?: readonly RecordKey[];
}

/** Assessment of a report by the analysers: stored with it, shown to the operator, and to clients once it is decided. */
export interface Assessment {
  readonly leaves: LeafFindings;
  readonly properties: Properties;
  /** Fields of reports on documents; absent in assessments from before they were stored. */
  readonly fields?: readonly FieldValues[];
  /** Parts of the pictures in reports on documents. */
  readonly parts?: readonly PicturePart[];
  /** Compared faces of reports that compare faces. */
  readonly faces?: ComparedFaces;
  /** Evidence that a document was not forged. Stored for operators. */
  readonly evidence?: Evidence;
  /** Facts about a document besides its findings, where the account shows what was proved (`report_assurance`). */
  readonly assurance?: AssuranceFacts;
  /** The class by which audited automation cleared the report; absent where it did not. */
  readonly automation?: ClearedByClass;
  /** Records that a watchlist report found, best score first. */
  readonly records?: readonly ShownRecord[];
  /** Hits that count in a watchlist report, best score first. */
  readonly hits?: readonly AssessedHit[];
  /** Findings of the leaves with hits, as they would be without any. */
  readonly withoutHits?: LeafFindings;
}

/** A class of audited automation, with its reviews of the last 180 days at the time when it cleared a report. */
export interface ClearedByClass {
  /** Id of the class. */
  readonly class: string;
  /** Type of the documents. */
  readonly type: string;
  /** ISO 3166-1 alpha-3 of the issuer. */
  readonly country: string;
  readonly reviewed: number;
  /** Reviews that did not clear the report. */
  readonly overturned: number;
}

/** Verdict on a live report: an outcome, or the need for manual review, in either case with the findings. */
export type Verdict =
  | (Outcome & { readonly assessment?: Assessment })
  | { readonly status: 'awaiting_approval'; readonly assessment?: Assessment };
