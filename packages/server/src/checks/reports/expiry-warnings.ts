import { DAY_MS, isoDate } from '../../base/clock.ts';
import type { Ctx } from '../../context/ctx.ts';
import { enqueue } from '../../jobs/queue.ts';
import type { JobHold } from '../../jobs/worker.ts';
import { reportType } from '../../reports/index.ts';
import type { Properties } from '../../reports/outcome.ts';
import { type Report, toReport } from '../../reports/records/report.ts';
import { completedReportsOf, findReport } from '../../store/queries/checks.ts';
import { deleteJobsOf } from '../../store/queries/jobs.ts';
import type { JobRow, ReportRow } from '../../store/schema.ts';
import type { ScopedTx } from '../../store/store.ts';
import { recordEvents } from '../../webhooks/event-log/record.ts';

/** Days before the expiry of a verified document on which a warning is sent, the first first. */
const WARNING_DAYS = [90, 60, 30];

/** The last day of a document, in Unix milliseconds; undefined for one that does not expire, or whose expiry was not read. */
function expiryOf({ date_of_expiry: day }: Properties): number | undefined {
  const at = typeof day === 'string' ? Date.parse(day) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}

/** Returns whether a report verified a document: its warnings are about this document. */
const verifies = ({ name, result }: Pick<Report, 'name' | 'result'>): boolean =>
  reportType(name).family === 'document' && result === 'clear';

/**
 * Queues the next warning before a verified document expires, if the account wants warnings. Sandbox reports read no document, so
 * they have none.
 */
export async function queueExpiryWarning(
  ctx: Ctx,
  tx: ScopedTx,
  { id, name, result }: Pick<Report, 'id' | 'name' | 'result'>,
  properties: Properties,
): Promise<void> {
  if (ctx.sandbox || ctx.account.settings.document_expiry_warnings !== 'on' || !verifies({ name, result })) return;
  const expiry = expiryOf(properties);
  const days = expiry === undefined ? [] : WARNING_DAYS.filter((days) => expiry - days * DAY_MS > ctx.now());
  const [next] = days;
  if (expiry === undefined || next === undefined) return;
  // A report that is decided again has its warning queued already.
  await tx.system.run(deleteJobsOf, { ref: id, kind: 'document_expiry' });
  await enqueue(ctx.services, tx.system, ctx, { kind: 'document_expiry', ref: id, runAt: expiry - next * DAY_MS });
}

/**
 * Warns that a document expires, and queues the next warning, in one transaction: each warning is sent once. After an outage the warning
 * of the last passed day is sent alone. None is sent for an applicant that is scheduled for deletion, nor once a newer document
 * was verified.
 */
export async function warnOfExpiry(ctx: Ctx, { ref, id: job }: JobRow, hold: JobHold): Promise<void> {
  await ctx.transaction(async (tx) => {
    const row = await tx.first(findReport, { id: ref });
    const locked = row && (await tx.lock({ activeApplicant: row.applicant_id, job }));
    await hold.done(tx.system);
    if (!row || ctx.account.settings.document_expiry_warnings !== 'on') return;
    const report = toReport(ctx, row);
    const expiry = expiryOf(report.properties);
    if (expiry === undefined || !verifies(report) || (await isReplaced(ctx, tx, row))) return;
    await queueExpiryWarning(ctx, tx, report, report.properties);
    const left = (expiry - Date.parse(isoDate(ctx.now()))) / DAY_MS;
    const days = WARNING_DAYS.findLast((days) => left <= days);
    if (!locked?.activeApplicant || days === undefined || left < 0) return;
    await recordEvents(ctx, tx, [
      {
        type: 'applicant.document_expiring',
        resource: { type: 'applicant', id: row.applicant_id, reportId: row.id, daysLeft: days },
        applicantId: row.applicant_id,
        checkId: row.check_id,
        webhookIds: null,
      },
    ]);
  });
}

/** Returns whether a later report of the applicant verified a document. */
async function isReplaced(ctx: Ctx, tx: ScopedTx, row: ReportRow): Promise<boolean> {
  const completed = await tx.all(completedReportsOf, { applicant_id: row.applicant_id });
  const later = completed.slice(
    0,
    completed.findIndex(({ id }) => id === row.id),
  );
  return later.some((other) => verifies(toReport(ctx, other)));
}
