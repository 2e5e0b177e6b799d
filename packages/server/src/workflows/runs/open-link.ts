import { updateRun } from '../../store/queries/workflows.ts';
import { noteUpdate } from '../../updates/note.ts';
import type { RunByLink } from './find-link.ts';
import { lockRun } from './move.ts';
import { hasEnded, sealRun } from './run.ts';

/** Records that the applicant has opened the page of a run: the first time only, and only before the run has ended. */
export async function openRunLink({ ctx, run: known }: Pick<RunByLink, 'ctx' | 'run'>): Promise<void> {
  const { id } = known;
  if (known.link_opened_at !== undefined || hasEnded(known)) return;
  await ctx.transaction(async (tx) => {
    const run = await lockRun(ctx, tx, id);
    if (!run || run.link_opened_at !== undefined || hasEnded(run)) return;
    const { status, updated_at } = run;
    await tx.run(updateRun, { id, status, updated_at, data: sealRun(ctx, { ...run, link_opened_at: ctx.now() }) });
    noteUpdate(ctx, tx, 'run');
  });
}
