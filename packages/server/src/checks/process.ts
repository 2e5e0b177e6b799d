import { AnalysisFailed } from '../analysis/analyser.ts';
import { isTooSlow } from '../analysis/given-up.ts';
import type { Ctx } from '../context/ctx.ts';
import { Interrupted, type JobHold, Postponed } from '../jobs/worker.ts';
import { reportType, unmetOutcome } from '../reports/index.ts';
import { type ListHit, withListHits } from '../reports/live/list-hits.ts';
import type { Screening } from '../reports/live/screening.ts';
import type { Properties, Verdict } from '../reports/outcome.ts';
import { type Report, toReport } from '../reports/records/report.ts';
import { runsUnderSanctions, storedOutcome, withdrawnBySanctions } from '../reports/sanctions.ts';
import { keepScreening } from '../screening/watchlists/screenings.ts';
import { findReport, listReports } from '../store/queries/checks.ts';
import type { JobRow } from '../store/schema.ts';
import { clearByClass } from './automation/automate.ts';
import type { Check } from './check.ts';
import { listHits } from './lists/match.ts';
import { checkIn, completeIfFinal, endReport, moveReportBy } from './progress.ts';
import { keepLikeness, type NewLikeness } from './reports/likenesses.ts';
import { liveTools } from './reports/live-tools.ts';
import {
  type AwaitingApplicant,
  beginStepUp,
  decisionBeforeStepUp,
  hasMoreSince,
  isWaitingForApplicant,
  stepUpFor,
  verdictWithoutStepUp,
} from './reports/step-up.ts';
import { answerReports } from './sandbox-answers.ts';
import { subjectOf, subjectOfReport } from './subject.ts';

/** Answers a sandbox check from the trigger tables: every report in its order, then the check, in one transaction. */
export async function processSandboxCheck(ctx: Ctx, job: JobRow, hold: JobHold): Promise<void> {
  await ctx.transaction(async (tx) => {
    await hold.done(tx.system);
    const check = await checkIn(ctx, tx, job.ref);
    if (check?.status !== 'in_progress') return;
    await answerReports(ctx, tx, check, await tx.all(listReports, { check_id: check.id }));
  });
}

/** Number of attempts of an analyser, after which a person decides. */
const ATTEMPTS = 3;

/** Characters of a failure that are kept. */
const FAILURE_LENGTH = 300;

/**
 * Processes a live report: by its analysers where it has any, else a person decides. Never by a guess. An analysis that throws or
 * crashes is tried again, even when it took the whole process with it, and so is one for which the machine had no time or no
 * memory; then a person looks. One that used up its processor time is not tried again: the files that made it slow would hold a
 * process each time. A report that waits for a source of data holds no worker meanwhile.
 *
 * The verdict, the stored likenesses of the uploads, and the watchlist searches are written together, and only while the report
 * still waits for them: a check may be withdrawn, reopened or erased meanwhile.
 */
export async function processLiveReport(ctx: Ctx, job: JobRow, hold: JobHold): Promise<void> {
  const row = await ctx.read.first(findReport, { id: job.ref });
  const found = row && (await ctx.transaction((tx) => checkIn(ctx, tx, row.check_id)));
  if (!row || !isDue(found, row)) {
    await ctx.transaction((tx) => hold.done(tx.system));
    return;
  }
  const report = toReport(ctx, row);
  const likenesses: NewLikeness[] = [];
  const screenings: Screening[] = [];
  const waitsForStepUp = isWaitingForApplicant(report) && (report.step_up?.until ?? 0) > ctx.now();
  if (waitsForStepUp || report.information_request !== undefined) {
    await ctx.transaction((tx) => hold.done(tx.system));
    return;
  }
  const verdict = await verdictOn(ctx, { report, check: found, attempt: job.attempts, likenesses, screenings });
  await ctx.transaction(async (tx) => {
    await tx.lock({ activeApplicant: row.applicant_id, job: job.id });
    await hold.done(tx.system);
    const check = await checkIn(ctx, tx, row.check_id);
    const now = await tx.first(findReport, { id: row.id });
    if (!now || !isDue(check, now) || check.form_submitted_at !== found.form_submitted_at) return;
    if (hasMoreSince(ctx, report, now)) return;
    for (const likeness of likenesses) await keepLikeness(ctx, tx, likeness);
    for (const screening of screenings) {
      await keepScreening(ctx, tx, report, screening);
      await ctx.services.checkMonitor.noteScreening(ctx, tx, check, screening);
    }
    if (verdict.status === 'awaiting_applicant') {
      await beginStepUp(ctx, tx, report, verdict);
      return;
    }
    const cleared =
      verdict.status === 'awaiting_approval' && !report.portrait_changed
        ? await clearByClass(ctx, tx, report, verdict.assessment)
        : undefined;
    if (cleared) {
      const { sanctioned } = subjectOfReport(await subjectOf(ctx, tx, check), report);
      await endReport(ctx, tx, check, now, { ...cleared, ...storedOutcome(report.name, cleared, sanctioned) });
      await completeIfFinal(ctx, tx, check);
      return;
    }
    if (verdict.status === 'awaiting_approval') {
      await moveReportBy(ctx, tx, check, now, 'review_needed', verdict);
      return;
    }
    await endReport(ctx, tx, check, now, verdict);
    await completeIfFinal(ctx, tx, check);
  });
}

