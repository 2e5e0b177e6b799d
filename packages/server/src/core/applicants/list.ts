import { listActiveApplicants, listAllApplicants } from '../../store/queries/applicants.ts';
import { total } from '../counters.ts';
import type { Ctx } from '../ctx.ts';
import { type Applicant, toApplicant } from './applicant.ts';

export interface ApplicantPage {
  applicants: Applicant[];
  /** Of all pages. */
  total: number;
}

/** A page of applicants, newest first. `page` counts from 1. */
export async function listApplicants(
  ctx: Ctx,
  { page, perPage, includeDeleted }: { page: number; perPage: number; includeDeleted: boolean },
): Promise<ApplicantPage> {
  const all = await total(ctx, 'applicants');
  const count = includeDeleted ? all : all - (await total(ctx, 'applicants_scheduled'));
  const query = includeDeleted ? listAllApplicants : listActiveApplicants;
  const rows = await ctx.read.all(query, { limit: perPage, offset: (page - 1) * perPage });
  return { applicants: rows.map((row) => toApplicant(ctx, row)), total: count };
}
