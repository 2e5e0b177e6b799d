import { type Applicant, currentAddress } from '../applicants/applicant.ts';
import { type FieldErrors, invalid, problem } from '../base/errors.ts';
import type { Version } from '../base/versions.ts';
import type { Ctx } from '../context/ctx.ts';
import { type Uploads, uploadsOf } from '../media/media.ts';
import { AGE_REPORT } from '../reports/age-only.ts';
import type { ReportOrder } from '../reports/earlier-names.ts';
import { type ReportName, reportType } from '../reports/index.ts';
import { listWaitingChecks } from '../store/queries/checks.ts';
import { readCounter } from '../store/queries/counters.ts';
import { listWebhooks } from '../store/queries/webhooks.ts';
import type { ScopedTx } from '../store/store.ts';
import { type CheckFields, toCheck } from './check.ts';
import { enforceEarlierRules } from './earlier-rules.ts';
import { formState } from './forms/find.ts';
import { checkRequirements, takesDocumentIds } from './requirements.ts';

export interface OrderedReport {
  readonly name: ReportName;
  /** Name of the report in v1 or v2; absent if it was not ordered there. */
  readonly order?: ReportOrder;
  /** Documents that the report names itself, as v2 permits; absent: the documents of the check. */
  readonly documentIds?: readonly string[];
}

export interface NewCheck {
  /** Fetched before the fields are validated, since a missing applicant is the first error. */
  applicant: Applicant;
  /** Ordered reports, at least one. */
  reports: readonly OrderedReport[];
  fields: CheckFields;
  /** The version of the request. */
  version: Version;
}

/** A check that may be inserted in the transaction that validated it. */
export interface ValidatedCheck extends NewCheck {
  /** Uploads of the applicant, as they are under its lock. */
  readonly uploads: Uploads;
}

/**
 * Validates a check against the stored data, under the locks of its account (on trial) and its applicant. Writes nothing.
 * Throws the first error in the order of contract 7.1.
 */
export async function validateCheck(ctx: Ctx, tx: ScopedTx, input: NewCheck): Promise<ValidatedCheck> {
  const { activeApplicant } = await tx.lock({ ...trialLock(ctx), activeApplicant: input.applicant.id });
  await enforceTrialLimit(ctx, tx);
  // A request that deletes the applicant at the same time waits, or was first.
  if (!activeApplicant) throw problem('gone');
  const uploads = await uploadsOf(ctx, tx, input.applicant.id);
  await validateFields(ctx, tx, input, uploads);
  await enforceEarlierRules(tx, input);
  requireAll(ctx, input, uploads, await hasOpenForm(ctx, tx, input));
  return { ...input, uploads };
}

/** Returns whether another check has a form that the applicant hasn't sent: two at once would only confuse. */
async function hasOpenForm(ctx: Ctx, tx: ScopedTx, { applicant, fields }: NewCheck): Promise<boolean> {
  if (!fields.applicant_provides_data) return false;
  const waiting = await tx.all(listWaitingChecks, { applicant_id: applicant.id });
  return waiting
    .map((row) => toCheck(ctx, row))
    .some(({ form_secret, ...check }) => form_secret !== null && formState(check) === 'open');
}

/**
 * Locks besides the applicant that a check of a trial needs. Such checks are created one after the other, so that each counts the
 * earlier ones. A transaction that may create one asks for this with its other locks.
 */
export function trialLock({ account, account_id, sandbox }: Ctx): { account?: string } {
  return sandbox || account.settings.trial_checks_limit === null ? {} : { account: account_id };
}

async function enforceTrialLimit(ctx: Ctx, tx: ScopedTx): Promise<void> {
  const limit = ctx.account.settings.trial_checks_limit;
  if (ctx.sandbox || limit === null) return;
  if (((await tx.first(readCounter, { name: 'checks' }))?.n ?? 0) >= limit) throw problem('trial_limits_reached');
}

/** Fields that can only be judged with stored data. */
async function validateFields(
  ctx: Ctx,
  tx: ScopedTx,
  { reports, fields, version }: NewCheck,
  uploads: Uploads,
): Promise<void> {
  const errors: FieldErrors = {};
  const own = new Set(uploads.refs.documents.map((document) => document.id));
  // Where no report takes them, that is the error, whatever they name.
  const types = reports.map(({ name }) => reportType(name));
  const ofCheck = takesDocumentIds(types, version) ? fields.document_ids : undefined;
  const documentIds = [...(ofCheck ?? []), ...reports.flatMap(({ documentIds }) => documentIds ?? [])];
  const foreign = documentIds.filter((id) => !own.has(id));
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
  const onDocuments = reports.filter(({ name }) => reportType(name).family === 'document');
  if (fields.age_over !== undefined && (onDocuments.length !== 1 || onDocuments[0]?.name !== AGE_REPORT)) {
    errors.report_configuration = [`age_over needs ${AGE_REPORT} as the only report on documents`];
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
