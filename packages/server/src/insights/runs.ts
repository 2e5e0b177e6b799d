import type { Ctx } from '../context/ctx.ts';
import { hiddenAmong } from '../review/second-looks/hidden.ts';
import { listRunsByAge } from '../store/queries/review.ts';
import { type Run, toRun } from '../workflows/runs/run.ts';

interface Wanted {
  /** Absent: any. */
  readonly status?: Run['status'] | undefined;
  /** `next` of the previous page. */
  readonly after?: string | undefined;
  readonly limit: number;
}

/** Cursor above every time. */
const BEFORE_ALL = `${Number.MAX_SAFE_INTEGER}_`;

/**
 * A page of workflow runs, newest first, without runs of applicants that are scheduled for deletion, and without runs that would reveal a
 * decision to the acting member (`hiddenReports`). `next` is null after the last.
 */
export async function runsByAge(
  ctx: Ctx,
  { status, after = BEFORE_ALL, limit }: Wanted,
): Promise<{ runs: Run[]; next: string | null }> {
  const [at, id] = after.split('_') as [string, string];
  const rows = await ctx.read.all(listRunsByAge, { at: Number(at), id, status: status ?? '', limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const hidden = await hiddenAmong(
    ctx,
    'workflow_runs',
    shown.map((row) => row.id),
  );
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const runs = shown.filter((row) => !hidden.has(row.id)).map((row) => toRun(ctx, row));
  return { runs, next: last ? `${last.created_at}_${last.id}` : null };
}
