import type {
  Answers,
  APIRequest,
  Applicant as ApplicantAnswer,
  ApplicantOfAList,
  Check as CheckAnswer,
  CheckOfAList,
  ComparedFaces,
  ForeseenOutcome,
  HitToReview,
  PlaceOfAFace,
  ReportInReview,
  Standing,
  WaitingReport,
  WorkflowRun,
  WorkflowRunWithItsData,
} from './api-types.ts';

// Names for the generated types of the answers. A type that is refined here says why: its schema leaves the shape open.

type InPlace = 'GET /accounts/{account}/{environment}';

export type Queue = Answers[`${InPlace}/queue`];

/** A report that waits for a person. */
export type Waiting = WaitingReport;

export type Claim = NonNullable<Waiting['claimed_by']>;

export type Report = Omit<ReportInReview, 'hits'> & { readonly hits: readonly Hit[] };

/** Finding for a leaf of a report's breakdown, with its manual review. */
export type Leaf = Report['leaves'][string];

/** Value of one source; `differing` are positions of characters that the others lack. */
export type Value = Report['fields'][number]['values'][number];

/** A part of a picture; its box in shares of the picture, 0 to 1. */
export type Part = Report['parts'][number];

/** A possible hit on a watchlist beside the applicant, point by point. The schema leaves the shape of `explanation` open. */
export type Hit = Omit<HitToReview, 'explanation'> & {
  readonly explanation: {
    readonly name_score: number;
    readonly qualifiers: readonly { readonly fact: string; readonly change: number }[];
    readonly thresholds: { readonly hit: number };
  };
};

export type HitVerdict = NonNullable<Hit['decided']>['decision'];

/** An entry of the account's blocklist or allowlist that a report has hit. */
export type ListHit = Report['list_hits'][number];

/** A record of a list. */
export type RecordKey = Hit['alike'][number];

/** Position of a face; its eyes in shares of the picture, whose ratio of width to height is `aspect`. */
export type FacePlace = PlaceOfAFace;

export type { ComparedFaces };

/** The outcome of a report for a decision that nobody has made yet. */
export type Foreseen = ForeseenOutcome;

/** State of a report between the members who decide it, as this member may see it. */
export type DecisionState = Standing;

/** A check of a list. */
export type ListedCheck = CheckOfAList;

/** A check with its reports. The schema leaves the shape of a report open: it is the answer of the latest API version. */
export type Check = Omit<CheckAnswer, 'details'> & {
  readonly details: readonly { readonly id: string; readonly name: string; readonly breakdown?: Breakdown }[];
};

/** Finding for a leaf of a breakdown. */
export type Finding = Check['leaves'][string][string];

/** Something that happened to a check or an applicant. */
export type HistoryEntry = Check['history'][number];

/** A tree of results: each node has those below it under `breakdown`. */
export type Breakdown = Readonly<
  Record<string, { readonly result?: string | null; readonly breakdown?: Breakdown } | null>
>;

/** An applicant of a list; name and birth date are null for roles that see no personal data. */
export type ListedApplicant = ApplicantOfAList;

export type Applicant = ApplicantAnswer;

/** A file that an applicant has uploaded. */
export type Upload = Applicant['media'][number];

/** A logged request of the public API. */
export type ApiRequest = APIRequest;

/** A workflow run of a list. */
export type ListedRun = WorkflowRun;

/** Input of the task of a manual review. */
export interface ReviewQuestion {
  readonly question: string | null;
  readonly choices: readonly string[];
}

/** A workflow run with its tasks, their data and its workflow. The schema leaves the input of a task open. */
export type Run = Omit<WorkflowRunWithItsData, 'data'> & {
  readonly data: Readonly<Record<string, { readonly input: Partial<ReviewQuestion>; readonly output: unknown }>>;
};

/** The acting person or credential. */
export type Actor = NonNullable<HistoryEntry['by']>;

/** The answer to a decision. One that does not take effect at once waits for another person. */
export type DecisionAnswer = Answers[`POST /accounts/{account}/{environment}/reports/{id}/decide`];
