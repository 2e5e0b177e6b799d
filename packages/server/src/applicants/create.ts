import { recordAuditIn } from '../audit/record.ts';
import { invalid } from '../base/errors.ts';
import { count } from '../context/counters.ts';
import type { Ctx } from '../context/ctx.ts';
import { findApplicant, insertApplicant, putOnClock } from '../store/queries/applicants.ts';
import { findTombstone } from '../store/queries/erasures.ts';
import { insertPending } from '../store/queries/search.ts';
import type { ScopedTx } from '../store/store.ts';
import { type Applicant, toSealedData } from './applicant.ts';
import { type ApplicantFieldSet, type ApplicantInput, applicantErrors, withFields } from './fields.ts';
import { withResidence } from './residence.ts';

/**
 * Creates an applicant from a client's data. Throws `validation_error` with the fields that are wrong.
 * @param fields fields of the request's version
 */
export async function createApplicant(ctx: Ctx, input: ApplicantInput, fields: ApplicantFieldSet): Promise<Applicant> {
  const made = newApplicant(ctx, ctx.services.ids.uuid(), input, fields);
  const { applicant } = made;
  const stored = await ctx.transaction(async (tx): Promise<Unrepeatable> => {
    await insertNew(ctx, tx, made);
    const { id, created_at, clock_id, location } = applicant;
    return { id, created_at, clock_id, location };
  });
  ctx.services.searchIndexer.wake();
  if (stored.id === applicant.id) return applicant;
  // The request repeats one with its idempotency key, which has stored the applicant.
  const { id, created_at, clock_id, location } = stored;
  return {
    ...applicant,
    ...withFields(fields.blank, input, fields.create, created_at),
    id,
    created_at,
    clock_id,
    location,
  };
}

/** The parts of a new applicant that an equal request would get differently; all others follow from the request. */
type Unrepeatable = Pick<Applicant, 'id' | 'created_at' | 'clock_id' | 'location'>;

/** Outcome of `createApplicantOnce`. `deleted`: the applicant existed, and is erased or scheduled for deletion. */
export type CreatedOnce = 'created' | 'existing' | 'deleted';

/**
 * Creates an applicant under an id that the caller has derived, unless the applicant exists or existed. Two callers at once create one.
 * Throws as `createApplicant` does.
 */
export async function createApplicantOnce(
  ctx: Ctx,
  id: string,
  input: ApplicantInput,
  fields: ApplicantFieldSet,
): Promise<CreatedOnce> {
  const made = newApplicant(ctx, id, input, fields);
  const { outcome } = await ctx.transaction(async (tx): Promise<{ applicant_id: string; outcome: CreatedOnce }> => {
    await tx.lock({ account: ctx.account_id });
    const found = await tx.first(findApplicant, { id });
    if (found) return { applicant_id: id, outcome: found.delete_at === null ? 'existing' : 'deleted' };
    if (await tx.first(findTombstone, { id })) return { applicant_id: id, outcome: 'deleted' };
    await insertNew(ctx, tx, made);
    return { applicant_id: id, outcome: 'created' };
  });
  ctx.services.searchIndexer.wake();
  return outcome;
}

/** An applicant that is not stored yet, and its sealed data. */
interface NewApplicant {
  readonly applicant: Applicant;
  readonly sealed: Buffer;
}

/** Judges the data of an applicant, and seals it before the transaction that stores it. Throws `validation_error`. */
function newApplicant(ctx: Ctx, id: string, input: ApplicantInput, fields: ApplicantFieldSet): NewApplicant {
  const errors = applicantErrors(input, fields.create, ctx.now());
  if (errors) throw invalid(errors);
  const created_at = ctx.now();
  const known = withFields(fields.blank, input, fields.create, created_at);
  const data = { ...known, location: withResidence(ctx, known.location) };
  const clock_id = ctx.clock?.id ?? null;
  const applicant = { id, created_at, delete_at: null, clock_id, sandbox: ctx.sandbox, ...data };
  return { applicant, sealed: ctx.vault.seal(id, toSealedData(data)) };
}

async function insertNew(ctx: Ctx, tx: ScopedTx, { applicant, sealed }: NewApplicant): Promise<Applicant> {
  const { id, created_at, clock_id } = applicant;
  await tx.run(insertApplicant, { id, created_at, delete_at: null, data: sealed });
  if (clock_id !== null) await tx.run(putOnClock, { id, clock_id });
  await tx.run(insertPending, { applicant_id: id });
  await count(ctx, tx, 'applicants', 1);
  // What clients make is in the request log.
  if (ctx.principal.kind === 'member') recordAuditIn(ctx, tx, { action: 'applicant_created', object_id: id });
  return applicant;
}
