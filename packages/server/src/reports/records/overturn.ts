import { leafProperties } from '../breakdown.ts';
import { reportType } from '../index.ts';
import { settle } from '../live/assessment.ts';
import type { Assessment, LeafFinding, Outcome } from '../outcome.ts';
import { type About, decidedWhole, follows, settledAssessment, type WholeDecision } from './decision.ts';
import type { OverturnReason, Report } from './report.ts';

/** A new result for a complete report, which two members decide. */
export interface Overturn extends WholeDecision {
  readonly reason: OverturnReason;
}

/** A complete report, as far as its new outcome follows from it. */
type Complete = Pick<Report, 'name' | 'age_over' | 'assessment' | 'decisions' | 'breakdown' | 'properties'>;

/**
 * The outcome of an overturn. `clear` clears every flagged leaf. Other results flag the leaves that the overturn names and leave the
 * others as they are. Throws `validation_error` for a result, sub-result or leaf that the report can't have.
 */
export function overturnedOutcome(report: Complete, overturn: Overturn, subject: About): Outcome {
  const { assessment: known, cleared } = startOf(report, overturn);
  const assessment = settle(known, Object.fromEntries(cleared.map((path) => [path, 'clear' as const])));
  const outcome = decidedWhole({ ...report, assessment, decisions: [] }, overturn, subject);
  // Records of the sandbox belong to no hit.
  const isListed = overturn.result === 'clear' && outcome.properties.records !== undefined;
  return isListed ? { ...outcome, properties: { ...outcome.properties, records: [] } } : outcome;
}

/** The leaves that an overturn decides, by path, without a leaf that follows from others. */
export function overturnedLeaves(report: Complete, overturn: Overturn): Record<string, 'clear' | 'consider'> {
  const type = reportType(report.name);
  const cleared = startOf(report, overturn).cleared.filter((path) => !follows(type, path));
  return Object.fromEntries([
    ...cleared.map((path) => [path, 'clear'] as const),
    ...overturn.flagged.map((path) => [path, 'consider'] as const),
  ]);
}

/** Outcomes of a report that overturns have replaced, the first first; `at` is the time of the overturn in Unix milliseconds. */
export const earlierResults = ({ decisions = [] }: Pick<Report, 'decisions'>) =>
  decisions.flatMap(({ at, overturned }) => (overturned ? [{ at, ...overturned }] : []));

interface Start {
  /** Findings that the overturn starts from. */
  readonly assessment: Assessment;
  /** Paths of the flagged leaves that the overturn clears. */
  readonly cleared: readonly string[];
}

/**
 * Earlier decisions on leaves count, and decisions on hits don't: the overturn decides all hits again. Leaves that no analyser judged
 * are taken from the breakdown.
 */
function startOf(report: Complete, { result }: Overturn): Start {
  const { assessment, decisions = [], breakdown, properties } = report;
  const withoutHits = decisions.map(({ hits: _, ...decision }) => decision);
  const { automation: _, ...known } = settledAssessment({ assessment, decisions: withoutHits }) ?? {
    leaves: {},
    properties,
  };
  const shown = leafProperties(breakdown).map(([path, result, properties]): [string, LeafFinding] => [
    path,
    { result, properties, reason: 'Result before the overturn' },
  ]);
  const leaves = { ...Object.fromEntries(shown), ...known.leaves };
  const flagged = [...shown, ...Object.entries(leaves)].filter(
    ([, leaf]) => leaf.result !== null && leaf.result !== 'clear',
  );
  const cleared = result === 'clear' ? [...new Set(flagged.map(([path]) => path))] : [];
  return { assessment: { ...known, leaves }, cleared };
}
