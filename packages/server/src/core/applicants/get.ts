import { problem } from '../../base/errors.ts';
import { findApplicant } from '../../store/queries/applicants.ts';
import type { ScopedReader, ScopedTx } from '../../store/store.ts';
import type { Ctx } from '../ctx.ts';
import { missing } from '../missing.ts';
import { type Applicant, toApplicant } from './applicant.ts';

/** The applicant. Throws `resource_not_found`, or `gone` when it is erased or scheduled for deletion. */
export async function getApplicant(ctx: Ctx, id: string, tx?: ScopedTx): Promise<Applicant> {
  if (tx) return readApplicant(ctx, id, tx);
  const { recentApplicants } = ctx.services;
  return recentApplicants.find(ctx, id) ?? recentApplicants.through(ctx, () => readApplicant(ctx, id, ctx.read));
}

async function readApplicant(ctx: Ctx, id: string, reader: ScopedReader): Promise<Applicant> {
  const row = await reader.first(findApplicant, { id });
  if (!row) throw await missing(ctx, 'Applicant', id);
  if (row.delete_at !== null) throw problem('gone');
  return toApplicant(ctx, row);
}
