/** A report that waits for a person. */
export interface Waiting {
  readonly id: string;
  readonly check_id: string;
  readonly applicant_name: string | null;
  readonly applicant_id: string;
  readonly name: string;
  readonly created_at: string;
  readonly doubts: readonly string[];
  readonly doubt: string;
  readonly due_at: string;
  readonly failed: boolean;
  readonly claimed_by: Claim | null;
  readonly needs: Needs;
  /** True if this member has decided it or passed it on. */
  readonly yours: boolean;
}

/** A workflow run that waits for the answer of a member. */
export interface WaitingRun {
  readonly id: string;
  readonly applicant_id: string;
  readonly applicant_name: string | null;
  readonly workflow_name: string;
  readonly waits_since: string;
  readonly due_at: string;
}

/** The decision that a report waits for. */
type Needs = 'first_needed' | 'second_needed' | 'third_needed';

export interface Claim {
  readonly id: string;
  readonly name: string;
  readonly until: string;
}

export interface Queue {
  readonly reports: readonly Waiting[];
  readonly total: number;
  readonly by_report: Readonly<Record<string, number>>;
  readonly by_doubt: Readonly<Record<string, number>>;
  /** First steps while the environment has no check; `demo`: the service may be filled with made-up checks. */
  readonly first_steps: { readonly demo: boolean } | null;
  readonly next: string | null;
}

/** Value of one source; `differing` are positions of characters that the others lack. */
export interface Value {
  readonly source: string;
  readonly value: string;
  readonly differing: readonly number[];
  /** The part of a picture that shows it. */
  readonly part?: string | null;
}

export interface Leaf {
  readonly result: string | null;
  readonly reason: string;
  readonly measure?: number;
  readonly threshold?: number;
  readonly doubt: boolean;
  readonly decided: string | null;
  readonly values?: readonly Value[];
  readonly settles?: string;
}

/** A part of a picture; its box in shares of the picture, 0 to 1. */
export interface Part {
  readonly id: string;
  readonly kind: string;
  readonly media_id: string;
  readonly page: number;
  readonly field?: string;
  readonly box: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
}

/** A record of a list. */
export interface RecordKey {
  readonly list: string;
  readonly source_id: string;
}

export type HitVerdict = 'true_match' | 'false_match' | 'unsure';

/** A possible hit on a watchlist beside the applicant, point by point. */
export interface Hit extends RecordKey {
  /** Breakdowns that it answers; none where it is suppressed. */
  readonly leaves: readonly string[];
  readonly decided: {
    readonly decision: HitVerdict;
    readonly reason: string | null;
    readonly note: string;
    readonly suppression_id: string | null;
  } | null;
  /** Other hits of the same person: decided alike. */
  readonly alike: readonly RecordKey[];
  readonly suppressible: boolean;
  readonly review: readonly {
    readonly step: string;
    readonly applicant: readonly string[];
    readonly listed: readonly string[];
  }[];
  /** 0 to 1, as the name's score and the changes lead to it. */
  readonly score: number;
  readonly explanation: {
    readonly name_score: number;
    readonly qualifiers: readonly { readonly fact: string; readonly change: number }[];
    readonly thresholds: { readonly hit: number };
  };
  /** Explanation of the score, in sentences. */
  readonly words: readonly string[];
  readonly suppressed?: Suppressed;
  readonly previously_suppressed?: Suppressed & { readonly lapsed_because: string };
}

/** A hit that was ruled out for an applicant. */
interface Suppressed {
  readonly by: Recorded | null;
  readonly at: string;
  readonly reason: string;
  readonly note: string;
  readonly expires_at: string;
}

/** The acting person or credential, as the interface records it. */
interface Recorded {
  readonly kind: string;
  readonly id: string;
}

/** Position of a face; its eyes in shares of the picture, whose ratio of width to height is `aspect`. */
export interface FacePlace {
  readonly media_id: string;
  readonly page?: number;
  /** Time in a film: seconds from its start. */
  readonly at?: number;
  readonly eyes: {
    readonly left: { readonly x: number; readonly y: number };
    readonly right: { readonly x: number; readonly y: number };
    readonly aspect: number;
  };
}

