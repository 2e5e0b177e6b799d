import { recordAuditIn } from '../audit/record.ts';
import { invalid } from '../base/errors.ts';
import { count } from '../context/counters.ts';
import type { Ctx } from '../context/ctx.ts';
import { insertApplicant, putOnClock } from '../store/queries/applicants.ts';
import { insertPending } from '../store/queries/search.ts';
import { type Applicant, toSealedData } from './applicant.ts';
import { type ApplicantFieldSet, type ApplicantInput, applicantErrors, withFields } from './fields.ts';
import { withResidence } from './residence.ts';

/**
 * Creates an applicant from a client's data. Throws `validation_error` with the fields that are wrong.
 * @param fields fields of the request's version
 */
export async function createApplicant(ctx: Ctx, input: ApplicantInput, fields: ApplicantFieldSet): Promise<Applicant> {
  const errors = applicantErrors(input, fields.create, ctx.now());
  if (errors) throw invalid(errors);
  const id = ctx.services.ids.uuid();
  const created_at = ctx.now();
  const clock_id = ctx.clock?.id ?? null;
  const known = withFields(fields.blank, input, fields.create, created_at);
  const data = { ...known, location: withResidence(ctx, known.location) };
  const sealed = ctx.vault.seal(id, toSealedData(data));
  const applicant = await ctx.transaction(async (tx): Promise<Applicant> => {
    await tx.run(insertApplicant, { id, created_at, delete_at: null, data: sealed });
    if (clock_id !== null) await tx.run(putOnClock, { id, clock_id });
    await tx.run(insertPending, { applicant_id: id });
    await count(ctx, tx, 'applicants', 1);
    // What clients make is in the request log.
    if (ctx.principal.kind === 'member') recordAuditIn(ctx, tx, { action: 'applicant_created', object_id: id });
    return { id, created_at, delete_at: null, clock_id, sandbox: ctx.sandbox, ...data };
  });
  ctx.services.searchIndexer.wake();
  return applicant;
}
