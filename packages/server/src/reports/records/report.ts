import type { Ctx } from '../../context/ctx.ts';
import type { ReportRow } from '../../store/schema.ts';
import type { ReportOrder } from '../earlier-names.ts';
import type { HitVerdict, RecordKey } from '../hit.ts';
import type { ReportName } from '../index.ts';
import type { ListHit } from '../live/list-hits.ts';
import type { ReportMedia } from '../media.ts';
import type { Assessment, Breakdowns, Properties } from '../outcome.ts';
import type { SuppressionReason } from './suppression.ts';

/** Sealed data of a report, in the shape of v3.6. */
export interface ReportData {
  /** The media that it was made of. */
  media: ReportMedia;
  /** Empty until it is complete. */
  breakdown: Breakdowns;
  properties: Properties;
  /** Order of v1 or v2. */
  order?: ReportOrder;
  /** Documents that it was ordered for, if they differ from the check's. */
  document_ids?: readonly string[];
  /** Age that the report answers for, and nothing else; absent in other reports. */
  age_over?: number;
  /** Note of the person who decided the report; shown to no client. */
  note?: string;
  /** Findings of the analysers, leaf by leaf; shown to the operator. */
  assessment?: Assessment;
  /** The reason why analysers gave up, so that a person had to decide. */
  failure?: string;
  /** Entries of the account's lists that the report has hit; absent without any. */
  list_hits?: readonly ListHit[];
  /** More evidence that the applicant may hand in, or has. */
  step_up?: StepUp;
  /** Decisions of people, oldest first. */
  decisions?: readonly ReportDecision[];
  /** The information request whose answer the report waits for; absent while it waits for none. */
  information_request?: string;
  /** Media with which the applicant has answered information requests; absent without any. */
  answers?: AnswerMedia;
  /** Earlier rounds of the report, each ended by an answer of the applicant, the first first. */
  rounds?: readonly ReportRound[];
  /**
   * True if an answer has brought other pictures of the document than those with which a report of the check has compared a face. Then a
   * reviewer compares the portraits.
   */
  portrait_changed?: true;
}

/** Ids of media that were uploaded after the check, and belong to a report all the same. */
export type AnswerMedia = Readonly<
  Record<'documents' | 'live_photos' | 'live_videos' | 'motion_captures', readonly string[]>
>;

/** The evidence and the findings of a report before an answer of the applicant replaced them. */
export interface ReportRound extends Pick<ReportData, 'media' | 'assessment' | 'failure' | 'decisions'> {
  /** Time of the answer, Unix milliseconds. */
  readonly ended_at: number;
  /** Id of the information request that ended the round. */
  readonly request_id: string;
}

export const stepUpKinds = ['credential', 'chip', 'seal', 'back'] as const;
/** Evidence that an applicant may hand in. */
export type StepUpKind = (typeof stepUpKinds)[number];

/** A report that waits for its applicant before a reviewer is asked. */
export interface StepUp {
  readonly offers: readonly StepUpKind[];
  /** Unix milliseconds from which a reviewer is asked. */
  readonly until: number;
  /** Ids of the documents that the applicant has handed in. */
  readonly documents: readonly string[];
  /** Ids of the documents among them that are close-ups of a signed barcode; absent without any. */
  readonly closeUps?: readonly string[];
  /** Number of these documents at the last analysis. */
  readonly analysed: number;
}

/** Reviewer's decision on a hit of a watchlist. */
export interface KeptHitDecision {
  readonly record: RecordKey;
  readonly decision: HitVerdict;
  /** The reason why a false match is another person; null for other decisions. */
  readonly reason: SuppressionReason | null;
  readonly note: string;
  /** The suppression that it made; null where the decision is for this report alone. */
  readonly suppression_id: string | null;
}

/** A decision by hand: kept with the report permanently. */
export interface ReportDecision {
  /** Unix milliseconds. */
  readonly at: number;
  /** Principal who decided, as `recordOf` writes it; absent in decisions from before that was recorded. */
  readonly by?: string;
  /** Principal who confirmed it under dual control, as `recordOf` writes it. */
  readonly confirmed_by?: string;
  /** Note of the confirming person. */
  readonly confirmed_note?: string;
  readonly note: string;
  /** Decisions on the hits of a watchlist report. */
  readonly hits?: readonly KeptHitDecision[];
  /** Leaf by leaf; of a report that was decided as a whole, those that the person flagged. */
  readonly leaves?: Readonly<Record<string, 'clear' | 'consider'>>;
  /** Result of the report by this decision; null while other leaves are in doubt. */
  readonly result: 'clear' | 'consider' | 'unidentified' | null;
  /** Two decisions that differed, which this one has settled, the earlier first. */
  readonly differing?: readonly ReportDecision[];
  /** The outcome that this decision has replaced, for an overturn of a complete report. */
  readonly overturned?: OverturnedOutcome;
}

/** Reasons why the result of a complete report no longer stands. */
export const overturnReasons = [
  'wrong_decision',
  'wrong_analysis',
  'new_information',
  'applicant_appeal',
  'fraud_found',
  'other',
] as const;
export type OverturnReason = (typeof overturnReasons)[number];

/** Outcome of a report before an overturn. */
interface OverturnedOutcome
  extends Pick<ReportData, 'breakdown' | 'properties'>,
    Pick<ReportRow, 'result' | 'sub_result'> {
  readonly reason: OverturnReason;
}

export interface Report extends ReportData, Pick<ReportRow, 'status' | 'result' | 'sub_result'> {
  id: string;
  check_id: string;
  applicant_id: string;
  name: ReportName;
  created_at: number;
  completed_at: number | null;
  /** Due time of the review; null for one that never waited. */
  due_at: number | null;
  /** Id of the member to whom the review is assigned; null for nobody. */
  assigned_to: string | null;
}

export function toReport(ctx: Ctx, row: ReportRow): Report {
  return {
    id: row.id,
    check_id: row.check_id,
    applicant_id: row.applicant_id,
    name: row.name as ReportName,
    created_at: row.created_at,
    completed_at: row.completed_at,
    due_at: row.due_at,
    assigned_to: row.assigned_to || null,
    status: row.status,
    result: row.result,
    sub_result: row.sub_result,
    ...ctx.vault.open<ReportData>(row.id, row.data),
  };
}
