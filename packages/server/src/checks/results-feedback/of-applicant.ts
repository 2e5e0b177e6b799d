import type { Ctx } from '../../context/ctx.ts';
import { feedbackOfApplicant } from '../../store/queries/results-feedback.ts';
import { type Feedback, toFeedback } from './feedback.ts';

/** Feedback of the client on the results of an applicant, oldest first. */
export async function listFeedbackOf(ctx: Ctx, applicant_id: string): Promise<Feedback[]> {
  return (await ctx.read.all(feedbackOfApplicant, { applicant_id })).map((row) => toFeedback(ctx, row));
}
