import { keepToken } from '../biometrics/keep-token.ts';
import { type FaceResult, lookAtFace, type TokenOutput } from '../biometrics/work.ts';
import { faceSourceOf } from '../runs/face-source.ts';
import { moveRun } from '../runs/move.ts';
import { userIdOf } from '../runs/run.ts';
import { createTask, finishTask } from '../runs/tasks.ts';
import { type FaceStep, faceCaptures, mediaIn } from '../workflow.ts';
import { enqueueWork } from './enqueue-work.ts';
import { OF_THE_SERVICE, type StepKind } from './kind.ts';

const outputTypes = {
  biometric_token: { created: 'boolean', uuid: 'string', media_type: 'string', reason: 'string' },
  face_authentication: { result: 'string', uuid: 'string', score: 'number', reason: 'string' },
} as const;

/** Keeps a template of the applicant's face or compares the face with templates: `biometric_token`, `face_authentication`. */
export const face: StepKind<FaceStep, FaceResult> = {
  keys: [],
  parse: (head) => head,
  /** A face comes from a capture before the step, or from media that the client names. */
  judge(_, { workflow: { inputs }, at, known, wrong }) {
    const captured = [...known.values()].some((step) => 'task' in step && faceCaptures.has(step.task));
    if (captured || !inputs || inputs.media_ids?.type === 'media') return;
    wrong(at, 'needs a face. Add a step face_photo, face_video or face_motion before it, or an input media_ids');
  },
  outputTypes: ({ task }) => outputTypes[task],
  hint: ({ task }) => task,
  /** Media that show no face of the applicant end the run. */
  async begin(ctx, tx, run, { place }) {
    const input = await faceSourceOf(ctx, tx, run);
    if ('wrong' in input) {
      const error = { type: 'face_missing', message: input.wrong };
      return { run: await moveRun(ctx, tx, run, 'failed', { error }), task: undefined };
    }
    await enqueueWork(ctx, tx, run);
    return { run, task: await createTask(ctx, tx, run, { ...place, input: { ...input } }) };
  },
  completion: OF_THE_SERVICE,
  work: (ctx, run, { task, step, attempt }) =>
    lookAtFace(ctx, {
      kind: step.task,
      applicantId: run.applicant_id,
      userId: userIdOf(run),
      tokenId: run.presented_token,
      attempt,
      mediaIds: mediaIn(task.input.media_ids) ?? [],
    }),
  async settle(ctx, tx, run, { task }, found) {
    if (!found) return undefined;
    const { output, kept } = found;
    if (kept) await keepToken(ctx, tx, run, { kept, output: output as TokenOutput });
    return finishTask(ctx, tx, run, task, output);
  },
};
