import { isDeepStrictEqual } from 'node:util';
import { leafResults } from '../../reports/breakdown.ts';
import type { RecordKey } from '../../reports/hit.ts';
import type { Outcome } from '../../reports/outcome.ts';
import { type Decision, hitsOf } from '../../reports/records/decision.ts';

/** Substance of a decision, by which two are compared. Notes, and reasons of hits, are each person's own. */
export interface DecisionContent {
  /** Null of a decision that leaves others open. */
  readonly result: 'clear' | 'consider' | 'unidentified' | null;
  readonly sub_result: string | null;
  /** Leaves that are not clear, for a decision that ends the report; else the leaves that it decides. Sorted by path. */
  readonly leaves: readonly (readonly [path: string, result: string])[];
  /** Hit by hit, with the months for which it is suppressed. Sorted. */
  readonly hits: readonly (readonly [record: string, verdict: string, months: number])[];
}

/** Returns the content of a decision. `outcome` is undefined if the decision does not end the report. */
export function contentOfDecision(decision: Decision, outcome: Outcome | undefined): DecisionContent {
  return {
    result: outcome?.result ?? null,
    sub_result: outcome?.sub_result ?? null,
    leaves: sorted(outcome ? flagged(outcome) : Object.entries('leaves' in decision ? decision.leaves : {})),
    hits: sorted(
      hitsOf(decision).map(
        ({ record, decision: verdict, suppress_months = 0 }) => [hitKey(record), verdict, suppress_months] as const,
      ),
    ),
  };
}

/** Key of a hit in `DecisionContent`. */
export const hitKey = ({ list, source_id }: RecordKey): string => `${list}/${source_id}`;

const flagged = ({ breakdown }: Outcome): [string, string][] =>
  leafResults(breakdown).flatMap(([path, result]) => (result === null || result === 'clear' ? [] : [[path, result]]));

function sorted<T extends readonly [string, ...unknown[]]>(entries: readonly T[]): T[] {
  return [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Leaves by path, and hits by `hitKey`. */
interface Subjects {
  readonly leaves: readonly string[];
  readonly hits: readonly string[];
}

/**
 * Points on which the first two reviewers have decided. A third reviewer may decide them otherwise than either. A decision that
 * ends a report decides all of it; null if both end it: the third may decide anything.
 */
export function decidedByBoth([one, other]: readonly [DecisionContent, DecisionContent]): Subjects | null {
  if (one.result !== null && other.result !== null) return null;
  if (one.result !== null) return subjectsOf(other);
  if (other.result !== null) return subjectsOf(one);
  const [ofOne, ofOther] = [subjectsOf(one), subjectsOf(other)];
  return {
    leaves: ofOne.leaves.filter((path) => ofOther.leaves.includes(path)),
    hits: ofOne.hits.filter((record) => ofOther.hits.includes(record)),
  };
}

/**
 * Returns whether a third person's decision may settle the points that two others decided differently: each of them has decided
 * all of it.
 */
export function settlesAll(content: DecisionContent, both: readonly [DecisionContent, DecisionContent]): boolean {
  const common = decidedByBoth(both);
  if (common === null) return true;
  const { leaves, hits } = subjectsOf(content);
  return (
    content.result === null &&
    leaves.every((path) => common.leaves.includes(path)) &&
    hits.every((record) => common.hits.includes(record))
  );
}

const subjectsOf = ({ leaves, hits }: DecisionContent): Subjects => ({
  leaves: leaves.map(([path]) => path),
  hits: hits.map(([record]) => record),
});

/** Returns whether two people have decided the same. */
export const isSameContent = (a: DecisionContent, b: DecisionContent): boolean => isDeepStrictEqual(a, b);
