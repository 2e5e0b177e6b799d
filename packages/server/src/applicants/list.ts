import type { PerTurn } from '../base/per-turn.ts';
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
  readonly applicants: readonly Applicant[];
  /** Number of applicants on all pages. */
  readonly total: number;
}

interface Wanted {
  readonly page: number;
  readonly perPage: number;
  readonly includeDeleted: boolean;
}

/** A page of applicants, newest first. `page` counts from 1. Requests for the same page in one turn of the event loop share it. */
export function listApplicants(ctx: Ctx, wanted: Wanted): Promise<ApplicantPage> {
  const { account_id, environment, services } = ctx;
  const { page, perPage, includeDeleted } = wanted;
  const key = `${account_id} ${environment} ${page} ${perPage} ${includeDeleted}`;
  return services.applicantPages.share(key, () => readPage(ctx, wanted));
}

async function readPage(ctx: Ctx, { page, perPage, includeDeleted }: Wanted): Promise<ApplicantPage> {
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

declare module '../context/services.ts' {
  interface Services {
    readonly applicantPages: PerTurn<ApplicantPage>;
  }
}