/** Measures of a comparison of faces; likenesses are cosines. */
export interface ComparedFaces {
  readonly portrait: FacePlace | null;
  readonly captured: readonly FacePlace[];
  readonly compared: number | null;
  readonly likeness: {
    readonly cosine: number;
    readonly match: number | null;
    readonly mismatch: number | null;
    readonly distribution: {
      readonly from: number;
      readonly step: number;
      readonly same: readonly number[];
      readonly different: readonly number[];
      readonly source: string;
    };
  } | null;
  readonly signals: readonly {
    readonly name: string;
    readonly result: 'pass' | 'fail' | null;
    readonly measure: number | null;
    readonly threshold: number | null;
  }[];
}

export interface Report {
  readonly id: string;
  readonly check_id: string;
  readonly applicant_id: string;
  readonly name: string;
  readonly status: string;
  readonly result: string | null;
  readonly doubts: readonly string[];
  readonly failure: string | null;
  readonly leaves: Readonly<Record<string, Leaf>>;
  readonly evidence: { readonly found: readonly Evidence[] } | null;
  readonly hits: readonly Hit[];
  /** Decisions in force, oldest first. */
  readonly decisions: readonly {
    readonly at: string;
    readonly decided_by: Recorded | null;
    /** Second person under four eyes. */
    readonly confirmed_by: Recorded | null;
    readonly confirmed_note?: string;
    /** Null while the report waits for other decisions. */
    readonly result: string | null;
    readonly note: string;
    readonly hits?: readonly { readonly record: RecordKey }[];
    readonly leaves?: Readonly<Record<string, string>>;
  }[];
  readonly parts: readonly Part[];
  readonly properties: Readonly<Record<string, unknown>> | null;
  /** Values of each source and the client for each field of a document; empty for earlier reports. */
  readonly fields: readonly { readonly field: string; readonly values: readonly Value[] }[];
  /** The portrait of the document that a face was compared with: a crop of another report. */
  readonly portrait: { readonly report_id: string; readonly part: string } | null;
  /** Comparison of faces; null for other and earlier reports. */
  readonly faces: ComparedFaces | null;
  readonly claimed_by: Claim | null;
  readonly media: Readonly<Record<string, unknown>>;
  readonly proposal: string | null;
  readonly standing: DecisionState;
  readonly applicant: { readonly first_name: string; readonly last_name: string; readonly dob: string | null };
  readonly check: { readonly status: string };
  /** The data and files that the report is about. `pages` of a file: null when nobody could count them. */
  readonly about: {
    readonly files: readonly { readonly media_id: string; readonly pages: number | null }[];
    readonly data: readonly { readonly name: string; readonly value: string }[];
  };
  /** Leaves in doubt and flagged leaves, the gravest first. */
  readonly concerns: readonly { readonly path: string; readonly kind: string; readonly doubt: boolean }[];
}

/** The outcome of a report for a decision that nobody has made yet. */
export interface Foreseen {
  readonly status: string;
  readonly result: string | null;
  readonly sub_result: string | null;
  readonly flagged: readonly string[];
  /** Leaves that wait for another decision. */
  readonly doubts: readonly string[];
  /** True if the decision takes effect only once another person decides the same. */
  readonly needs_another: boolean;
}

/** State of a report between the members who decide it, as this member may see it. */
export interface DecisionState {
  readonly needs: Needs;
  readonly decided: boolean;
  readonly referred: boolean;
  /** The own one; for the member who settles, the two that differ. */
  readonly decisions: readonly (Said & {
    readonly result: string | null;
    readonly sub_result: string | null;
    readonly leaves: Readonly<Record<string, string>>;
    readonly hits: readonly { readonly list: string; readonly source_id: string; readonly decision: string }[];
    /** Body that, with a note, repeats the decision. */
    readonly repeat: {
      readonly hits?: readonly { readonly record: RecordKey; readonly suppress?: boolean }[];
    };
  })[];
  /** Points that the member who settles may decide otherwise than the two, as long as the report stays open; null: anything. */
  readonly settles: { readonly leaves: readonly string[]; readonly hits: readonly RecordKey[] } | null;
  readonly referrals: readonly Said[];
}

