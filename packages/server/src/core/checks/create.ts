import { type FieldErrors, invalid, problem } from '../../base/errors.ts';
import type { Version } from '../../base/versions.ts';
import { enqueue } from '../../jobs/queue.ts';
import type { ReportOrder } from '../../reports/earlier-names.ts';
import { type ReportName, reportMedia } from '../../reports/index.ts';
import { lockAccount } from '../../store/queries/accounts.ts';
import { lockApplicant } from '../../store/queries/applicants.ts';
import { insertCheck, insertReport, listWaitingChecks } from '../../store/queries/checks.ts';
import { readCounter } from '../../store/queries/counters.ts';
import { listWebhooks } from '../../store/queries/webhooks.ts';
import type { CheckStatus } from '../../store/schema.ts';
import type { ScopedTx } from '../../store/store.ts';
import { type Applicant, currentAddress } from '../applicants/applicant.ts';
import { count } from '../counters.ts';
import type { Ctx } from '../ctx.ts';
import { type NewEvent, recordEvents } from '../events/record.ts';
import { formState } from '../forms/find.ts';
import { inviteApplicant } from '../forms/invite.ts';
import { type Uploads, uploadsOf } from '../media/media.ts';
import type { ReportData } from '../reports/report.ts';
import { type Check, type CheckData, type CheckFields, toCheck } from './check.ts';
import { enforceEarlierRules } from './earlier-rules.ts';
import { checkRequirements } from './requirements.ts';

/** 192 bits: whoever knows the address of the form may fill it in. */
const FORM_SECRET_BYTES = 24;

export interface OrderedReport {
  readonly name: ReportName;
  /** Its name in v1 or v2, when it was ordered there. */
  readonly order?: ReportOrder;
  /** Documents that it names itself, as v2 lets it; else those of the check. */
  readonly documentIds?: readonly string[];
}

export interface NewCheck {
  /** Fetched before the fields are judged, since a missing applicant is told first. */
  applicant: Applicant;
  /** At least one. */
  reports: readonly OrderedReport[];
  fields: CheckFields;
  /** The version of the request. */
  version: Version;
}

/**
 * Creates a check with its reports. The check, its reports, its event with deliveries and the jobs that process it
 * commit together. Throws the first error in the order of contract 7.1.
 *
 * @returns the check as it starts, and the ids of its reports in the order asked for
 */
export async function createCheck(ctx: Ctx, input: NewCheck): Promise<{ check: Check; reportIds: string[] }> {
  return ctx.transaction((tx) => createCheckIn(ctx, tx, input));
}

/** Creates a check as `createCheck` does, in a transaction of its caller's. What it throws comes before it writes. */
export async function createCheckIn(
  ctx: Ctx,
  tx: ScopedTx,
  input: NewCheck,
): Promise<{ check: Check; reportIds: string[] }> {
  await enforceTrialLimit(ctx, tx);
  // Whoever deletes the applicant at the same time waits, or has been first.
  if (!(await tx.first(lockApplicant, { id: input.applicant.id }))) throw problem('gone');
  const uploads = await uploadsOf(ctx, tx, input.applicant.id);
  await checkFields(ctx, tx, input, uploads);
  await enforceEarlierRules(tx, input);
  requireAll(ctx, input, uploads, await hasOpenForm(ctx, tx, input));
  return write(ctx, tx, input, uploads);
}

/** Whether another check has a form that the applicant hasn't sent: two at once would only confuse. */
async function hasOpenForm(ctx: Ctx, tx: ScopedTx, { applicant, fields }: NewCheck): Promise<boolean> {
  if (!fields.applicant_provides_data) return false;
  const waiting = await tx.all(listWaitingChecks, { applicant_id: applicant.id });
  return waiting
    .map((row) => toCheck(ctx, row))
    .some(({ form_secret, ...check }) => form_secret !== null && formState(check) === 'open');
}

/** The checks of a trial are created one after the other, so that none slips in while another is counted. */
async function enforceTrialLimit(ctx: Ctx, tx: ScopedTx): Promise<void> {
  const limit = ctx.account.settings.trial_checks_limit;
  if (ctx.sandbox || limit === null) return;
  await tx.system.first(lockAccount, { id: ctx.account_id });
  if (((await tx.first(readCounter, { name: 'checks' }))?.n ?? 0) >= limit) throw problem('trial_limits_reached');
}

