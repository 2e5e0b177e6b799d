import { judgePasskey, type PasskeyAnswer, passkeyInSandbox, takePasskey } from '../runs/passkeys.ts';
import { isAutomatic, userIdOf } from '../runs/run.ts';
import { createTask, finishTask } from '../runs/tasks.ts';
import type { PasskeyStep } from '../workflow.ts';
import { readSandbox } from './common-fields.ts';
import { enqueueWork } from './enqueue-work.ts';
import type { Completion, StepKind } from './kind.ts';

const completion: Completion<PasskeyStep, PasskeyAnswer> = {
  prepare: (ctx, run, { task, step }, data) => judgePasskey(ctx, { run, task, step }, data),
  complete: (ctx, tx, run, { step, prepared }) =>
    takePasskey(ctx, tx, run, { ...(prepared as PasskeyAnswer), kind: step.task }),
};

/** Has the applicant's device make or use a passkey: `passkey_enrollment`, `passkey_authentication`. */
export const passkey: StepKind<PasskeyStep> = {
  keys: ['sandbox'],
  parse: (head, fields) => ({ ...head, completed_by: 'applicant', sandbox: readSandbox(fields) }),
  outputTypes: ({ task }) => ({
    [task === 'passkey_enrollment' ? 'enrolled' : 'authenticated']: 'boolean',
    passkey_id: 'string',
    username: 'string',
    reason: 'string',
  }),
  hint: ({ task }) => task,
  /** Begins the task. In sandbox a job completes it, unless the workflow wants a device. */
  async begin(ctx, tx, run, { place, step: { sandbox } }) {
    const automatic = ctx.sandbox && sandbox === 'automatic';
    if (automatic) await enqueueWork(ctx, tx, run);
    const input = { username: userIdOf(run), ...(automatic && { sandbox }) };
    return { run, task: await createTask(ctx, tx, run, { ...place, input }) };
  },
  completion,
  async settle(ctx, tx, run, { task, step }) {
    if (!isAutomatic(task)) return undefined;
    return finishTask(ctx, tx, run, task, await passkeyInSandbox(ctx, tx, run, step));
  },
};
