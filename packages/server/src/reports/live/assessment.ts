import type { DecisionSettings } from '../../context/decision-settings.ts';
import type {
  Assessment,
  Breakdown,
  Breakdowns,
  LeafFinding,
  LeafFindings,
  Outcome,
  Properties,
  ResultRules,
  ShownRecord,
  Verdict,
} from '../outcome.ts';
import { breakdownResult, documentSubResult, reportResult, visualAuthenticityOther } from '../results.ts';
import type { ReportType } from '../types.ts';
import { assuranceOf } from './document/evidence/assurance.ts';
import { isRuledOut } from './hits.ts';
import { lacksEvidence } from './missing-evidence.ts';

export const clear = (reason: string, more: Partial<LeafFinding> = {}): LeafFinding => ({
  result: 'clear',
  reason,
  ...more,
});

export const consider = (reason: string, more: Partial<LeafFinding> = {}): LeafFinding => ({
  result: 'consider',
  reason,
  ...more,
});

/** A leaf that was not assessed, with the reason. */
export const unassessed = (reason: string, more: Partial<LeafFinding> = {}): LeafFinding => ({
  result: null,
  reason,
  ...more,
});

/** No program can decide: a reviewer settles it, or it becomes `consider`. */
export const doubtful = (reason: string, more: Partial<LeafFinding> = {}): LeafFinding => ({
  result: null,
  reason,
  doubt: true,
  ...more,
});

/** A doubt that rests on pixels, or on print that was not read: data and portrait that the issuer signed outweigh it. */
export const doubtfulPicture = (reason: string, more: Partial<LeafFinding> = {}): LeafFinding =>
  doubtful(reason, { ...more, ofPicture: true });

/** Properties of a report's type, besides its findings, that its body depends on. */
export type ReportShape = Pick<ReportType, 'family' | 'tree' | 'rules'>;

/** Paths of the leaves that need manual review. */
export function doubtsOf({ leaves }: Assessment): string[] {
  return Object.entries(leaves)
    .filter(([, { doubt }]) => doubt)
    .map(([path]) => path);
}

/**
 * The outcome of an assessment, or that a person must settle its doubts. Nobody is asked about doubts that can't change
 * the result: beside a leaf that is flagged permanently, and as gravely, they stay unassessed.
 */
export function verdictOf(
  report: ReportShape,
  assessment: Assessment,
  { decision_uncertain }: Pick<DecisionSettings, 'decision_uncertain'>,
): Verdict {
  if (decision_uncertain === 'consider') {
    const flagged = withoutPerson(report, assessment);
    return { ...outcomeOf(report, flagged), assessment: flagged };
  }
  const worst = outcomeOf(report, settle(assessment, considered(doubtsOf(assessment))));
  const outcome = outcomeOf(report, assessment);
  const same = outcome.result === worst.result && outcome.sub_result === worst.sub_result;
  return same ? { ...outcome, assessment } : { status: 'awaiting_approval', assessment };
}

const considered = (paths: readonly string[]) => Object.fromEntries(paths.map((path) => [path, 'consider' as const]));

/** The leaf of document reports that says that evidence is missing: it accuses nobody, so its sub-result is `caution`. */
const MISSING = 'data_consistency.multiple_data_sources_present';

/**
 * The assessment as it stands where no person is asked: doubts are flagged. Missing evidence accuses nobody. Its leaves stay
 * unassessed, and one leaf is flagged for all of them, if no other leaf is.
 */
function withoutPerson({ family }: ReportShape, assessment: Assessment): Assessment {
  const { leaves } = assessment;
  const doubts = doubtsOf(assessment);
  const missing = doubts.filter((path) => lacksEvidence(leaves[path]!));
  if (family !== 'document' || missing.length === 0) return settle(assessment, considered(doubts));
  const unassessedLeaves = missing.map((path): [string, LeafFinding] => {
    const { doubt: _, ...finding } = leaves[path]!;
    return [path, { ...finding, unconfirmed: true }];
  });
  const others = doubts.filter((path) => !missing.includes(path));
  const known = { ...assessment, leaves: { ...leaves, ...Object.fromEntries(unassessedLeaves) } };
  const isFlagged = ({ result }: LeafFinding) => result !== null && result !== 'clear';
  if (others.length > 0 || Object.values(leaves).some(isFlagged)) return settle(known, considered(others));
  const reason = `The document lacks evidence that the account asks for. ${leaves[missing[0]!]!.reason}`;
  return { ...known, leaves: { ...known.leaves, [MISSING]: consider(reason) } };
}

/** Leaves that say `unidentified` where others say `consider` (contract 9.7). */
const UNIDENTIFIED: ReadonlySet<string> = new Set(['document_classification.supported_document']);

