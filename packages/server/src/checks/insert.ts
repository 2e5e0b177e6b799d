import { currentAddress } from '../applicants/applicant.ts';
import { keepCheckTerms } from '../applicants/search/keep.ts';
import { count } from '../context/counters.ts';
import type { Ctx } from '../context/ctx.ts';
import { AGE_REPORT } from '../reports/age-only.ts';
import { reportMedia } from '../reports/index.ts';
import type { Report, ReportData } from '../reports/records/report.ts';
import { insertCheck as insertCheckRow, insertReport } from '../store/queries/checks.ts';
import type { CheckStatus } from '../store/schema.ts';
import type { ScopedTx } from '../store/store.ts';
import { noteUpdate } from '../updates/note.ts';
import { recordEvents } from '../webhooks/event-log/record.ts';
import type { Check, CheckData, CheckFields } from './check.ts';
import { enqueueProcessing } from './enqueue.ts';
import { checkEvent, initiatedEvents } from './events.ts';
import { inviteApplicant } from './forms/invite.ts';
import { noteAddresses } from './reports/address-uses.ts';
import type { ValidatedCheck } from './validate.ts';

/** Size of the secret in the address of a form. The address alone permits filling in the form, so the secret has 192 bits. */
const FORM_SECRET_BYTES = 24;

/** A check as it starts, and the ids of its reports in the order of the request. */
export interface CreatedCheck {
  readonly check: Check;
  readonly reportIds: string[];
}

/**
 * Inserts a check with its reports, its events with their deliveries, and the jobs that process it, in the transaction that
 * validated it.
 */
export async function insertCheck(ctx: Ctx, tx: ScopedTx, input: ValidatedCheck): Promise<CreatedCheck> {
  const { ids } = ctx.services;
  const { applicant, fields, uploads } = input;
  const id = ids.uuid();
  const created_at = ctx.now();
  const status = firstStatus(ctx, fields);
  const data: CheckData = {
    ...fields,
    generation: input.version.rules,
    form_secret: fields.applicant_provides_data ? ids.secret(FORM_SECRET_BYTES) : null,
    ...(ctx.sandbox && applicant.sandbox_answers && { answers: applicant.sandbox_answers }),
    applicant: {
      first_name: applicant.first_name,
      middle_name: applicant.middle_name,
      last_name: applicant.last_name,
      phone_number: applicant.phone_number,
      dob: applicant.dob,
      id_numbers: applicant.id_numbers,
      address: currentAddress(applicant),
      addresses: applicant.addresses,
    },
  };
  const base = { id, applicant_id: applicant.id, created_at, status, result: null };
  await tx.run(insertCheckRow, { ...base, data: ctx.vault.seal(id, data) });
  await keepCheckTerms(ctx, tx, { id, applicant_id: applicant.id, tags: fields.tags });

  const reports: Pick<Report, 'id' | 'name' | 'status' | 'media'>[] = [];
  const reportStatus = status === 'paused' ? 'paused' : 'awaiting_data';
  for (const [position, { name, order, documentIds }] of input.reports.entries()) {
    const reportId = ids.uuid();
    const media = { ...uploads.refs, documentIds: documentIds ?? fields.document_ids };
    const report: ReportData = {
      media: reportMedia(name, media),
      breakdown: {},
      properties: {},
      ...(order && { order }),
      ...(documentIds && { document_ids: documentIds }),
      ...(name === AGE_REPORT && fields.age_over !== undefined && { age_over: fields.age_over }),
    };
    await tx.run(insertReport, {
      id: reportId,
      check_id: id,
      applicant_id: applicant.id,
      position,
      name,
      created_at,
      completed_at: null,
      status: reportStatus,
      result: null,
      sub_result: null,
      data: ctx.vault.seal(reportId, report),
    });
    reports.push({ id: reportId, name, status: reportStatus, media: report.media });
  }
  await noteAddresses(ctx, tx, { check: base, reports, uploads });
  const reportIds = reports.map((report) => report.id);

  const check: Check = { ...data, ...base, sandbox: ctx.sandbox };
  noteUpdate(ctx, tx, 'check');
  if (!ctx.sandbox) await count(ctx, tx, 'checks', 1);
  const started = status === 'in_progress' ? [checkEvent(check, 'check.started')] : [];
  // Reports whose data the applicant provides begin with the form.
  const initiated = fields.applicant_provides_data ? [] : initiatedEvents(check, reports);
  await recordEvents(ctx, tx, [...started, ...initiated]);
  if (status === 'in_progress') await enqueueProcessing(ctx, tx, check, reportIds);
  if (status === 'awaiting_applicant') await inviteApplicant(ctx, tx, check);
  return { check, reportIds };
}

function firstStatus(ctx: Ctx, fields: CheckFields): CheckStatus {
  if (ctx.account.settings.pausing) return 'paused';
  return fields.applicant_provides_data ? 'awaiting_applicant' : 'in_progress';
}
