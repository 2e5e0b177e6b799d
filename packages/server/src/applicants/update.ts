import { invalid } from '../base/errors.ts';
import type { Ctx } from '../context/ctx.ts';
import { type Applicant, dataOf } from './applicant.ts';
import { type ApplicantFieldSet, type ApplicantInput, applicantErrors, withFields } from './fields.ts';
import { getApplicant } from './get.ts';
import { writeApplicant } from './write.ts';

/**
 * Changes the fields that the client sent and leaves the rest; a sent address and sent ID numbers replace the earlier ones.
 * Throws 404 or 410 for the applicant, `validation_error` with the fields that are wrong.
 * @param fields fields of the request's version
 */
export async function updateApplicant(
  ctx: Ctx,
  id: string,
  input: ApplicantInput,
  fields: ApplicantFieldSet,
): Promise<Applicant> {
  await getApplicant(ctx, id);
  const errors = applicantErrors(input, fields.update, ctx.now());
  if (errors) throw invalid(errors);
  return ctx.transaction(async (tx) => {
    // If two changes come at once, the second starts from the result of the first.
    await tx.lock({ applicant: id });
    const applicant = await getApplicant(ctx, id, tx);
    const after = withFields(dataOf(applicant), input, fields.update, ctx.now());
    return { ...applicant, ...(await writeApplicant(ctx, tx, id, after)) };
  });
}
