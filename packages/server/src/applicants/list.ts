import { total } from '../context/counters.ts';
import type { Ctx } from '../context/ctx.ts';
import {
  listActiveApplicants,
  listActiveVersions,
  listAllApplicants,
  listAllVersions,
} from '../store/queries/applicants.ts';
import { countActiveApplicants } from '../store/queries/counters.ts';
import type { Applicant } from './applicant.ts';

export interface ApplicantPage {
  applicants: Applicant[];
  /** Number of applicants on all pages. */
  total: number;
}

/** A page of applicants, newest first. `page` counts from 1. */
export async function listApplicants(
  ctx: Ctx,
  { page, perPage, includeDeleted }: { page: number; perPage: number; includeDeleted: boolean },
): Promise<ApplicantPage> {
  const { recentApplicants } = ctx.services;
  const where = { limit: perPage, offset: (page - 1) * perPage };
  // At once: a server can answer both in one trip.
  const [counted, versions] = await Promise.all([
    includeDeleted ? total(ctx, 'applicants') : activeTotal(ctx),
    ctx.read.all(includeDeleted ? listAllVersions : listActiveVersions, where),
  ]);
  const known = recentApplicants.ofVersions(versions);
  if (known.length === versions.length) return { applicants: known, total: counted };
  const rows = () => ctx.read.all(includeDeleted ? listAllApplicants : listActiveApplicants, where);
  return { applicants: await recentApplicants.ofRows(ctx, rows), total: counted };
}

async function activeTotal(ctx: Ctx): Promise<number> {
  return (await ctx.read.first(countActiveApplicants, {}))?.n ?? 0;
}
