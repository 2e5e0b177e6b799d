import type { Ctx } from '../../context/ctx.ts';
import { countResultsFeedback, listResultsFeedback } from '../../store/queries/results-feedback.ts';
import { type Feedback, toFeedback } from './feedback.ts';

/** A page of the feedback of an account in one environment, newest first, and how much there is. `page` is from 1. */
export async function pageOfFeedback(
  ctx: Ctx,
  { page, perPage }: { readonly page: number; readonly perPage: number },
): Promise<{ feedback: Feedback[]; total: number }> {
  const rows = await ctx.read.all(listResultsFeedback, { limit: perPage, offset: (page - 1) * perPage });
  const counted = await ctx.read.first(countResultsFeedback, {});
  return { feedback: rows.map((row) => toFeedback(ctx, row)), total: Number(counted?.n ?? 0) };
}
