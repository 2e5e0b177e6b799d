import { problem } from '../base/errors.ts';
import type { Ctx } from '../context/ctx.ts';
import { missing } from '../context/missing.ts';
import { findApplicant } from '../store/queries/applicants.ts';
import type { ScopedReader, ScopedTx } from '../store/store.ts';
import { type Applicant, toApplicant } from './applicant.ts';

/** The applicant. Throws `resource_not_found`, or `gone` when it is erased or scheduled for deletion. */
export async function getApplicant(ctx: Ctx, id: string, tx?: ScopedTx): Promise<Applicant> {
  if (tx) return toApplicant(ctx, await readRow(ctx, id, tx));
  const { recentApplicants } = ctx.services;
  const read = async () => {
    const [applicant] = await recentApplicants.ofRows(ctx, async () => [await readRow(ctx, id, ctx.read)]);
    return applicant as Applicant;
  };
  return recentApplicants.find(ctx, id) ?? recentApplicants.through(ctx, read);
}

async function readRow(ctx: Ctx, id: string, reader: ScopedReader) {
  const row = await reader.first(findApplicant, { id });
  if (!row) throw await missing(ctx, 'Applicant', id, reader);
  if (row.delete_at !== null) throw problem('gone');
  return row;
}
