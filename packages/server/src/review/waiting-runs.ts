import { toApplicant } from '../applicants/applicant.ts';
import { RUN_REVIEW_MS } from '../checks/waiting/due.ts';
import type { Ctx } from '../context/ctx.ts';
import { FIRST_ID } from '../context/time-ids.ts';
import { findApplicant } from '../store/queries/applicants.ts';
import { countRunsInReview, listRunsInReview } from '../store/queries/run-reviews.ts';
import { type Run, toRun } from '../workflows/runs/run.ts';

/** A workflow run that waits for the answer of a member. */
export interface WaitingRun {
  readonly run: Run;
  /** Applicant of the run. */
  readonly applicant: { readonly first_name: string; readonly last_name: string };
  /** Unix milliseconds: start of the wait; the next field is the due time of the answer. */
  readonly since: number;
  readonly due: number;
}

interface Wanted {
  /** Milliseconds that a run has waited at least. */
  readonly waited?: number | undefined;
  /** `next` of the previous page. */
  readonly after?: string | undefined;
  readonly limit: number;
}

/**
 * A page of the runs that wait for a member, by due time, so that the longest wait comes first. Runs of applicants that are
 * scheduled for deletion are left out. `total` counts runs that have waited for any time; `next` is null after the last.
 */
export async function runsInReview(
  ctx: Ctx,
  { waited = 0, after = `0_${FIRST_ID}`, limit }: Wanted,
): Promise<{ waiting: WaitingRun[]; total: number; next: string | null }> {
  const [due, id] = after.split('_') as [string, string];
  const before = ctx.now() - waited + RUN_REVIEW_MS;
  const [rows, counted] = await Promise.all([
    ctx.read.all(listRunsInReview, { due: Number(due), after: id, before, limit: limit + 1 }),
    ctx.read.first(countRunsInReview, {}),
  ]);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const waiting = await Promise.all(
    shown.map(async (row): Promise<WaitingRun> => {
      const applicant = await ctx.read.first(findApplicant, { id: row.applicant_id });
      if (!applicant) throw new Error(`The workflow run ${row.id} has no applicant`);
      const dueAt = Number(row.review_due_at);
      const run = toRun(ctx, row);
      return { run, applicant: toApplicant(ctx, applicant), since: dueAt - RUN_REVIEW_MS, due: dueAt };
    }),
  );
  const next = last ? `${Number(last.review_due_at)}_${last.id}` : null;
  return { waiting, total: Number(counted?.n ?? 0), next };
}
