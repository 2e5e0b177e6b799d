import type { Ctx } from '../context/ctx.ts';
import { updateApplicantData } from '../store/queries/applicants.ts';
import type { ScopedTx } from '../store/store.ts';
import { type ApplicantData, toSealedData } from './applicant.ts';
import { runApplicantHooks } from './hooks.ts';
import { withResidence } from './residence.ts';
import { replaceApplicantTerms } from './search/keep.ts';

/**
 * Writes the changed data of an applicant with its search terms, and runs the hooks of other areas. The transaction has locked
 * the applicant.
 * @returns the stored applicant, with the residence inferred where no client has named one
 */
export async function writeApplicant(ctx: Ctx, tx: ScopedTx, id: string, after: ApplicantData): Promise<ApplicantData> {
  const data = { ...after, location: withResidence(ctx, after.location) };
  ctx.services.recentApplicants.changes(tx, id);
  await tx.run(updateApplicantData, { id, data: ctx.vault.seal(id, toSealedData(data)) });
  await replaceApplicantTerms(ctx, tx, id, data);
  await runApplicantHooks('changed', ctx, tx, id);
  return data;
}
