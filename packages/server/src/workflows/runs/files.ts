import { invalid, notFound, problem } from '../../base/errors.ts';
import type { Ctx } from '../../context/ctx.ts';
import { mediaBytes } from '../../media/get.ts';
import type { Media } from '../../media/media.ts';
import { updateRun } from '../../store/queries/workflows.ts';
import { stepKind } from '../steps/index.ts';
import type { SignatureKind } from '../workflow.ts';
import { getRun, listTasksOf } from './get.ts';
import { lockRun } from './move.ts';
import { hasEnded, type Run, sealRun, stepOf, type Task } from './run.ts';

/**
 * The id under which the timeline of a run can be fetched: one for each run, since nothing is added to one that has ended.
 * Throws 404 or 410 for the run, `validation_error` until it has ended.
 */
export async function askForTimeline(ctx: Ctx, runId: string): Promise<string> {
  await getRun(ctx, runId);
  return ctx.transaction(async (tx) => {
    const run = await lockRun(ctx, tx, runId);
    if (!run) throw problem('gone');
    if (!hasEnded(run)) throw invalid({ status: ['must be final'] });
    if (run.timeline_file_id !== undefined) return run.timeline_file_id;
    const timeline_file_id = ctx.services.ids.uuid();
    const { id, status, updated_at } = run;
    await tx.run(updateRun, { id, status, updated_at, data: sealRun(ctx, { ...run, timeline_file_id }) });
    return timeline_file_id;
  });
}

/** The run of a timeline. Throws 404 or 410 for the run, 404 for a file that no client has asked for. */
export async function runOfTimeline(ctx: Ctx, runId: string, fileId: string): Promise<Run> {
  const run = await getRun(ctx, runId);
  if (run.timeline_file_id !== fileId) throw notFound('WorkflowTimelineFile', fileId);
  return run;
}

/** Contents for the evidence of a run that has ended. */
export interface Evidence {
  readonly run: Run;
  readonly tasks: readonly Task[];
  /** Media that were captured in it. */
  readonly media: readonly Media[];
}

/** The evidence of a run. Throws 404 or 410 for the run, and 404 until it has ended, which clients wait for. */
export async function evidenceOf(ctx: Ctx, runId: string): Promise<Evidence> {
  const run = await getRun(ctx, runId);
  if (!hasEnded(run)) throw notFound('WorkflowRunEvidenceFolder', runId);
  const tasks = await listTasksOf(ctx, runId);
  // Once, though several tasks may have been completed with it.
  const media = new Map<string, Media>();
  for (const task of tasks) for (const capture of await capturesOf(ctx, run, task)) media.set(capture.id, capture);
  return { run, tasks, media: [...media.values()] };
}

/** Returns the media of a completed task: its captures, or the documents that were signed in it. */
export async function capturesOf(ctx: Ctx, run: Run, task: Task): Promise<Media[]> {
  const step = stepOf(run, task);
  return step && task.completed ? ((await stepKind(step).media?.(ctx, task, step)) ?? []) : [];
}

/**
 * A file that the signatures of one kind made in a run. Throws 404 or 410 for the run, and 404 for a file of another kind of
 * task, of another run, or of none.
 */
export async function signedFile(ctx: Ctx, runId: string, kind: SignatureKind, fileId: string): Promise<Media> {
  const run = await getRun(ctx, runId);
  for (const task of await listTasksOf(ctx, runId)) {
    const step = stepOf(run, task);
    if (step?.task !== kind || !task.completed) continue;
    const found = (await capturesOf(ctx, run, task)).find(({ id }) => id === fileId);
    if (found) return found;
  }
  throw notFound('SignedDocument', fileId);
}

/** The bytes of media, opened when the first of them are asked for. */
export async function* bytesOf(ctx: Ctx, media: Media): AsyncGenerator<Uint8Array> {
  yield* await mediaBytes(ctx, media);
}
