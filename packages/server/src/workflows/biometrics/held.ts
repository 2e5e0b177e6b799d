import { invalid, problem } from '../../base/errors.ts';
import { isSameSecret } from '../../base/same-secret.ts';
import type { Ctx } from '../../context/ctx.ts';
import { KeyedHash } from '../../crypto/keyed-hash.ts';
import { updateRun } from '../../store/queries/workflows.ts';
import { lockRun } from '../runs/move.ts';
import { hasEnded, type Run, sealRun, stepOf, type Task, userIdOf } from '../runs/run.ts';
import { taskSteps } from '../workflow.ts';
import { personMark, tokensOf } from './token.ts';
import type { TokenOutput } from './work.ts';

/** Biometric tokens that a capture SDK receives, and is asked for, for its applicant. */
export interface HeldBiometrics {
  /** Names the person, without their name. */
  readonly customer_user_hash: string;
  /** The token that this run has made, for the client to hold; null while there is none. */
  readonly token: string | null;
  /** True if a face will be compared, and no token that the client holds was presented yet. */
  readonly requested: boolean;
}

/** A token as a client holds it: its id and an HMAC-SHA256. The template stays here. */
function heldToken({ account_id, environment }: Ctx, key: Buffer, uuid: string): string {
  const mac = new KeyedHash(key).hex(JSON.stringify(['held', account_id, environment, uuid]));
  return `${uuid}.${Buffer.from(mac, 'hex').toString('base64url')}`;
}

const comparesFace = ({ workflow }: Run): boolean =>
  taskSteps(workflow.steps).some(({ task }) => task === 'face_authentication');

/** Facts about biometric tokens for an SDK; null in a run whose workflow neither makes nor compares one. */
export function heldBiometrics(ctx: Ctx, run: Run, tasks: readonly Task[]): HeldBiometrics | null {
  const compares = comparesFace(run);
  if (!compares && !taskSteps(run.workflow.steps).some(({ task }) => task === 'biometric_token')) return null;
  const task = tasks.findLast((task) => task.completed && stepOf(run, task)?.task === 'biometric_token');
  const uuid = (task?.output as TokenOutput | undefined)?.uuid;
  return {
    customer_user_hash: personMark(ctx, userIdOf(run)),
    token: uuid ? heldToken(ctx, ctx.services.master.current('biometric-tokens'), uuid) : null,
    requested: compares && !run.presented_token && !hasEnded(run),
  };
}

/**
 * Has a run compare the face with the token that the client holds, and no other. Throws `validation_error` for a token of another
 * person, and in a run that compares no face; `gone` for the run.
 */
export async function presentToken(ctx: Ctx, runId: string, token: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    const run = await lockRun(ctx, tx, runId);
    if (!run) throw problem('gone');
    if (hasEnded(run) || !comparesFace(run))
      throw invalid({ token: ['is not needed, because this run compares no face'] });
    const known = await tokensOf(ctx, userIdOf(run), tx);
    const keys = ctx.services.master.accepted('biometric-tokens');
    const found = known.find(({ id }) => keys.some((key) => isSameSecret(heldToken(ctx, key, id), token)));
    if (!found) throw invalid({ token: ['is not a biometric token of this person'] });
    const { id, status, updated_at } = run;
    await tx.run(updateRun, { id, status, updated_at, data: sealRun(ctx, { ...run, presented_token: found.id }) });
  });
}
