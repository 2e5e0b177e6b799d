import { invalid } from '../../base/errors.ts';
import { mergePatch } from '../../base/merge-patch.ts';
import { NOT_INCLUDED } from '../../input-rules/rule.ts';
import { AGE_LEAF } from '../age-only.ts';
import { leafPaths, leafResults } from '../breakdown.ts';
import { reportType } from '../index.ts';
import { doubtsOf, flaggedHits, outcomeOf, settle, unassessed } from '../live/assessment.ts';
import { settleHits } from '../live/hits.ts';
import type { Assessment, Breakdowns, LeafFindings, Outcome, SubResult } from '../outcome.ts';
import type { Family, ReportSubject } from '../types.ts';
import { type HitDecision, keptHit, refuseHits, refuseUnsure, suppressionOf } from './hit-decision.ts';
import type { Report } from './report.ts';
import type { SuppressionInput } from './suppression.ts';

/** A reviewer's decision on a report as a whole. */
export interface WholeDecision {
  /** `unidentified`: no record matches; only for reports that have this result. */
  readonly result: 'clear' | 'consider' | 'unidentified';
  /**
   * Sub-result of document reports: `clear` by default when the result is clear. Else it is required, unless flagged leaves lead
   * to one.
   */
  readonly sub_result?: SubResult | undefined;
  /** Paths of the leaves that it flags; none beside `clear`. */
  readonly flagged: readonly string[];
  /** Reason for the decision; stored sealed with the report. */
  readonly note: string;
}

/**
 * A reviewer's decision on leaves by path (`image_integrity.image_quality`): those in doubt, and others to overrule them. Of a
 * watchlist report also on single hits.
 */
export interface LeafDecision {
  readonly leaves: Readonly<Record<string, 'clear' | 'consider'>>;
  readonly hits?: readonly HitDecision[];
  /** Reason for the decision; stored sealed with the report. */
  readonly note: string;
}

export type Decision = WholeDecision | LeafDecision;

/** The hits that a decision names. */
export const hitsOf = (decision: Decision): readonly HitDecision[] =>
  'leaves' in decision ? (decision.hits ?? []) : [];

/** The suppressions that a decision makes. */
export const suppressing = (decision: Decision): SuppressionInput[] =>
  hitsOf(decision).flatMap((hit) => suppressionOf(hit) ?? []);

type Decided = Pick<Report, 'name' | 'age_over' | 'assessment' | 'decisions'>;

/** Properties of the applicant that decide which fields a report leaves out. */
export type About = Pick<ReportSubject, 'applicant' | 'region'>;

/** Most reasons that one error lists, and most characters that it shows of an unknown path. */
const SHOWN_REASONS = 10;
const SHOWN_PATH_LENGTH = 100;

/**
 * Findings of the analysers, with the doubts that reviewers have settled since. A decision on a leaf outweighs decisions on its
 * hits. An overturn decides the report as a whole, so earlier decisions on hits no longer count. Undefined if nothing was analysed.
 */
export function settledAssessment({ assessment, decisions = [] }: Omit<Decided, 'name'>): Assessment | undefined {
  if (!assessment) return undefined;
  const lastOverturn = decisions.findLastIndex(({ overturned }) => overturned !== undefined);
  const hits = decisions.slice(lastOverturn + 1).flatMap(({ hits = [] }) => hits);
  return decisions.reduce((known, { leaves = {} }) => settle(known, leaves), settleHits(assessment, hits));
}

/** Paths of the leaves that wait for a reviewer; none once the report has ended, however it was decided. */
export function openDoubts(report: Omit<Decided, 'name'> & Pick<Report, 'status'>): string[] {
  const known = settledAssessment(report);
  return known && report.status === 'awaiting_approval' ? doubtsOf(known) : [];
}

/** The leaf that repeats those beside it in document reports, for old clients: it follows from them. */
export const follows = ({ family }: { readonly family: Family }, path: string): boolean =>
  family === 'document' && path === 'visual_authenticity.other';

/**
 * The outcome once a decision has settled its leaves; undefined while others are in doubt. Each leaf is decided once.
 * Throws `validation_error` naming the leaves that can't be decided.
 */
export function decidedByLeaves(report: Decided, { leaves, hits = [], note }: LeafDecision): Outcome | undefined {
  const known = settledAssessment(report);
  if (!known) {
    throw invalid({ leaves: ['nothing was analysed of this report: decide it as a whole, with result'] });
  }
  const type = reportType(report.name);
  const paths = Object.keys(leaves);
  if (paths.length + hits.length === 0) throw invalid({ leaves: ["can't be blank"] });
  refuseLeaves(report, known, paths);
  refuseHits(report, known, { leaves, hits });
  const settled = settledBy(report, { leaves, hits, note }) ?? known;
  return doubtsOf(settled).length > 0 ? undefined : outcomeOf(type, settled);
}

/** The findings once a decision on leaves and hits is in force. Undefined where nothing was analysed. */
export function settledBy(report: Omit<Decided, 'name'>, { leaves, hits = [], note }: LeafDecision) {
  const decision = { at: 0, note, result: null, leaves, hits: hits.map((hit) => keptHit(hit, null)) };
  return settledAssessment({ ...report, decisions: [...(report.decisions ?? []), decision] });
}

/** The outcome of a decision; undefined while leaves stay in doubt. Throws `validation_error` for a decision that is not possible. */
export const decided = (report: Decided, decision: Decision, about: About): Outcome | undefined =>
  'leaves' in decision ? decidedByLeaves(report, decision) : decidedWhole(report, decision, about);

