import type { Ctx } from '../context/ctx.ts';
import { visiblePage } from '../context/id-pages.ts';
import { withoutHiddenObjects } from '../review/second-looks/hidden.ts';
import { listRunsByAge } from '../store/queries/review.ts';
import type { WorkflowRunRow } from '../store/schema.ts';
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
  const { rows, next } = await visiblePage<WorkflowRunRow>(
    { after, limit },
    {
      read(position, most) {
        const [at, id] = position.split('_') as [string, string];
        return ctx.read.all(listRunsByAge, { at: Number(at), id, status: status ?? '', limit: most });
      },
      visible: (found) => withoutHiddenObjects(ctx, 'workflow_runs', found),
      cursorOf: ({ created_at, id }) => `${created_at}_${id}`,
    },
  );
  return { runs: rows.map((row) => toRun(ctx, row)), next };
}
