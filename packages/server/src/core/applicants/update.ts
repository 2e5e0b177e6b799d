import { invalid } from '../../base/errors.ts';
import type { Version } from '../../base/versions.ts';
import { holdApplicant, updateApplicantData } from '../../store/queries/applicants.ts';
import type { Ctx } from '../ctx.ts';
import { applicantErrors } from '../rules/applicant.ts';
import type { Applicant } from './applicant.ts';
import { getApplicant } from './get.ts';
import { type ApplicantInput, applied } from './input.ts';
import { withResidence } from './residence.ts';

/** Changes what the client sent and leaves the rest; a given address and given ID numbers replace those before. */
export async function updateApplicant(
  ctx: Ctx,
  id: string,
  input: ApplicantInput,
  version: Version,
): Promise<Applicant> {
  await getApplicant(ctx, id);
  const errors = applicantErrors(input, { version, partial: true, now: ctx.now() });
  if (errors) throw invalid(errors);
  return ctx.transaction(async (tx) => {
    // Of two changes at once the second starts from what the first has made.
    await tx.first(holdApplicant, { id });
    const { created_at, delete_at, sandbox, id: _, ...before } = await getApplicant(ctx, id, tx);
    const after = applied(before, input, ctx.now(), version);
    const data = { ...after, location: withResidence(ctx, after.location) };
    ctx.services.recentApplicants.changes(tx, id);
    await tx.run(updateApplicantData, { id, data: ctx.vault.seal(id, data) });
    return { id, created_at, delete_at, sandbox, ...data };
  });
}
