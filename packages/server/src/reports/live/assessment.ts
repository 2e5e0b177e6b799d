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
import { isRuledOut } from './hits.ts';

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

/** First words of the reason of a leaf whose evidence is missing. `lacksEvidence` recognises stored reports by them. */
export const UNCONFIRMED = 'No evidence rules out that';

/** The first words in reports that versions up to 0.2 stored. */
const UNCONFIRMED_BEFORE = 'Nothing on this document confirms that';

/** Returns whether a leaf is in doubt only because evidence is missing: no analyser found anything against it. */
export const lacksEvidence = ({ reason }: Pick<LeafFinding, 'reason'>): boolean =>
  reason.startsWith(UNCONFIRMED) || reason.startsWith(UNCONFIRMED_BEFORE);

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
  const doubts = doubtsOf(assessment);
  const flagged = settle(assessment, Object.fromEntries(doubts.map((path) => [path, 'consider' as const])));
  const worst = outcomeOf(report, flagged);
  if (decision_uncertain === 'consider') return { ...worst, assessment: flagged };
  const outcome = outcomeOf(report, assessment);
  const same = outcome.result === worst.result && outcome.sub_result === worst.sub_result;
  return same ? { ...outcome, assessment } : { status: 'awaiting_approval', assessment };
}

/** Leaves that say `unidentified` where others say `consider` (contract 9.7). */
const UNIDENTIFIED: ReadonlySet<string> = new Set(['document_classification.supported_document']);

/** The assessment with doubts settled. Once no leaf is flagged any more, those that lack evidence are in doubt. */
export function settle(assessment: Assessment, results: Readonly<Record<string, 'clear' | 'consider'>>): Assessment {
  const leaves = Object.entries(assessment.leaves).map(([path, finding]): [string, LeafFinding] => {
    const result = results[path];
    if (result === undefined) return [path, finding];
    const { doubt: _, unconfirmed: __, ...rest } = finding;
    return [path, { ...rest, result: result === 'consider' && UNIDENTIFIED.has(path) ? 'unidentified' : result }];
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
  const { leaves, properties } = withoutRefused(assessment);
  const breakdown: Breakdowns = {};
  for (const [name, subs] of Object.entries(tree)) {
    const built = subs.length === 0 ? single(leaves[name]) : nested(name, subs, leaves, rules);
    if (built) breakdown[name] = built;
  }
  const isDocument = family === 'document';
  if (isDocument) repeatOther(breakdown);
  const result = rules.report?.(leaves) ?? reportResult(breakdown);
  return {
    status: 'complete',
    result,
    sub_result: isDocument ? documentSubResult(breakdown) : null,
    breakdown,
    properties: assessment.records ? { ...properties, records: shownRecords(assessment, leaves) } : properties,
  };
}

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
