import type { Hit, Leaf, Report, Waiting } from '../types.ts';
import { keyOf } from './marks.ts';

/** Kinds of doubt that are cleared in several reports at once: the dialog can show both sides of each of them. */
const CLEARABLE = ['lists', 'data'] as const;
export type ClearableKind = (typeof CLEARABLE)[number];

/** The kind of doubt in which reports are cleared together: hits on lists, or data of one applicant. Null for other selections. */
export function clearableKind(rows: readonly Waiting[]): ClearableKind | null {
  const [first] = rows;
  const kind = CLEARABLE.find((one) => one === first?.doubt);
  if (!first || !kind || rows.some(({ doubt, yours }) => doubt !== kind || yours)) return null;
  return kind === 'lists' || rows.every(({ applicant_id }) => applicant_id === first.applicant_id) ? kind : null;
}

/** A doubt with both of its sides: a listed person beside the applicant, or a leaf with the values that differ. */
export type Pair =
  | { readonly key: string; readonly hit: Hit; readonly path?: undefined }
  | { readonly key: string; readonly hit?: undefined; readonly path: string; readonly leaf: Leaf };

/**
 * The doubts of a report that are cleared together with doubts of other reports. Null for a report that is decided by itself: it has other
 * findings, another person has begun to decide it, or a reviewer was unsure of a hit.
 */
export function pairsOf(report: Report, kind: ClearableKind): readonly Pair[] | null {
  const { concerns, doubts, hits, leaves, standing, proposal, status } = report;
  if (status !== 'awaiting_approval' || standing.decided || standing.settles !== null || proposal !== null) return null;
  if (concerns.length === 0 || concerns.some((concern) => !concern.doubt || concern.kind !== kind)) return null;
  if (kind === 'data') {
    if (hits.length > 0) return null;
    return doubts.flatMap((path) => (leaves[path] ? [{ key: `${report.id} ${path}`, path, leaf: leaves[path] }] : []));
  }
  const open = hits.filter((hit) => hit.decided === null && hit.leaves.some((path) => doubts.includes(path)));
  const isJudged = hits.some(({ decided }) => decided !== null && decided.decision !== 'false_match');
  if (isJudged || !doubts.every((path) => open.some((hit) => hit.leaves.includes(path)))) return null;
  return open.map((hit) => ({ key: `${report.id} ${keyOf(hit)}`, hit }));
}

/** A report as the interface takes it: with all doubts that the member has seen. */
export const seenReport = (id: string, pairs: readonly Pair[]) => ({
  id,
  hits: pairs.flatMap(({ hit }) => (hit ? [{ list: hit.list, source_id: hit.source_id }] : [])),
  leaves: pairs.flatMap(({ path }) => path ?? []),
});
