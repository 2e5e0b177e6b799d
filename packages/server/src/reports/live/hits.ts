import { type AssessedHit, type HitVerdict, isRecord, type RecordKey } from '../hit.ts';
import type { Assessment, LeafFinding } from '../outcome.ts';

/**
 * The assessment with hits decided. A leaf with a true match is flagged. A leaf whose hits are all false matches says what it
 * would say without them: without a usable list it stays unanswered. Every other leaf stays in doubt.
 */
export function settleHits(
  assessment: Assessment,
  decided: readonly { readonly record: RecordKey; readonly decision: HitVerdict }[],
): Assessment {
  if (!assessment.hits || decided.length === 0) return assessment;
  const hits = assessment.hits.map((hit): AssessedHit => {
    const last = decided.findLast(({ record }) => isRecord(record, hit.record));
    return last ? { ...hit, decided: last.decision } : hit;
  });
  const leaves = Object.entries(assessment.leaves).map(([path, finding]) => {
    const own = hits.filter((hit) => hit.leaves.includes(path));
    return [path, own.length === 0 ? finding : leafOf(finding, own, assessment.withoutHits?.[path])] as const;
  });
  return { ...assessment, hits, leaves: Object.fromEntries(leaves) };
}

function leafOf(finding: LeafFinding, hits: readonly AssessedHit[], without: LeafFinding | undefined): LeafFinding {
  if (hits.some(({ decided }) => decided === 'true_match')) {
    const { doubt: _, ...rest } = finding;
    return { ...rest, result: 'consider' };
  }
  return without && hits.every(({ decided }) => decided === 'false_match') ? without : finding;
}

/** Returns whether a reviewer has ruled an entry out. */
export const isRuledOut = ({ hits = [] }: Pick<Assessment, 'hits'>, key: RecordKey): boolean =>
  hits.some(({ record, decided }) => decided === 'false_match' && isRecord(record, key));
