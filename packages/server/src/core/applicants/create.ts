import { invalid } from '../../base/errors.ts';
import type { Version } from '../../base/versions.ts';
import { insertApplicant } from '../../store/queries/applicants.ts';
import { count } from '../counters.ts';
import type { Ctx } from '../ctx.ts';
import { applicantErrors } from '../rules/applicant.ts';
import type { Applicant } from './applicant.ts';
import { type ApplicantInput, applied, blankApplicant } from './input.ts';
import { withResidence } from './residence.ts';

/** Creates an applicant from what a client sent. Throws `validation_error` with the fields that are wrong. */
export async function createApplicant(ctx: Ctx, input: ApplicantInput, version: Version): Promise<Applicant> {
  const errors = applicantErrors(input, { version, partial: false, now: ctx.now() });
  if (errors) throw invalid(errors);
  const id = ctx.services.ids.uuid();
  const created_at = ctx.now();
  const known = applied(blankApplicant(version), input, created_at, version);
  const data = { ...known, location: withResidence(ctx, known.location) };
  const sealed = ctx.vault.seal(id, data);
  await ctx.transaction(async (tx) => {
    await tx.run(insertApplicant, { id, created_at, delete_at: null, data: sealed });
    await count(ctx, tx, 'applicants', 1);
  });
  return { id, created_at, delete_at: null, sandbox: ctx.sandbox, ...data };
}
