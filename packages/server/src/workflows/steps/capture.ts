import { capturedMedia, mediaOfCapture } from '../runs/captures.ts';
import type { FaultyCapture } from '../runs/retry-reasons.ts';
import { createTask } from '../runs/tasks.ts';
import type { CaptureStep } from '../workflow.ts';
import { completerHint, readCompleter } from './common-fields.ts';
import type { StepKind } from './kind.ts';

const captures = {
  document_photo: 'document',
  proof_of_address: 'proof',
  face_photo: 'face',
  face_video: 'face',
  face_motion: 'face',
} as const satisfies Readonly<Record<CaptureStep['task'], FaultyCapture>>;

/** Asks for pictures or a video: `document_photo`, `proof_of_address`, `face_photo`, `face_video`, `face_motion`. */
export const capture: StepKind<CaptureStep> = {
  keys: ['completed_by'],
  parse: (head, fields) => ({ ...head, completed_by: readCompleter(fields) }),
  captured: ({ task }) => captures[task],
  hint: ({ completed_by, task }) => completerHint(completed_by, task),
  async begin(ctx, tx, run, { place }) {
    return { run, task: await createTask(ctx, tx, run, { ...place, input: {} }) };
  },
  completion: {
    complete: (ctx, tx, { applicant_id: applicantId }, { step, data }) =>
      capturedMedia(ctx, tx, { applicantId, kind: step.task, data }),
  },
  media: mediaOfCapture,
};