interface Said {
  readonly at: string;
  /** Null for an operator with a key. */
  readonly by_name: string | null;
  readonly note: string;
}

interface Evidence {
  readonly forgery: string;
  readonly leaf: string;
  readonly confirmed_by: readonly { readonly source: string; readonly reason?: string }[];
}

/** A check of a list. */
export interface ListedCheck {
  readonly id: string;
  readonly applicant_id: string;
  /** Null for roles that see no personal data. */
  readonly applicant_name: string | null;
  readonly created_at: string;
  readonly completed_at: string | null;
  readonly status: string;
  readonly result: string | null;
  readonly tags: readonly string[];
  readonly reports: readonly {
    readonly id: string;
    readonly name: string;
    readonly status: string;
    readonly result: string | null;
  }[];
}

/** Finding for a leaf of a breakdown. */
export type Finding = Pick<Leaf, 'result' | 'reason' | 'measure' | 'threshold' | 'decided'>;

export interface Check extends ListedCheck {
  readonly raw: object;
  readonly details: readonly { readonly id: string; readonly name: string; readonly breakdown?: Breakdown }[];
  /** Findings by the id of the report and the path of the leaf. */
  readonly leaves: Readonly<Record<string, Readonly<Record<string, Finding>>>>;
  readonly changes: readonly ('withdraw' | 'resume' | 'reopen' | 'take_up' | 'return_to_applicant')[];
  readonly history: readonly HistoryEntry[];
}

/** Something that happened to a check or an applicant. */
export interface HistoryEntry {
  readonly at: string;
  readonly kind: 'created' | 'event' | 'decision' | 'delivery' | 'audit';
  readonly what: string;
  readonly status: string | null;
  readonly by_name: string | null;
  readonly note: string | null;
}

/** A tree of results: each node has those below it under `breakdown`. */
export type Breakdown = Readonly<
  Record<string, { readonly result?: string | null; readonly breakdown?: Breakdown } | null>
>;

/** An applicant of a list; name and birth date are null for roles that see no personal data. */
export interface ListedApplicant {
  readonly id: string;
  readonly name: string | null;
  readonly dob: string | null;
  readonly created_at: string;
}

/** A file that an applicant has uploaded. */
export interface Upload {
  readonly id: string;
  readonly kind: string;
  readonly type: string | null;
  readonly side: string | null;
  readonly file_name: string;
  readonly file_size: number;
  readonly created_at: string;
}

/** A workflow run of a list. */
export interface ListedRun {
  readonly id: string;
  readonly applicant_id: string;
  readonly workflow_name: string;
  readonly workflow_version_id: number;
  readonly status: string;
  /** Its status is `review` since a member is yet to answer. */
  readonly waits_for_member: boolean;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface Applicant extends ListedApplicant {
  readonly data: Readonly<Record<string, unknown>>;
  readonly consents: readonly {
    readonly name: string;
    readonly granted: boolean;
    readonly granted_at: string | null;
  }[];
  readonly media: readonly Upload[];
  readonly checks: readonly ListedCheck[];
  readonly workflow_runs: readonly ListedRun[];
  readonly mails: readonly {
    readonly id: string;
    readonly check_id: string;
    readonly to: string;
    readonly subject: string;
    readonly state: string;
    readonly created_at: string;
  }[];
  readonly messages: readonly {
    readonly id: string;
    readonly to: string;
    readonly state: string;
    readonly created_at: string;
  }[];
  readonly monitors: readonly {
    readonly id: string;
    readonly report_name: string;
    readonly created_at: string;
    readonly deleted_at: string | null;
  }[];
  readonly related: readonly {
    readonly id: string;
    readonly name: string;
    readonly document: boolean;
    /** The best score, 0 to 1. */
    readonly face: number | null;
  }[];
  readonly history: readonly HistoryEntry[];
}
