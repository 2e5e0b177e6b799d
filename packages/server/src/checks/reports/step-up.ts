import { MINUTE_MS } from '../../base/clock.ts';
import type { Ctx } from '../../context/ctx.ts';
import type { DecisionSettings } from '../../context/decision-settings.ts';
import { enqueue } from '../../jobs/queue.ts';
import { uploadsOf } from '../../media/media.ts';
import { reportType } from '../../reports/index.ts';
import { doubtsOf, verdictOf } from '../../reports/live/assessment.ts';
import { lacksEvidence } from '../../reports/live/missing-evidence.ts';
import type { Assessment, LeafFindings, Verdict } from '../../reports/outcome.ts';
import {
  type Report,
  type ReportData,
  type StepUp,
  type StepUpKind,
  stepUpKinds,
} from '../../reports/records/report.ts';
import { findReport, updateReportData } from '../../store/queries/checks.ts';
import type { ReportRow } from '../../store/schema.ts';
import type { ScopedTx } from '../../store/store.ts';
import type { Check } from '../check.ts';
import { credentialDocumentTypes } from '../credentials/request.ts';

/** Milliseconds for which the applicant may hand in more evidence. */
const STEP_UP_MS = 30 * MINUTE_MS;

/** The verdict that the applicant is to hand in more evidence, with what was found until then. */
export interface AwaitingApplicant {
  readonly status: 'awaiting_applicant';
  readonly assessment: Assessment;
  readonly step_up: StepUp;
}

/** Kinds of documents that may carry a chip. */
const WITH_CHIP: readonly string[] = ['passport', 'card_with_zone'];

/** Types of documents that wallets have: a report on an age alone stores none. */
const IN_WALLETS: readonly string[] = credentialDocumentTypes;

/** Evidence that could still prove the document, the strongest first. */
function offersOf(wanted: readonly StepUpKind[], { leaves, evidence, properties }: Assessment): StepUpKind[] {
  if (lacksBackAlone(leaves)) return wanted.filter((kind) => kind === 'back');
  const doubts = doubtsOf({ leaves, properties: {} });
  if (!evidence || doubts.length === 0 || !doubts.every((path) => lacksEvidence(leaves[path]!))) return [];
  const has = (name: string) =>
    evidence.found.some(({ confirmed_by }) => confirmed_by.some(({ source }) => source.startsWith(name)));
  const useful: Readonly<Record<StepUpKind, boolean>> = {
    credential: IN_WALLETS.includes(String(properties.document_type)) && !has('credential'),
    chip: WITH_CHIP.includes(evidence.kind) && !has('chip'),
    seal: evidence.symbol !== undefined && !has('seal'),
    back: evidence.found.some(({ forgery, confirmed_by }) => forgery === 'side_missing' && confirmed_by.length === 0),
  };
  return wanted.filter((kind) => useful[kind]);
}

/** Returns whether the back is missing that has the MRZ or the barcode, and nothing else is against the document. */
function lacksBackAlone(leaves: LeafFindings): boolean {
  const flagged = Object.values(leaves).filter(({ result }) => result !== null && result !== 'clear');
  return flagged.length === 1 && flagged[0]?.properties?.missing_back === 'consider';
}

/**
 * The step-up that a report waits for before a person is asked; undefined where the account wants none, where the applicant can't hand in
 * anything that helps, where their time is over, or where anything is against the document. Applicants can hand in evidence in the run of a
 * workflow, on the pages of the applicant form, and where a capture SDK sent the documents.
 */
export async function stepUpFor(
  ctx: Ctx,
  check: Check,
  report: Report,
  assessment: Assessment | undefined,
): Promise<AwaitingApplicant | undefined> {
  const wanted = wantedBy(ctx);
  // A reviewer has asked already.
  if (report.rounds) return undefined;
  if (wanted.length === 0 || !assessment || reportType(report.name).family !== 'document') return undefined;
  const offers = offersOf(wanted, assessment);
  const { until = ctx.now() + STEP_UP_MS, documents = [], closeUps } = report.step_up ?? {};
  if (offers.length === 0 || until <= ctx.now() || !(await hasSession(ctx, check, report))) return undefined;
  return {
    status: 'awaiting_applicant',
    assessment,
    step_up: { offers, until, documents, ...(closeUps && { closeUps }), analysed: documents.length },
  };
}

const wantedBy = ({ account }: Ctx): StepUpKind[] =>
  stepUpKinds.filter((kind) => account.settings.decision_step_up.includes(kind));

/** The settings for an analysis after which the applicant may be asked: doubts stay doubts until nobody can settle them. */
export const decisionBeforeStepUp = (decision: DecisionSettings): DecisionSettings =>
  decision.decision_step_up.length === 0 ? decision : { ...decision, decision_uncertain: 'person' };

async function hasSession(ctx: Ctx, check: Check, { media }: Report): Promise<boolean> {
  if (check.workflow_run_id !== undefined || check.form_submitted_at !== undefined) return true;
  const ids = media.documents.map(({ id }) => id);
  const { senders } = await uploadsOf(ctx, ctx.read, check.applicant_id);
  return senders.some(({ media_id, token }) => token === 'sdk_token' && ids.includes(media_id));
}

/** Returns whether a report waits for its applicant, who has handed in nothing since it was analysed. */
export const isWaitingForApplicant = ({ step_up: step }: Pick<Report, 'step_up'>): boolean =>
  step !== undefined && step.documents.length === step.analysed;

/** The verdict where the applicant is not asked, or their time is over: what the analysis found, as the account settles it. */
export function verdictWithoutStepUp(ctx: Ctx, name: Report['name'], found: Verdict | Report): Verdict {
  const asked = 'check_id' in found || ctx.account.settings.decision_step_up.length > 0;
  if (asked && found.assessment && found.status !== 'complete' && reportType(name).family === 'document') {
    return verdictOf(reportType(name), found.assessment, ctx.account.settings);
  }
  return found as Verdict;
}

/** Lets a report wait for its applicant, in the transaction that ends its analysis. A job asks a person when the time is over. */
export async function beginStepUp(
  ctx: Ctx,
  tx: ScopedTx,
  { id, step_up: earlier }: Report,
  { step_up, assessment }: AwaitingApplicant,
): Promise<void> {
  const row = await tx.first(findReport, { id });
  if (!row) return;
  const before = ctx.vault.open<ReportData>(id, row.data);
  await tx.run(updateReportData, { id, data: ctx.vault.seal(id, { ...before, step_up, assessment }) });
  if (earlier) return;
  await enqueue(ctx.services, tx.system, ctx, { kind: 'report', ref: id, runAt: step_up.until });
}

/**
 * Returns whether the report has changed since it was read: the applicant has handed in a document, or was asked for one by a reviewer. A
 * job of its own analyses the report with what the applicant hands in.
 */
export function hasMoreSince(ctx: Ctx, { step_up, rounds = [] }: Report, { id, data }: ReportRow): boolean {
  const { step_up: now, information_request, rounds: ended = [] } = ctx.vault.open<ReportData>(id, data);
  if (information_request !== undefined || ended.length !== rounds.length) return true;
  if (!step_up) return false;
  return now !== undefined && now.documents.length > step_up.documents.length;
}
