import type { SetAnswer } from '../applicants/applicant.ts';
import { recordAuditIn } from '../audit/record.ts';
import { type FieldErrors, invalid, notFound } from '../base/errors.ts';
import type { Ctx } from '../context/ctx.ts';
import { getReport } from '../reports/records/get.ts';
import { type ReportTrigger, reportStates } from '../reports/records/states.ts';
import { setAnswersErrors } from '../reports/sandbox/set-answer.ts';
import { listReports } from '../store/queries/checks.ts';
import type { ReportRow } from '../store/schema.ts';
import type { ScopedTx } from '../store/store.ts';
import type { Check } from './check.ts';
import { getCheck } from './get.ts';
import { activeCheckIn, completeIfFinal, moveReportBy } from './progress.ts';
import { answerReports } from './sandbox-answers.ts';

/** States into which a client can move a report of the sandbox, with their triggers. */
const triggers = {
  awaiting_approval: 'review_needed',
  complete: 'completed',
  withdrawn: 'withdrawn',
  cancelled: 'condition_unmet',
} as const satisfies Record<string, ReportTrigger>;

export const drivenStates = Object.keys(triggers) as readonly DrivenState[];
type DrivenState = keyof typeof triggers;

/**
 * Ends a check of the sandbox at once. Throws `resource_not_found`; `gone` while the applicant is scheduled for deletion; and
 * `validation_error` for a check that is not in progress, and for answers of other reports.
 *
 * @param answers by name of the report; reports without one end as set for the applicant, or as pre-determined
 */
export async function completeSandboxCheck(
  ctx: Ctx,
  id: string,
  answers: Readonly<Record<string, SetAnswer>>,
): Promise<void> {
  await getCheck(ctx, id);
  const errors = setAnswersErrors(answers);
  if (errors) throw invalid({ reports: errors });
  await ctx.transaction(async (tx) => {
    const check = await runningCheck(ctx, tx, id);
    const rows = await tx.all(listReports, { check_id: id });
    const others = Object.keys(answers).filter((name) => !rows.some((row) => row.name === name));
    if (others.length > 0) throw invalid({ reports: others.map((name) => `${name} is not in the check`) });
    recordAuditIn(ctx, tx, { action: 'sandbox_check_completed', object_id: id });
    await answerReports(ctx, tx, check, rows, answers);
  });
}

/**
 * Moves a report of a sandbox check to another state. Throws `resource_not_found`, `gone` while the applicant is scheduled for
 * deletion, and `validation_error` where the report can't take the state now.
 *
 * @param answer of a report that completes
 */
export async function moveSandboxReport(ctx: Ctx, id: string, state: DrivenState, answer: SetAnswer): Promise<void> {
  const { name, check_id } = await getReport(ctx, id);
  const errors = setAnswersErrors({ [name]: answer });
  if (errors) throw invalid(errors[name] as FieldErrors);
  if (state !== 'complete' && Object.keys(answer).length > 0) {
    throw invalid({ state: ['must be complete where a result is given'] });
  }
  await ctx.transaction(async (tx) => {
    const check = await runningCheck(ctx, tx, check_id);
    const row = (await tx.all(listReports, { check_id })).find((report) => report.id === id) as ReportRow;
    const canMove = reportStates.some(({ from, trigger }) => from === row.status && trigger === triggers[state]);
    if (!canMove) throw invalid({ state: [`a report that is ${row.status} can't become ${state}`] });
    recordAuditIn(ctx, tx, { action: 'sandbox_report_moved', object_id: id, details: { state } });
    if (state === 'complete') return answerReports(ctx, tx, check, [row], { [name]: answer });
    await moveReportBy(ctx, tx, check, row, triggers[state]);
    await completeIfFinal(ctx, tx, check);
  });
}

async function runningCheck(ctx: Ctx, tx: ScopedTx, id: string): Promise<Check> {
  const check = await activeCheckIn(ctx, tx, id);
  if (!check) throw notFound('Check', id);
  if (check.status !== 'in_progress') throw invalid({ status: [`the check is ${check.status}, not in_progress`] });
  return check;
}
