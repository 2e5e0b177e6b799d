import type { Ctx } from '../../context/ctx.ts';
import type { ReportRow } from '../../store/schema.ts';
import type { ReportOrder } from '../earlier-names.ts';
import type { HitVerdict, RecordKey } from '../hit.ts';
import type { ReportName } from '../index.ts';
import type { ReportMedia } from '../media.ts';
import type { Assessment, Breakdowns, Properties } from '../outcome.ts';
import type { SuppressionReason } from './suppression.ts';

/** What is sealed of a report, in the shape of v3.6. */
export interface ReportData {
  /** The media that it was made of. */
  media: ReportMedia;
  /** Empty until it is complete. */
  breakdown: Breakdowns;
  properties: Properties;
  /** How v1 or v2 ordered it. */
  order?: ReportOrder;
  /** Documents that it was ordered for, where they are not those of the check. */
  document_ids?: readonly string[];
  /** What the person noted who decided the report; shown to no client. */
  note?: string;
  /** What analysers found, leaf by leaf; shown to the operator. */
  assessment?: Assessment;
  /** Why analysers gave up, so that a person had to look. */
  failure?: string;
  /** What a person decided, oldest first. */
  decisions?: readonly ReportDecision[];
}

/** What a reviewer decided of a hit of a watchlist. */
export interface KeptHitDecision {
  readonly record: RecordKey;
  readonly decision: HitVerdict;
  /** Why a false match is another person; null of other decisions. */
  readonly reason: SuppressionReason | null;
  readonly note: string;
  /** The suppression that it made; null where the decision is for this report alone. */
  readonly suppression_id: string | null;
}

/** A decision by hand: kept with the report for good. */
export interface ReportDecision {
  /** Unix milliseconds. */
  readonly at: number;
  /** Who decided, as `recordOf` writes it; absent in decisions of before that was recorded. */
  readonly by?: string;
  /** Who confirmed it under four eyes, as `recordOf` writes it. */
  readonly confirmed_by?: string;
  /** What that person noted, who decided by themselves. */
  readonly confirmed_note?: string;
  readonly note: string;
  /** Hit by hit, of a watchlist report. */
  readonly hits?: readonly KeptHitDecision[];
  /** Leaf by leaf; of a report that was decided as a whole, those that the person flagged. */
  readonly leaves?: Readonly<Record<string, 'clear' | 'consider'>>;
  /** What the report came to by it; null while other leaves are in doubt. */
  readonly result: 'clear' | 'consider' | 'unidentified' | null;
  /** Two decisions that differed, which this one has settled, the earlier first. */
  readonly differing?: readonly ReportDecision[];
}

export interface Report extends ReportData, Pick<ReportRow, 'status' | 'result' | 'sub_result'> {
  id: string;
  check_id: string;
  applicant_id: string;
  name: ReportName;
  created_at: number;
  completed_at: number | null;
  /** By when a person is to look at it; null for one that never waited. */
  due_at: number | null;
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
    status: row.status,
    result: row.result,
    sub_result: row.sub_result,
    ...ctx.vault.open<ReportData>(row.id, row.data),
  };
}
