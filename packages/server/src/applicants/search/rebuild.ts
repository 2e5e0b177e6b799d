import { recordChange } from '../../audit/record.ts';
import { toCheck } from '../../checks/check.ts';
import { settingsOf } from '../../context/account-directory.ts';
import type { Ctx } from '../../context/ctx.ts';
import type { Principal } from '../../context/principal.ts';
import type { Services } from '../../context/services.ts';
import { enqueue } from '../../jobs/queue.ts';
import type { JobHold } from '../../jobs/worker.ts';
import { readDocument } from '../../reports/records/read-document.ts';
import { toReport } from '../../reports/records/report.ts';
import { findAccount, listAccounts } from '../../store/queries/accounts.ts';
import { findApplicant } from '../../store/queries/applicants.ts';
import { insertMeta } from '../../store/queries/meta.ts';
import { applicantsAfter, checksToIndex, reportsToIndex, runsToIndex } from '../../store/queries/search.ts';
import type { JobRow } from '../../store/schema.ts';
import type { ScopedTx, SystemTx } from '../../store/store.ts';
import { toRun } from '../../workflows/runs/run.ts';
import { toApplicant } from '../applicant.ts';
import { dropTermsOfApplicant, keepApplicantTerms, keepCheckTerms, keepReportTerms, keepRunTerms } from './keep.ts';

/** Applicants of one job; the next job has the next ones, so that a service that stops waits for no more. */
const BATCH = 200;

/** Before a job looks again whether its process knows the account's settings as they are. */
const SETTLE_MS = 1_000;

interface Payload {
  /** When the last applicant whose terms were rebuilt was created, Unix milliseconds, and its id. */
  readonly at: number;
  readonly after: string;
}

/** Queues the rebuilding of all search terms of an account, which runs beside the service. */
export async function enqueueRebuild(services: Services, tx: SystemTx, account_id: string): Promise<void> {
  for (const environment of ['sandbox', 'live'] as const) {
    const payload: Payload = { at: 0, after: '' };
    await enqueue(services, tx, { account_id, environment }, { kind: 'search_rebuild', ref: account_id, payload });
  }
}

/** The same for an operator, in a transaction of its own. */
export async function rebuildSearch(services: Services, accountId: string, principal: Principal): Promise<void> {
  await services.store.transaction(async (tx) => {
    await enqueueRebuild(services, tx, accountId);
    recordChange(services, tx, { action: 'search_rebuilt', object_id: accountId, accountId, principal });
  });
}

/** Queues it for every account once, at the first start of a version that keeps terms: applicants of before have none. */
export async function rebuildAfterUpgrade(services: Services): Promise<void> {
  await services.store.transaction(async (tx) => {
    if ((await tx.run(insertMeta, { key: 'search_terms', value: 'kept' })) === 0) return;
    for (const { id } of await tx.all(listAccounts, {})) await enqueueRebuild(services, tx, id);
  });
}

/** Rebuilds the terms of some applicants, each in a transaction, and queues the job for the next ones. */
export async function rebuildTerms(ctx: Ctx, job: JobRow, hold: JobHold): Promise<void> {
  const { store } = ctx.services;
  const account = await store.system.first(findAccount, { id: ctx.account_id });
  if (account && settingsOf(account).name_search !== ctx.account.settings.name_search) {
    return store.transaction((tx) => hold.again(tx, ctx.now() + SETTLE_MS));
  }
  // A job of an earlier version says no time: it begins again, which does no harm.
  const { at = 0, after = '' } = JSON.parse(job.payload ?? '{}') as Partial<Payload>;
  const rows = await ctx.read.all(applicantsAfter, { at, after, limit: BATCH });
  for (const { id } of rows) await ctx.transaction((tx) => rebuildApplicant(ctx, tx, id));
  const last = rows.at(-1);
  await ctx.transaction(async (tx) => {
    await hold.done(tx.system);
    if (!last || rows.length < BATCH) return;
    const payload: Payload = { at: last.created_at, after: last.id };
    await enqueue(ctx.services, tx.system, ctx, { kind: 'search_rebuild', ref: job.ref, payload });
  });
}

async function rebuildApplicant(ctx: Ctx, tx: ScopedTx, applicant_id: string): Promise<void> {
  await tx.lock({ applicant: applicant_id, checksOf: applicant_id, runsOf: applicant_id });
  const row = await tx.first(findApplicant, { id: applicant_id });
  if (!row) return;
  await dropTermsOfApplicant(tx, applicant_id);
  await keepApplicantTerms(ctx, tx, applicant_id, toApplicant(ctx, row));
  for (const check of await tx.all(checksToIndex, { applicant_id })) await keepCheckTerms(ctx, tx, toCheck(ctx, check));
  for (const run of await tx.all(runsToIndex, { applicant_id })) await keepRunTerms(ctx, tx, toRun(ctx, run));
  for (const report of await tx.all(reportsToIndex, { applicant_id })) {
    const document = readDocument(toReport(ctx, report).properties);
    if (document) await keepReportTerms(ctx, tx, report, document.number);
  }
}