/** The assessment with doubts settled. Once no leaf is flagged any more, those that lack evidence are in doubt. */
export function settle(assessment: Assessment, results: Readonly<Record<string, 'clear' | 'consider'>>): Assessment {
  const leaves = Object.entries(assessment.leaves).map(([path, finding]): [string, LeafFinding] => {
    const result = results[path];
    if (result === undefined) return [path, finding];
    const { doubt: _, unconfirmed: __, ...rest } = finding;
    const named = result === 'consider' && UNIDENTIFIED.has(path) ? 'unidentified' : result;
    return [path, { ...rest, result: named, ...(result === 'clear' && { reviewed: true }) }];
  });
  const flagged = leaves.some(([, { result }]) => result !== null && result !== 'clear');
  const settled = flagged ? leaves : leaves.map(([path, finding]) => [path, doubtedAgain(finding)] as const);
  return { ...assessment, leaves: Object.fromEntries(settled) };
}

function doubtedAgain({ unconfirmed, ...finding }: LeafFinding): LeafFinding {
  return unconfirmed ? { ...finding, doubt: true } : finding;
}

/** Leaves that refuse a document, by analyser or reviewer (contract 9.2 and 9.7). */
const REFUSING = [
  'image_integrity.image_quality',
  'image_integrity.supported_document',
  'document_classification.supported_document',
];

const breakdownOf = (path: string) => path.split('.')[0] as string;

/** Assessment of a refused document: the reason, and the quality of its pictures. Its data is left out. */
function withoutRefused(assessment: Assessment): Assessment {
  const { leaves } = assessment;
  const refusing = REFUSING.filter((path) => ['consider', 'unidentified'].includes(leaves[path]?.result ?? ''));
  if (refusing.length === 0) return assessment;
  const kept = ['image_integrity', ...refusing.map(breakdownOf)];
  const shown = Object.entries(leaves).map(([path, finding]): [string, LeafFinding] =>
    kept.includes(breakdownOf(path)) ? [path, finding] : [path, unassessed(finding.reason)],
  );
  return { leaves: Object.fromEntries(shown), properties: {} };
}

/** The body of a report from its leaves (contract 9.1). A path that no finding names is left out of the body. */
export function outcomeOf({ family, tree, rules = {} }: ReportShape, assessment: Assessment): Outcome {
  const { leaves, properties: known } = withoutRefused(assessment);
  const assurance = assuranceOf(assessment);
  const properties = assurance ? { ...known, assurance } : known;
  const breakdown: Breakdowns = {};
  for (const [name, subs] of Object.entries(tree)) {
    const built = subs.length === 0 ? single(leaves[name]) : nested(name, subs, leaves, rules);
    if (built) breakdown[name] = built;
  }
  const isDocument = family === 'document';
  if (isDocument) repeatOther(breakdown);
  const listed = flaggedHits(leaves);
  const implied = rules.report?.(leaves) ?? reportResult(breakdown);
  const result = implied === 'clear' && listed.length > 0 ? 'consider' : implied;
  return {
    status: 'complete',
    result,
    sub_result: isDocument ? documentSubResult(breakdown, listed) : null,
    breakdown,
    properties: assessment.records ? { ...properties, records: shownRecords(assessment, leaves) } : properties,
  };
}

/** Paths of the hits on the blocklist that were flagged. They count in the result, but no tree has them, so no body shows them. */
export const flaggedHits = (leaves: LeafFindings): string[] =>
  Object.keys(leaves).filter((path) => breakdownOf(path) === 'blocklist' && leaves[path]?.result === 'consider');

/** Records that no reviewer has ruled out. */
function shownRecords(assessment: Assessment, leaves: LeafFindings): Properties[] {
  const counts = (path: string) => leaves[path]?.doubt === true || leaves[path]?.result === 'consider';
  const ruledOut = ({ entries = [] }: ShownRecord) =>
    entries.length > 0 && entries.every((key) => isRuledOut(assessment, key));
  return (assessment.records ?? [])
    .filter((record) => record.leaves.some(counts) && !ruledOut(record))
    .map(({ shown }) => shown);
}

const single = (finding: LeafFinding | undefined): Breakdown | undefined => finding && { result: finding.result };

function nested(
  name: string,
  subs: readonly string[],
  leaves: LeafFindings,
  { breakdown = breakdownResult, bareLeaves }: ResultRules,
): Breakdown | undefined {
  const found = subs.flatMap((sub) => {
    const finding = leaves[`${name}.${sub}`];
    if (!finding) return [];
    const { result, properties = {} } = finding;
    return [[sub, bareLeaves ? { result } : { result, properties }] as const];
  });
  if (found.length === 0) return undefined;
  return {
    result: breakdown(found.map(([, { result }]) => result)),
    breakdown: Object.fromEntries(found),
  };
}

/** `other` repeats six leaves beside it for old clients; where none of them was assessed it says nothing either. */
function repeatOther({ visual_authenticity }: Breakdowns): void {
  const leaves = visual_authenticity?.breakdown;
  if (!leaves?.other) return;
  const { other, ...rest } = leaves;
  const assessed = Object.values(rest).some(({ result }) => result !== null);
  leaves.other = { ...other, result: assessed ? visualAuthenticityOther(rest) : null };
}