/** Throws `validation_error` naming the paths that can't be decided: unknown, derived from others, or decided before. */
function refuseLeaves(report: Decided, { leaves }: Assessment, paths: readonly string[]): void {
  const type = reportType(report.name);
  const before = new Set((report.decisions ?? []).flatMap((decision) => Object.keys(decision.leaves ?? {})));
  const reasonAgainst = (path: string): string | undefined => {
    if (!Object.hasOwn(leaves, path)) return `${shortened(path)} is not a leaf of this report`;
    if (follows(type, path)) return `${path} follows from the leaves beside it`;
    return before.has(path) ? `${path} was decided already` : undefined;
  };
  const reasons = paths.map(reasonAgainst).filter((reason) => reason !== undefined);
  if (reasons.length > SHOWN_REASONS)
    reasons.splice(SHOWN_REASONS, reasons.length, `and ${reasons.length - SHOWN_REASONS} more`);
  if (reasons.length > 0) throw invalid({ leaves: reasons });
}

const shortened = (path: string): string =>
  path.length > SHOWN_PATH_LENGTH ? `${path.slice(0, SHOWN_PATH_LENGTH)}…` : path;

/**
 * The outcome of a decision on the whole: its result, over the leaves as they stand and those that it flags; leaves in
 * doubt stay null. Throws `validation_error`, also for a result that a flagged leaf contradicts.
 */
export function decidedWhole(report: Decided, decision: WholeDecision, subject: About): Outcome {
  const type = reportType(report.name);
  const { family } = type;
  const { listed, ...body } = bodyOf(report, decision, subject);
  const { breakdown, properties, result } = body;
  if (decision.result === 'clear' && result !== 'clear') {
    const flagged = leafResults(breakdown).filter(([, result]) => result !== 'clear' && result !== null);
    const paths = [...flagged.map(([path]) => path), ...listed].filter((path) => !follows({ family }, path));
    throw invalid({ result: [`can't be clear while leaves are flagged: overrule ${paths.join(', ')} with leaves`] });
  }
  if (decision.result === 'clear') refuseUnsure(settledAssessment(report));
  return {
    status: 'complete',
    result: decision.result,
    sub_result: family === 'document' ? chosenSubResult(decision, body.sub_result ?? 'clear') : noSubResult(decision),
    breakdown,
    properties,
  };
}

/**
 * Contract 8.2: `result` is clear only with sub_result clear.
 *
 * @param implied sub-result to which the leaves lead
 */
function chosenSubResult({ result, sub_result }: WholeDecision, implied: SubResult): SubResult {
  if (result === 'clear') {
    if (sub_result === undefined || sub_result === 'clear') return 'clear';
    throw invalid({ sub_result: ['must be clear when the result is clear'] });
  }
  if (sub_result === undefined) {
    if (implied === 'clear') throw invalid({ sub_result: ["can't be blank"] });
    return implied;
  }
  if (sub_result === 'clear') throw invalid({ sub_result: ["can't be clear when the result is consider"] });
  return sub_result;
}

function noSubResult({ sub_result }: WholeDecision): null {
  if (sub_result !== undefined) throw invalid({ sub_result: ['only document reports have one'] });
  return null;
}

/** The body of a report that a person decides as a whole, with the results to which its leaves lead, and its flagged list hits. */
function bodyOf(
  report: Decided,
  { result, flagged }: WholeDecision,
  subject: About,
): Pick<Outcome, 'breakdown' | 'properties' | 'result' | 'sub_result'> & { readonly listed: readonly string[] } {
  const type = reportType(report.name);
  if (result === 'unidentified' && !type.noMatch) throw invalid({ result: [NOT_INCLUDED] });
  const paths = leafPaths(type.tree, type.absent?.(subject));
  const known = settledAssessment(report) ?? { leaves: unassessedLeaves(paths), properties: {} };
  // A person may flag a leaf that no analyser judged.
  const unjudged = flagged.filter((path) => !Object.hasOwn(known.leaves, path) && paths.includes(path));
  const whole: Assessment = {
    ...known,
    leaves: { ...known.leaves, ...unassessedLeaves(unjudged) },
    ...(known.assurance && result === 'clear' && { assurance: { ...known.assurance, reviewedWhole: true } }),
  };
  refuseLeaves(report, whole, flagged);
  // A report on an age alone is clear only if the holder has the age.
  const saysAge = report.age_over !== undefined && result === 'clear' && whole.leaves[AGE_LEAF]?.result === null;
  const settled = settle(whole, {
    ...Object.fromEntries(flagged.map((path) => [path, 'consider' as const])),
    ...(saysAge && { [AGE_LEAF]: 'clear' as const }),
  });
  const { breakdown, properties, result: implied, sub_result } = outcomeOf(type, settled);
  const noMatch = result === 'unidentified' ? type.noMatch?.breakdown : undefined;
  return {
    result: implied,
    sub_result,
    listed: flaggedHits(settled.leaves),
    breakdown: noMatch ? (mergePatch(breakdown, noMatch) as Breakdowns) : breakdown,
    // Records in doubt are ruled out with the whole.
    properties: known.records && result === 'clear' ? { ...properties, records: [] } : properties,
  };
}

function unassessedLeaves(paths: readonly string[]): LeafFindings {
  return Object.fromEntries(paths.map((path) => [path, unassessed('Nobody assessed it')]));
}