/** Fields that can only be judged against what is stored. */
async function checkFields(
  ctx: Ctx,
  tx: ScopedTx,
  { reports, fields, version }: NewCheck,
  uploads: Uploads,
): Promise<void> {
  const errors: FieldErrors = {};
  const own = new Set(uploads.refs.documents.map((document) => document.id));
  const named = [...(fields.document_ids ?? []), ...reports.flatMap(({ documentIds }) => documentIds ?? [])];
  const foreign = named.filter((id) => !own.has(id));
  if (foreign.length > 0) errors.document_ids = ['must be documents of the applicant of the check'];
  const disabled = reports
    .map(({ name }) => name)
    .filter((name) => ctx.account.settings.disabled_reports.includes(name));
  if (disabled.length > 0) {
    if (version.generation < 3) throw problem('disabled_reports');
    errors.report_names = [`${disabled.join(', ')} not enabled for this account`];
  }
  if (fields.webhook_ids && fields.webhook_ids.length > 0) {
    const known = new Set((await tx.system.all(listWebhooks, { account_id: ctx.account_id })).map(({ id }) => id));
    if (fields.webhook_ids.some((id) => !known.has(id))) errors.webhook_ids = ['must be webhooks of this account'];
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

function requireAll(ctx: Ctx, input: NewCheck, uploads: Uploads, awaitingApplicant: boolean): void {
  const { applicant, fields } = input;
  checkRequirements({
    version: input.version,
    environment: ctx.environment,
    reports: input.reports.map(({ name }) => name),
    applicant: {
      email: applicant.email,
      dob: applicant.dob,
      phone_number: applicant.phone_number,
      country: applicant.country,
      address: currentAddress(applicant),
      location: uploads.location ?? applicant.location,
      id_numbers: applicant.id_numbers,
      consents: Object.fromEntries(applicant.consents.map(({ name, granted }) => [name, granted])),
    },
    media: { ...uploads.refs, documentIds: fields.document_ids },
    applicantProvidesData: fields.applicant_provides_data,
    sendsMail: fields.applicant_provides_data && !fields.suppress_form_emails,
    usDrivingLicence: fields.us_driving_licence,
    billingInformation: ctx.account.settings.billing_information,
    awaitingApplicant,
  });
}

function firstStatus(ctx: Ctx, fields: CheckFields): CheckStatus {
  if (ctx.account.settings.pausing) return 'paused';
  return fields.applicant_provides_data ? 'awaiting_applicant' : 'in_progress';
}

async function write(ctx: Ctx, tx: ScopedTx, input: NewCheck, uploads: Uploads) {
  const { ids } = ctx.services;
  const { applicant, fields } = input;
  const id = ids.uuid();
  const created_at = ctx.now();
  const status = firstStatus(ctx, fields);
  const data: CheckData = {
    ...fields,
    generation: input.version.rules,
    form_secret: fields.applicant_provides_data ? ids.secret(FORM_SECRET_BYTES) : null,
    applicant: {
      first_name: applicant.first_name,
      last_name: applicant.last_name,
      dob: applicant.dob,
      id_numbers: applicant.id_numbers,
      address: currentAddress(applicant),
    },
  };
  const base = { id, applicant_id: applicant.id, created_at, status, result: null };
  await tx.run(insertCheck, { ...base, data: ctx.vault.seal(id, data) });

  const reportIds: string[] = [];
  for (const [position, { name, order, documentIds }] of input.reports.entries()) {
    const reportId = ids.uuid();
    const media = { ...uploads.refs, documentIds: documentIds ?? fields.document_ids };
    const report: ReportData = {
      media: reportMedia(name, media),
      breakdown: {},
      properties: {},
      ...(order && { order }),
      ...(documentIds && { document_ids: documentIds }),
    };
    await tx.run(insertReport, {
      id: reportId,
      check_id: id,
      applicant_id: applicant.id,
      position,
      name,
      created_at,
      completed_at: null,
      status: status === 'paused' ? 'paused' : 'awaiting_data',
      result: null,
      sub_result: null,
      data: ctx.vault.seal(reportId, report),
    });
    reportIds.push(reportId);
  }

  const check: Check = { ...data, ...base, sandbox: ctx.sandbox };
  if (!ctx.sandbox) await count(ctx, tx, 'checks', 1);
  const started = status === 'in_progress' ? [checkEvent(check, 'check.started')] : [];
  // While the applicant is asked nothing is told: the reports begin with the form.
  const initiated = fields.applicant_provides_data ? [] : initiatedEvents(check, status, reportIds);
  await recordEvents(ctx, tx, [...started, ...initiated]);
  if (status === 'in_progress') await enqueueProcessing(ctx, tx, check, reportIds);
  if (status === 'awaiting_applicant') await inviteApplicant(ctx, tx, check);
  return { check, reportIds };
}

/** The events that tell v2 of new reports, in the order asked for. */
export function initiatedEvents(check: Check, status: CheckStatus, reportIds: readonly string[]): NewEvent[] {
  return reportIds.map((id) => ({
    type: 'report.initiated',
    resource: { type: 'report', id, status: status === 'paused' ? 'paused' : 'awaiting_data', checkId: check.id },
    applicantId: check.applicant_id,
    checkId: check.id,
    webhookIds: check.webhook_ids,
    onRequest: true,
  }));
}

/** The event that tells of a check in the status that it has. */
export function checkEvent(check: Check, type: Extract<NewEvent['type'], `check.${string}`>) {
  const { id, status, applicant_id } = check;
  return {
    type,
    resource: { type: 'check', id, status, applicantId: applicant_id } as const,
    applicantId: applicant_id,
    checkId: id,
    webhookIds: check.webhook_ids,
  };
}

/**
 * In sandbox one job answers a whole check, so that its reports end in their order, and without delay when its client
 * waits; in live each report has its own.
 */
export async function enqueueProcessing(
  ctx: Ctx,
  tx: ScopedTx,
  check: Pick<Check, 'id' | 'asynchronous'>,
  reportIds: readonly string[],
): Promise<void> {
  if (ctx.sandbox) {
    const runAt = ctx.now() + (check.asynchronous ? ctx.services.settings.sandboxDelay : 0);
    await enqueue(ctx.services, tx.system, ctx, { kind: 'check', ref: check.id, runAt });
    return;
  }
  for (const id of reportIds) await enqueue(ctx.services, tx.system, ctx, { kind: 'report', ref: id });
}
