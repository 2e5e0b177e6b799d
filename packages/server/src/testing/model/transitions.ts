import { type Applicant, type Check, isFinal, type Model, type Report } from './model.ts';

/** Verdict on a report: its last status, and the result that goes with `complete`. */
export type Verdict =
  | { readonly status: 'complete'; readonly result: 'clear' | 'consider' }
  | { readonly status: 'withdrawn' | 'cancelled' | 'awaiting_approval' };

/** Transitions of checks and reports, and their events (contract 7.3, 8.1, 12.3). */

function record(model: Model, check: Check, type: string, { id, status }: Check | Report): void {
  const { account, environment } = check.applicant.tenant;
  const webhooks = model.webhooks.filter(
    (webhook) =>
      webhook.account === account &&
      !webhook.deleted &&
      webhook.environments.includes(environment) &&
      webhook.events.includes(type) &&
      (check.webhookIds?.includes(webhook.id) ?? true),
  );
  // It marks no change, so only webhooks that subscribe to it get one.
  if (type === 'report.initiated' && webhooks.length === 0) return;
  check.events.push({ type, id, status, webhooks: webhooks.map((webhook) => webhook.id) });
}

function moveCheck(model: Model, check: Check, status: Check['status'], event?: string): void {
  check.status = status;
  if (event) record(model, check, event, check);
}

function moveReport(model: Model, check: Check, report: Report, status: Report['status'], event: string): void {
  report.status = status;
  record(model, check, event, report);
}

/** A check that has just been created. */
export function create(model: Model, check: Check): void {
  const { status, reports, formUri } = check;
  if (status === 'in_progress') record(model, check, 'check.started', check);
  if (formUri === null) for (const report of reports) record(model, check, 'report.initiated', report);
  if (status === 'in_progress') enqueue(model, check);
}

/**
 * Queues jobs. In sandbox one job answers the whole check, a second later when no client waits for it; in live each report has
 * one.
 */
function enqueue(model: Model, check: Check): void {
  const { applicant } = check;
  if (applicant.tenant.environment === 'sandbox') {
    model.jobs.push({ kind: 'check', applicant, check, at: model.now + check.delay, fence: 0 });
    return;
  }
  for (const report of check.reports.filter(({ status }) => status === 'awaiting_data')) {
    model.jobs.push({ kind: 'report', applicant, check, report, at: model.now, fence: 0 });
  }
}

/** The check enters `in_progress`: what waits is processed, and when nothing does it is complete. */
function start(model: Model, check: Check): void {
  moveCheck(model, check, 'in_progress', 'check.started');
  if (check.reports.some(({ status }) => status === 'awaiting_data')) enqueue(model, check);
  completeIfFinal(model, check);
}

export function completeIfFinal(model: Model, check: Check): void {
  if (check.status !== 'in_progress' || !check.reports.every(isFinal)) return;
  moveCheck(model, check, 'complete', 'check.completed');
}

/** Resumes paused reports, or cancels them; the check continues when none is left. */
export function unpause(model: Model, check: Check, reports: readonly Report[], action: 'resume' | 'cancel'): void {
  const paused = reports.filter(({ status }) => status === 'paused');
  for (const report of paused) {
    if (action === 'resume') moveReport(model, check, report, 'awaiting_data', 'report.resumed');
    else moveReport(model, check, report, 'cancelled', 'report.cancelled');
  }
  if (paused.length === 0 || check.reports.some(({ status }) => status === 'paused')) return;
  const needsForm = check.formUri !== null && check.submittedAt === null && !check.reports.every(isFinal);
  if (needsForm) moveCheck(model, check, 'awaiting_applicant');
  else start(model, check);
}

/** Ends a report, or sends it to manual review. */
export function conclude(model: Model, check: Check, report: Report, verdict: Verdict): void {
  if (verdict.status === 'complete') report.result = verdict.result;
  const name = verdict.status === 'complete' ? 'completed' : verdict.status;
  moveReport(model, check, report, verdict.status, `report.${name}`);
}

/** Returns whether the form of a check takes answers: once, even while the check is paused. */
export function takesAnswers({ formUri, status, submittedAt }: Check): boolean {
  return formUri !== null && (status === 'awaiting_applicant' || (status === 'paused' && submittedAt === null));
}

export function open(model: Model, check: Check): void {
  if (!takesAnswers(check) || check.opened) return;
  check.opened = true;
  record(model, check, 'check.form_opened', check);
}

/** The applicant sends the form. */
export function submit(model: Model, check: Check): void {
  const paused = check.status === 'paused';
  // The event has the status of the check with it.
  if (!paused) check.status = 'in_progress';
  record(model, check, 'check.form_completed', check);
  if (check.submittedAt === null) {
    for (const report of check.reports.filter((one) => !isFinal(one))) record(model, check, 'report.initiated', report);
  }
  check.submittedAt = model.now;
  if (!paused) start(model, check);
}

/** Actions of an operator; false when the state of the check forbids it. */
export const operations: Readonly<Record<string, (model: Model, check: Check) => boolean>> = {
  withdraw(model, check) {
    if (['complete', 'withdrawn'].includes(check.status)) return false;
    for (const report of check.reports.filter((one) => !isFinal(one))) {
      moveReport(model, check, report, 'withdrawn', 'report.withdrawn');
    }
    moveCheck(model, check, 'withdrawn', 'check.withdrawn');
    return true;
  },
  reopen(model, check) {
    if (!['complete', 'in_progress'].includes(check.status)) return false;
    moveCheck(model, check, 'reopened', 'check.reopened');
    return true;
  },
  take_up(model, check) {
    if (check.status !== 'reopened') return false;
    start(model, check);
    return true;
  },
  return_to_applicant(model, check) {
    if (check.status !== 'reopened' || check.formUri === null) return false;
    // Two forms at once would only confuse.
    if (check.applicant.checks.some(({ status }) => status === 'awaiting_applicant')) return false;
    moveCheck(model, check, 'awaiting_applicant');
    return true;
  },
};

/** Returns whether an applicant can be deleted: no report of a check in progress is being worked on. */
export function isDeletable({ checks }: Applicant): boolean {
  return checks.every(
    ({ status, reports }) => status !== 'in_progress' || reports.every((report) => report.status !== 'awaiting_data'),
  );
}

/** A deletion withdraws what has begun and not ended; a form that wasn't sent stays. */
export function withdrawAll(model: Model, { checks }: Applicant): void {
  const begun = checks.filter(({ status }) => ['in_progress', 'paused', 'reopened'].includes(status));
  for (const check of begun) operations.withdraw?.(model, check);
}

export function erase(model: Model, applicant: Applicant): void {
  applicant.state = 'erased';
  model.jobs = model.jobs.filter((job) => job.applicant !== applicant);
}
