import { leafResults } from './breakdown.ts';
import type { Breakdowns, Result, SubResult } from './outcome.ts';

const isFlagged = (result: Result): boolean => result === 'consider' || result === 'unidentified';

/**
 * Result of a breakdown from its leaves: `consider` when one is flagged, null when none was assessed, else `clear`.
 * Identity reports, whose breakdowns may be `unidentified`, have their own rule.
 */
export function breakdownResult(leaves: readonly Result[]): 'clear' | 'consider' | null {
  if (leaves.some(isFlagged)) return 'consider';
  return leaves.includes('clear') ? 'clear' : null;
}

/** Result of a report from its breakdowns: `consider` when at least one is flagged, else `clear`. */
export function reportResult(breakdowns: Breakdowns): 'clear' | 'consider' {
  return Object.values(breakdowns).some(({ result }) => isFlagged(result)) ? 'consider' : 'clear';
}

/**
 * Result of a check from its reports; those without a result don't count.
 *
 * @returns null when no report has a result
 */
export function checkResult(reports: readonly Result[]): 'clear' | 'consider' | null {
  return breakdownResult(reports);
}

/** The `sub_result` for a flagged leaf of a document report. A leaf without a line uses its breakdown's. */
const documentSubResults: Readonly<Record<string, SubResult>> = {
  image_integrity: 'caution',
  'image_integrity.image_quality': 'rejected',
  'image_integrity.supported_document': 'rejected',
  age_validation: 'rejected',
  visual_authenticity: 'suspected',
  'visual_authenticity.other': 'clear', // repeats other leaves, see visualAuthenticityOther
  'visual_authenticity.face_detection': 'caution',
  data_validation: 'suspected',
  'data_validation.document_expiration': 'caution',
  data_consistency: 'suspected',
  'data_consistency.multiple_data_sources_present': 'caution',
  data_comparison: 'caution',
  police_record: 'suspected',
  compromised_document: 'suspected',
  issuing_authority: 'suspected',
  // Only a listed number says anything of the document itself.
  blocklist: 'caution',
  'blocklist.document_number': 'suspected',
};

const worstFirst: readonly SubResult[] = ['rejected', 'suspected', 'caution', 'clear'];

/** The `sub_result` of one flagged leaf (`breakdown.leaf`) of a document report. */
export function leafSubResult(path: string): SubResult {
  const [breakdown = path] = path.split('.');
  return documentSubResults[path] ?? documentSubResults[breakdown] ?? 'clear';
}

/**
 * The `sub_result` of a document report: the worst of its flagged leaves, `clear` when none is flagged.
 *
 * @param listed paths of flagged leaves that the body does not show: hits on the blocklist
 */
export function documentSubResult(breakdowns: Breakdowns, listed: readonly string[] = []): SubResult {
  const flagged = leafResults(breakdowns)
    .filter(([, result]) => isFlagged(result))
    .map(([path]) => path);
  const found = [...flagged, ...listed].map(leafSubResult);
  return worstFirst.find((subResult) => found.includes(subResult)) ?? 'clear';
}

/** The leaf `visual_authenticity.other`, kept for old clients: `consider` when one of the suspected leaves is. */
export function visualAuthenticityOther(leaves: Readonly<Record<string, { result: Result }>>): 'clear' | 'consider' {
  return Object.entries(leaves).some(
    ([leaf, { result }]) => isFlagged(result) && leafSubResult(`visual_authenticity.${leaf}`) === 'suspected',
  )
    ? 'consider'
    : 'clear';
}
