import { leaveReceipt } from '../applicants/erasures.ts';
import { recordAuditIn } from '../audit/record.ts';
import type { Ctx } from '../context/ctx.ts';
import { pagesById } from '../context/pages-by-id.ts';
import { recordOf } from '../context/principal.ts';
import { firstIdAt } from '../context/time-ids.ts';
import {
  checkErasings,
  eraseCheckRow,
  eraseJobsOf,
  eraseReportsOf,
  findOldCheck,
  listOldChecks,
  reportIdsOf,
} from '../store/queries/retention.ts';
import type { ScopedTx } from '../store/store.ts';

/** Checks that are looked for at a time. */
const BATCH = 100;

/**
 * Erases checks that ended before a time (Unix milliseconds), with their reports. Their ids answer 410 from then on, and a receipt of
 * each stays. One check a transaction, so that nobody waits for it. It can be broken off, repeated, and done by several processes at
 * once. Returns how many it has erased.
 */
export async function eraseOldChecks(ctx: Ctx, before: number, stopped: () => boolean): Promise<number> {
  const old = { before, below: firstIdAt(before) };
  let erased = 0;
  const read = (after: string) => ctx.read.all(listOldChecks, { ...old, after, limit: BATCH });
  for await (const rows of pagesById(BATCH, stopped, read)) {
    for (const { id, applicant_id } of rows) {
      if (stopped()) break;
      const gone = await ctx.transaction(async (tx) => {
        const { check } = await tx.lock({ applicant: applicant_id, check: id });
        // A reviewer may have reopened the check since.
        if (!check || !(await tx.first(findOldCheck, { ...old, id }))) return false;
        await eraseCheck(ctx, tx, { check_id: id, applicant_id });
        return true;
      });
      if (gone) erased += 1;
    }
  }
  return erased;
}

/** Erases a check that the transaction has locked, with its applicant. */
async function eraseCheck(ctx: Ctx, tx: ScopedTx, of: { check_id: string; applicant_id: string }): Promise<void> {
  const reports = await tx.all(reportIdsOf, of);
  await tx.system.run(eraseJobsOf, { ...of, account_id: ctx.account_id });
  const counts: Record<string, number> = { check: 1, report: reports.length };
  for (const { as, erase } of checkErasings) {
    const n = await tx.run(erase, of);
    if (as && n > 0) counts[as] = n;
  }
  await tx.run(eraseReportsOf, of);
  await tx.run(eraseCheckRow, of);
  const request = { requested_at: ctx.now(), requested_by: recordOf(ctx.principal) };
  const ids = [of.check_id, ...reports.map(({ id }) => id)];
  const receipt = await leaveReceipt(ctx, tx, { ...of, ...request, counts }, ids);
  const details = { erasure_id: receipt.id };
  recordAuditIn(ctx, tx, { action: 'check_erased', object_id: of.check_id, details });
}
