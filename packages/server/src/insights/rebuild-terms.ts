import { toApplicant } from '../applicants/applicant.ts';
import {
  dropTermsOfApplicant,
  keepApplicantTerms,
  keepCheckTerms,
  keepReportTerms,
  keepRunTerms,
} from '../applicants/search/keep.ts';
import { enqueueNextRebuild, type RebuildPayload } from '../applicants/search/rebuild.ts';
import { toCheck } from '../checks/check.ts';
import { ADDRESS_USE_MS, noteDevice } from '../checks/reports/address-uses.ts';
import { readDocument } from '../checks/reports/read-document.ts';
import { settingsOf } from '../context/account-directory.ts';
import type { Ctx } from '../context/ctx.ts';
import type { JobHold } from '../jobs/worker.ts';
import { uploadsOf } from '../media/media.ts';
import { toReport } from '../reports/records/report.ts';
import { findAccount } from '../store/queries/accounts.ts';
import { findApplicant } from '../store/queries/applicants.ts';
import { applicantsAfter, checksToIndex, reportsToIndex, runsToIndex } from '../store/queries/search.ts';
import type { JobRow } from '../store/schema.ts';
import type { ScopedTx } from '../store/store.ts';
import { toRun } from '../workflows/runs/run.ts';

/** Applicants of one job. A stopping service waits for one job at most. */
const BATCH = 200;

/** Delay in milliseconds before a job looks again whether its process knows the account's current settings. */
const SETTLE_MS = 1_000;

/** Rebuilds the terms of some applicants, and the devices of their recent checks, each applicant in a transaction, and queues the job for the next ones. */
export async function rebuildTerms(ctx: Ctx, job: JobRow, hold: JobHold): Promise<void> {
  const { store } = ctx.services;
  const account = await store.system.first(findAccount, { id: ctx.account_id });
  if (account && settingsOf(account).name_search !== ctx.account.settings.name_search) {
    return store.transaction((tx) => hold.again(tx, ctx.now() + SETTLE_MS));
  }
  // A job of an earlier version says no time: it begins again.
  const { at = 0, after = '' } = JSON.parse(job.payload ?? '{}') as Partial<RebuildPayload>;
  const rows = await ctx.read.all(applicantsAfter, { at, after, limit: BATCH });
  for (const { id } of rows) await ctx.transaction((tx) => rebuildApplicant(ctx, tx, id));
  const last = rows.at(-1);
  await ctx.transaction(async (tx) => {
    await hold.done(tx.system);
    if (!last || rows.length < BATCH) return;
    await enqueueNextRebuild(ctx, tx, { at: last.created_at, after: last.id });
  });
}

async function rebuildApplicant(ctx: Ctx, tx: ScopedTx, applicant_id: string): Promise<void> {
  await tx.lock({ applicant: applicant_id, checksOf: applicant_id, runsOf: applicant_id });
  const row = await tx.first(findApplicant, { id: applicant_id });
  if (!row) return;
  await dropTermsOfApplicant(tx, applicant_id);
  await keepApplicantTerms(ctx, tx, applicant_id, toApplicant(ctx, row));
  const checks = (await tx.all(checksToIndex, { applicant_id })).map((check) => toCheck(ctx, check));
  for (const check of checks) await keepCheckTerms(ctx, tx, check);
  const recent = checks.filter(({ created_at }) => created_at > ctx.now() - ADDRESS_USE_MS);
  if (recent.length > 0) {
    const uploads = await uploadsOf(ctx, tx, applicant_id);
    for (const check of recent) await noteDevice(ctx, tx, { check, uploads });
  }
  for (const run of await tx.all(runsToIndex, { applicant_id })) await keepRunTerms(ctx, tx, toRun(ctx, run));
  for (const report of await tx.all(reportsToIndex, { applicant_id })) {
    const document = readDocument(toReport(ctx, report).properties);
    if (document) await keepReportTerms(ctx, tx, report, document.number);
  }
}
