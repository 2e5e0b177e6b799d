import { invalid } from '../../base/errors.ts';
import { type AssessedHit, type HitVerdict, isRecord, type RecordKey } from '../hit.ts';
import type { Assessment } from '../outcome.ts';
import type { KeptHitDecision, Report } from './report.ts';
import type { SuppressionInput, SuppressionReason } from './suppression.ts';

/** A reviewer's decision on one hit of a watchlist report. */
export interface HitDecision {
  readonly record: RecordKey;
  readonly decision: HitVerdict;
  /** The reason why a false match is another person. */
  readonly reason?: SuppressionReason;
  readonly note: string;
  /** Months for which later reports on the applicant leave the record out; for a false match. */
  readonly suppress_months?: number;
}

/** The suppression that a decision on a hit makes, if any. */
export function suppressionOf({ record, reason, note, suppress_months }: HitDecision): SuppressionInput | undefined {
  return suppress_months === undefined || reason === undefined
    ? undefined
    : { record, reason, note, months: suppress_months };
}

/** Stored fields of a decision on a hit. */
export const keptHit = (
  { record, decision, reason, note }: HitDecision,
  suppression_id: string | null,
): KeptHitDecision => ({ record, decision, reason: reason ?? null, note, suppression_id });

/** Decisions on leaves and hits. */
interface LeavesAndHits {
  readonly leaves: Readonly<Record<string, 'clear' | 'consider'>>;
  readonly hits: readonly HitDecision[];
}

const recordKeyText = ({ list, source_id }: RecordKey) => `${list}/${source_id}`;

/**
 * Throws `validation_error` for hits that can't be decided so: unknown, decided before, given twice, without a reason; for entries
 * of one person that are decided differently; for a leaf that is to be clear over a hit that isn't ruled out.
 */
export function refuseHits(report: Pick<Report, 'decisions'>, known: Assessment, { leaves, hits }: LeavesAndHits) {
  const decidedLeaves = new Set((report.decisions ?? []).flatMap((decision) => Object.keys(decision.leaves ?? {})));
  const reasonAgainst = (decision: HitDecision, index: number): string | undefined => {
    const hit = known.hits?.find(({ record }) => isRecord(record, decision.record));
    if (!hit) return 'is not a hit of this report';
    if (hits.findIndex(({ record }) => isRecord(record, decision.record)) < index) return 'is given twice';
    if (hit.decided && hit.decided !== 'unsure') return 'was decided already';
    if (hit.leaves.every((leaf) => decidedLeaves.has(leaf))) return 'was decided with its leaf';
    if (decision.decision === 'false_match' && decision.reason === undefined)
      return 'needs a reason: a false match is another person';
    if (decision.decision !== 'false_match' && decision.reason !== undefined)
      return 'can only have a reason as a false match';
    if (decision.decision !== 'false_match' && decision.suppress_months !== undefined)
      return 'can only be suppressed as a false match';
    return undefined;
  };
  const after = (known.hits ?? []).map((hit): AssessedHit => {
    const now = hits.find(({ record }) => isRecord(record, hit.record));
    return now ? { ...hit, decided: now.decision } : hit;
  });
  const reasons = hits.map((hit, index) => {
    const reason = reasonAgainst(hit, index);
    return reason === undefined ? undefined : `${recordKeyText(hit.record).slice(0, 100)} ${reason}`;
  });
  const refused = [...reasons.filter((reason) => reason !== undefined), ...splitPeople(known, after)];
  if (refused.length > 0) throw invalid({ hits: refused.slice(0, 10) });
  for (const [leaf, result] of Object.entries(leaves)) {
    const open = after.find(
      (hit) => hit.leaves.includes(leaf) && (hit.decided === 'true_match' || hit.decided === 'unsure'),
    );
    if (result === 'clear' && open) {
      throw invalid({ leaves: [`${leaf} can't be clear: ${recordKeyText(open.record)} is ${wordsOf(open)}`] });
    }
  }
}

const wordsOf = ({ decided }: AssessedHit) => (decided === 'true_match' ? 'a true match' : 'unsure');

/** Entries of one record are of one person: not at once a true and a false match. */
function splitPeople({ records = [] }: Assessment, hits: readonly AssessedHit[]): string[] {
  return records.flatMap(({ entries = [] }) => {
    const own = hits.filter(({ record }) => entries.some((key) => isRecord(key, record)));
    const differ = (['true_match', 'false_match'] as const).every((verdict) =>
      own.some((hit) => hit.decided === verdict),
    );
    return differ
      ? [`${own.map(({ record }) => recordKeyText(record)).join(' and ')} are of one person: decide them alike`]
      : [];
  });
}

/** Throws `validation_error` where a reviewer is unsure of a hit of a report that is to be clear as a whole. */
export function refuseUnsure(known: Assessment | undefined): void {
  const unsure = known?.hits?.find(({ decided }) => decided === 'unsure');
  if (unsure) throw invalid({ result: [`can't be clear: ${recordKeyText(unsure.record)} is unsure`] });
}
