import type { Ctx } from '../context/ctx.ts';
import { enqueueMonitorsOf } from '../monitors/sweep.ts';
import { updateApplicantData } from '../store/queries/applicants.ts';
import type { ScopedTx } from '../store/store.ts';
import type { ApplicantData } from './applicant.ts';
import { withResidence } from './residence.ts';
import { replaceApplicantTerms } from './search/keep.ts';

/**
 * Writes what an applicant has become, with what it is found by, and has its monitors search again. The transaction has locked the
 * applicant.
 *
 * @returns what is kept, with the residence inferred where no client has named one
 */
export async function writeApplicant(ctx: Ctx, tx: ScopedTx, id: string, after: ApplicantData): Promise<ApplicantData> {
  const data = { ...after, location: withResidence(ctx, after.location) };
  ctx.services.recentApplicants.changes(tx, id);
  await tx.run(updateApplicantData, { id, data: ctx.vault.seal(id, data) });
  await replaceApplicantTerms(ctx, tx, id, data);
  await enqueueMonitorsOf(ctx, tx, id);
  return data;
}
