import { getApplicant } from '../../applicants/get.ts';
import type { Ctx } from '../../context/ctx.ts';
import { type IdPage, pageByIds } from '../../context/id-pages.ts';
import { type Suppression, toSuppression } from '../../reports/records/suppression.ts';
import {
  countSuppressions,
  listSuppressions,
  listSuppressionsByAge,
  suppressionsOfApplicant,
} from '../../store/queries/suppressions.ts';
import { withoutHidden } from '../second-looks/hidden.ts';

/** A page of the suppressions of an account in one environment, newest first, and how many there are. `page` is from 1. */
export async function pageOfSuppressions(
  ctx: Ctx,
  { page, perPage }: { readonly page: number; readonly perPage: number },
): Promise<{ suppressions: Suppression[]; total: number }> {
  const rows = await ctx.read.all(listSuppressions, { limit: perPage, offset: (page - 1) * perPage });
  const counted = await ctx.read.first(countSuppressions, {});
  return { suppressions: rows.map((row) => toSuppression(ctx, row)), total: Number(counted?.n ?? 0) };
}

/** The suppressions of an account in one environment, newest first. */
export async function suppressionsByAge(
  ctx: Ctx,
  page: IdPage,
): Promise<{ suppressions: Suppression[]; next: string | null }> {
  const { rows, next } = await pageByIds(
    page,
    (span) => ctx.read.all(listSuppressionsByAge, span),
    (found) => withoutHidden(ctx, found),
  );
  return { suppressions: rows.map((row) => toSuppression(ctx, row)), next };
}

/** All suppressions of an applicant, newest first. Throws `resource_not_found`, `gone`. */
export async function suppressionsOf(ctx: Ctx, applicant_id: string): Promise<Suppression[]> {
  await getApplicant(ctx, applicant_id);
  const rows = await ctx.read.all(suppressionsOfApplicant, { applicant_id });
  return rows.map((row) => toSuppression(ctx, row));
}
