import { isDeepStrictEqual } from 'node:util';
import { leafResults } from '../../reports/breakdown.ts';
import type { Outcome } from '../../reports/outcome.ts';
import { type Decision, hitsOf } from '../reports/decision.ts';

/** What a decision comes to, by which two are compared. Notes, and reasons of hits, are each person's own. */
export interface Gist {
  /** Null of a decision that leaves others open. */
  readonly result: 'clear' | 'consider' | 'unidentified' | null;
  readonly sub_result: string | null;
  /** Of a decision that ends the report, the leaves that are not clear; else those that it decides. Sorted by path. */
  readonly leaves: readonly (readonly [path: string, result: string])[];
  /** Hit by hit, with the months for which it is suppressed. Sorted. */
  readonly hits: readonly (readonly [record: string, verdict: string, months: number])[];
}

/** The gist of a decision; `outcome` is undefined where it does not end the report. */
export function gistOf(decision: Decision, outcome: Outcome | undefined): Gist {
  return {
    result: outcome?.result ?? null,
    sub_result: outcome?.sub_result ?? null,
    leaves: sorted(outcome ? flagged(outcome) : Object.entries('leaves' in decision ? decision.leaves : {})),
    hits: sorted(
      hitsOf(decision).map(
        ({ record, decision: verdict, suppress_months = 0 }) =>
          [`${record.list}/${record.source_id}`, verdict, suppress_months] as const,
      ),
    ),
  };
}

const flagged = ({ breakdown }: Outcome): [string, string][] =>
  leafResults(breakdown).flatMap(([path, result]) => (result === null || result === 'clear' ? [] : [[path, result]]));

function sorted<T extends readonly [string, ...unknown[]]>(entries: readonly T[]): T[] {
  return [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
}

/**
 * Whether a third person may settle by a decision what two others decided differently: each of them has decided all of it.
 * What ends a report decides all of it.
 */
export const settlesAll = (gist: Gist, [one, other]: readonly [Gist, Gist]): boolean =>
  covers(one, gist) && covers(other, gist);

function covers(earlier: Gist, gist: Gist): boolean {
  if (earlier.result !== null) return true;
  const decided = new Set(subjectsOf(earlier));
  return gist.result === null && subjectsOf(gist).every((subject) => decided.has(subject));
}

/** Leaves and hits. */
const subjectsOf = ({ leaves, hits }: Gist): string[] => [
  ...leaves.map(([path]) => `leaf ${path}`),
  ...hits.map(([record]) => `hit ${record}`),
];

/** Whether two people have decided the same. */
export const isSameGist = (a: Gist, b: Gist): boolean => isDeepStrictEqual(a, b);
