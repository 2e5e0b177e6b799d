import { Problem } from '../base/errors.ts';
import { getCheck } from '../checks/get.ts';
import { subjectOf, subjectOfReport } from '../checks/subject.ts';
import type { Ctx } from '../context/ctx.ts';
import { leafResults } from '../reports/breakdown.ts';
import { reportType } from '../reports/index.ts';
import { doubtsOf, flaggedHits, settle } from '../reports/live/assessment.ts';
import type { Outcome } from '../reports/outcome.ts';
import {
  type About,
  type Decision,
  decided,
  follows,
  settledAssessment,
  settledBy,
} from '../reports/records/decision.ts';
import { getReport } from '../reports/records/get.ts';
import type { Report } from '../reports/records/report.ts';
import { storedOutcome } from '../reports/sanctions.ts';
import { decisionStatesOf } from './dual-control/decision-states.ts';
import { needsTwo } from './proposals/rule.ts';
import { hiddenReports } from './second-looks/hidden.ts';
import { undecided } from './second-looks/undecided.ts';

/** The outcome of a report for a decision that nobody has made yet. */
export interface Foreseen extends Pick<Outcome, 'result' | 'sub_result'> {
  /** `awaiting_approval` where the decision leaves something in doubt. */
  readonly status: Outcome['status'] | 'awaiting_approval';
  /** Paths of the leaves that are flagged in the end, with hits on the blocklist, which no body of the report shows. */
  readonly flagged: readonly string[];
  /** Paths of the leaves that stay in doubt, or come to be in doubt by the decision. */
  readonly doubts: readonly string[];
}

/** The outcome of a report for a decision. Throws `validation_error` for a decision that is refused. */
export function foreseen(
  report: Pick<Report, 'name' | 'assessment' | 'decisions'>,
  decision: Decision,
  { sanctioned, ...about }: About & { readonly sanctioned: boolean },
): Foreseen {
  const outcome = decided(report, decision, about);
  if (!outcome) {
    const settled = 'leaves' in decision ? settledBy(report, decision) : undefined;
    const doubts = settled ? doubtsOf(settled) : [];
    return { status: 'awaiting_approval', result: null, sub_result: null, flagged: [], doubts };
  }
  const { status, result, sub_result, breakdown } = storedOutcome(report.name, outcome, sanctioned);
  const type = reportType(report.name);
  const flagged = leafResults(breakdown)
    .filter(([path, found]) => found !== 'clear' && found !== null && !follows(type, path))
    .map(([path]) => path);
  return { status, result, sub_result, flagged: [...listedBy(report, decision), ...flagged], doubts: [] };
}

/** Paths of the hits on the blocklist that are flagged once a decision is in force. */
function listedBy(report: Pick<Report, 'assessment' | 'decisions'>, decision: Decision): string[] {
  if ('leaves' in decision) return flaggedHits(settledBy(report, decision)?.leaves ?? {});
  const known = settledAssessment(report);
  if (!known) return [];
  return flaggedHits(settle(known, Object.fromEntries(decision.flagged.map((path) => [path, 'consider']))).leaves);
}

/** A foreseen outcome, and whether it takes effect only once another person decides the same, or confirms it. */
export interface ForeseenHere extends Foreseen {
  readonly needs_another: boolean;
}

/**
 * The outcomes of a report for several decisions, without deciding anything; null for a decision that would be refused. Throws
 * `resource_not_found`, or `gone` with the applicant.
 */
export async function foresee(ctx: Ctx, id: string, decisions: readonly Decision[]): Promise<(ForeseenHere | null)[]> {
  const found = await getReport(ctx, id);
  const [secondLook] = await hiddenReports(ctx, 'reports', [id]);
  const report = secondLook ? undecided(found) : found;
  const { check } = await getCheck(ctx, report.check_id);
  const { sanctioned } = subjectOfReport(await subjectOf(ctx, ctx.read, check), report);
  const about = { applicant: check.applicant, region: ctx.services.settings.region, sanctioned };
  const { decision_four_eyes, screening_four_eyes } = ctx.account.settings;
  const known = settledAssessment(report);
  const together = decision_four_eyes === 'on';
  // The third of three people settles the report. The second isn't told whether the first decided the same.
  const isThird = together && (await decisionStatesOf(ctx, [report]))(id).needs === 'third_needed';
  return decisions.map((decision) => {
    const needsAnother = together ? !isThird : needsTwo(screening_four_eyes, known, decision);
    const needs_another = needsAnother && !secondLook;
    try {
      return report.status === 'awaiting_approval' ? { ...foreseen(report, decision, about), needs_another } : null;
    } catch (error) {
      if (error instanceof Problem) return null;
      throw error;
    }
  });
}