/** Returns whether a report waits to be processed. A check that is reopened enqueues its reports again once it is taken up. */
function isDue(check: Check | undefined, { status }: Pick<Report, 'status'>): check is Check {
  return check?.status === 'in_progress' && status === 'awaiting_data';
}

interface Attempt {
  readonly report: Report;
  readonly check: Check;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  /** List into which the analysis puts likenesses that are stored with its verdict. */
  readonly likenesses: NewLikeness[];
  readonly screenings: Screening[];
}

async function verdictOn(
  ctx: Ctx,
  { report, check, attempt, likenesses, screenings }: Attempt,
): Promise<(Verdict & Pick<Report, 'failure' | 'list_hits'>) | AwaitingApplicant> {
  const ofCheck = await subjectOf(ctx, ctx.read, check);
  const subject = subjectOfReport(ofCheck, report);
  if (subject.sanctioned && !runsUnderSanctions(report.name)) return withdrawnBySanctions;
  const unmet = unmetOutcome(report.name, subject);
  if (unmet) return unmet;
  const type = reportType(report.name);
  const { process } = type;
  const hitsWith = (properties: Properties) => listHits(ctx, { check, subject: ofCheck, report, properties });
  const unanalysed = async (failure?: string) => {
    const verdict = { status: 'awaiting_approval', ...(failure !== undefined && { failure }) } as const;
    return withHits(verdict, report, await hitsWith({}));
  };
  if (!process || ctx.services.settings.analysis === 'off') return unanalysed();
  if (attempt > ATTEMPTS) return unanalysed('The analysis ended the process');
  try {
    const tools = liveTools(ctx, report, { check, likenesses, screenings });
    const decision = decisionBeforeStepUp(tools.decision);
    const analysed = isWaitingForApplicant(report) ? undefined : await process(subject, { ...tools, decision });
    const hits = analysed ? await hitsWith(analysed.assessment?.properties ?? {}) : (report.list_hits ?? []);
    const found = analysed ? withListHits(type, analysed, hits, decision) : report;
    const stepUp = await stepUpFor(ctx, check, report, found.assessment);
    if (stepUp) return stepUp;
    const verdict = verdictWithoutStepUp(ctx, report.name, found);
    if (verdict.status === 'awaiting_approval') return withHits(verdict, report, hits);
    // A face was compared with the earlier document: a reviewer compares the portrait of the new one.
    if (report.portrait_changed && verdict.status === 'complete' && found.assessment)
      return withHits({ status: 'awaiting_approval', assessment: found.assessment }, report, hits);
    return withHits({ ...verdict, ...storedOutcome(report.name, verdict, subject.sanctioned) }, report, hits);
  } catch (error) {
    if (error instanceof Postponed) throw error;
    if (error instanceof AnalysisFailed && error.reason === 'stopped') throw new Interrupted(error.message);
    if (attempt < ATTEMPTS && !isTooSlow(error)) throw error;
    const { name, message } = error as Error;
    return unanalysed(`${name}: ${message}`.slice(0, FAILURE_LENGTH));
  }
}

/** The verdict with the entries of lists that the report has hit, which replace the hits of an earlier analysis. */
const withHits = <V extends Verdict>(verdict: V, { list_hits: before }: Report, hits: readonly ListHit[]) => ({
  ...verdict,
  ...((hits.length > 0 || before) && { list_hits: hits }),
});
