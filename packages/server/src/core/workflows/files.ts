import { isoSeconds } from '../../base/clock.ts';
import { invalid, notFound, problem } from '../../base/errors.ts';
import type { RunPdfInput } from '../../exports/run-pdf.ts';
import { updateRun } from '../../store/queries/workflows.ts';
import type { Ctx } from '../ctx.ts';
import { getMedia, mediaBytes } from '../media/get.ts';
import type { Media } from '../media/media.ts';
import { companyOf, draw } from '../printing/draw.ts';
import { mediaKindOf } from './captures.ts';
import { getRun, listTasksOf } from './get.ts';
import { runIn } from './progress.ts';
import { type Run, sealRun, stepOf, type Task } from './run.ts';
import { finalRunStatuses } from './states.ts';

/**
 * The id under which the timeline of a run can be fetched: one for each run, since nothing is added to one that has ended.
 * Throws 404 or 410 for the run, `validation_error` while it goes on.
 */
export async function askForTimeline(ctx: Ctx, runId: string): Promise<string> {
  await getRun(ctx, runId);
  return ctx.transaction(async (tx) => {
    const run = await runIn(ctx, tx, runId);
    if (!run) throw problem('gone');
    if (!finalRunStatuses.has(run.status)) throw invalid({ status: ['must be final'] });
    if (run.timeline_file_id !== undefined) return run.timeline_file_id;
    const timeline_file_id = ctx.services.ids.uuid();
    const { id, status, updated_at } = run;
    await tx.run(updateRun, { id, status, updated_at, data: sealRun(ctx, { ...run, timeline_file_id }) });
    return timeline_file_id;
  });
}

/** The timeline of a run as PDF. Throws 404 or 410 for the run, 404 for a file that nobody has asked for. */
export async function timelineOf(ctx: Ctx, runId: string, fileId: string): Promise<Uint8Array> {
  const run = await getRun(ctx, runId);
  if (run.timeline_file_id !== fileId) throw notFound('WorkflowTimelineFile', fileId);
  return timelinePdf(ctx, run, await listTasksOf(ctx, runId));
}

async function timelinePdf(ctx: Ctx, run: Run, tasks: readonly Task[]): Promise<Uint8Array> {
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
      ended: finalRunStatuses.has(run.status),
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

/** What there is to show of a run that has ended. */
export interface Evidence {
  readonly run: Run;
  readonly tasks: readonly Task[];
  readonly timeline: Uint8Array;
  /** What was captured in it. */
  readonly media: readonly Media[];
}

/** The evidence of a run. Throws 404 or 410 for the run, and 404 while it goes on, which clients wait out. */
export async function evidenceOf(ctx: Ctx, runId: string): Promise<Evidence> {
  const run = await getRun(ctx, runId);
  if (!finalRunStatuses.has(run.status)) throw notFound('WorkflowRunEvidenceFolder', runId);
  const tasks = await listTasksOf(ctx, runId);
  const media: Media[] = [];
  for (const task of tasks) media.push(...(await capturesOf(ctx, run, task)));
  return { run, tasks, timeline: await timelinePdf(ctx, run, tasks), media };
}

/** What a task was completed with, if it is a capture. */
export async function capturesOf(ctx: Ctx, run: Run, task: Task): Promise<Media[]> {
  const step = stepOf(run, task);
  if (!step || step.task === 'check' || step.task === 'profile_data' || !task.completed) return [];
  const kind = mediaKindOf(step.task);
  const media: Media[] = [];
  for (const { id } of task.output as { id: string }[]) media.push(await getMedia(ctx, kind, id));
  return media;
}

/** The bytes of media, opened when the first of them are asked for. */
export async function* bytesOf(ctx: Ctx, media: Media): AsyncGenerator<Uint8Array> {
  yield* await mediaBytes(ctx, media);
}
