import { isoSeconds } from '../../base/clock.ts';
import type { Ctx } from '../../context/ctx.ts';
import type { RunPdfInput } from '../../exports/run-pdf.ts';
import { hasEnded, type Run, type Task } from '../../workflows/runs/run.ts';
import { companyOf, draw } from './draw.ts';

/** The timeline of a run as PDF. */
export async function timelinePdf(ctx: Ctx, run: Run, tasks: readonly Task[]): Promise<Uint8Array> {
  const company = await companyOf(ctx);
  return draw(ctx, run.applicant_id, {
    kind: 'timeline',
    input: { ...printedRun(ctx, run, tasks), company, printedAt: ctx.now() },
  });
}

/** A run and its tasks as documents show them. */
export function printedRun(ctx: Ctx, run: Run, tasks: readonly Task[]): Omit<RunPdfInput, 'company' | 'printedAt'> {
  const times = { created_at: isoSeconds(run.created_at), updated_at: isoSeconds(run.updated_at) };
  return {
    run: {
      id: run.id,
      applicant_id: run.applicant_id,
      status: run.status,
      reasons: run.reasons,
      error: run.error,
      ...times,
      ended: hasEnded(run),
      sandbox: ctx.sandbox,
    },
    workflow: run.workflow,
    tasks: tasks.map(({ id, created_at, updated_at, completed }) => ({
      id,
      created_at: isoSeconds(created_at),
      completed_at: completed ? isoSeconds(updated_at) : null,
    })),
  };
}
