import type { TaskKind, TaskStep } from '../workflow.ts';
import { capture } from './capture.ts';
import { check } from './check.ts';
import { digitalCredential } from './digital-credential.ts';
import { face } from './face.ts';
import type { StepKind } from './kind.ts';
import { manualReview } from './manual-review.ts';
import { notify } from './notify.ts';
import { passkey } from './passkey.ts';
import { profileData } from './profile-data.ts';
import { advancedSignature, signature } from './signature.ts';
import { wait } from './wait.ts';

/** The type of the steps of a kind. */
type StepOf<Kind extends TaskKind, S extends TaskStep = TaskStep> = S extends TaskStep
  ? Kind extends S['task']
    ? S
    : never
  : never;

/** Every kind of step, by the word that names it in a file. Source: contract 15.5. */
const kinds: { readonly [Kind in TaskKind]: StepKind<StepOf<Kind>> } = {
  profile_data: profileData,
  document_photo: capture,
  digital_credential: digitalCredential,
  proof_of_address: capture,
  face_photo: capture,
  face_video: capture,
  face_motion: capture,
  simple_electronic_signature: signature,
  advanced_electronic_signature: advancedSignature,
  qualified_electronic_signature: signature,
  biometric_token: face,
  face_authentication: face,
  passkey_enrollment: passkey,
  passkey_authentication: passkey,
  check,
  wait,
  manual_review: manualReview,
  notify,
};

export const taskKinds = Object.keys(kinds) as readonly TaskKind[];

/** Returns the kind of a step. */
export function stepKind({ task }: Pick<TaskStep, 'task'>): StepKind {
  return kinds[task] as StepKind;
}
