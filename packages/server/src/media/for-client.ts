import { AnalysisFailed } from '../analysis/analyser.ts';
import { isOfMachine, isTooSlow } from '../analysis/given-up.ts';
import { problem } from '../base/errors.ts';
import { type Lane, TooManyWaiting } from '../base/turns.ts';
import type { Ctx } from '../context/ctx.ts';

/** Seconds after which a client may send a file again that no process could examine. */
const RETRY_AFTER = 5;

/** Lane of an applicant's file in the queue. */
export function laneOf(ctx: Ctx, applicant: string): Lane {
  return { account: ctx.account_id, applicant };
}

/**
 * The result of a task for which a client waits. Throws `unavailable` where no process could say anything of the file: too
 * many others wait, the machine had no time or no memory for it, it took too long, or its process ended. Other errors of the
 * task pass.
 */
export async function forClient<T>(task: Promise<T>): Promise<T> {
  try {
    return await task;
  } catch (error) {
    if (error instanceof TooManyWaiting) {
      const message = 'Too many files are waiting to be processed. Please try again later';
      throw problem('unavailable', { message, retryAfter: RETRY_AFTER });
    }
    if (isTooSlow(error)) {
      const message = 'Processing the file took too long. Please try again later';
      throw problem('unavailable', { message, retryAfter: RETRY_AFTER });
    }
    if (error instanceof AnalysisFailed || isOfMachine(error))
      throw problem('unavailable', { retryAfter: RETRY_AFTER });
    throw error;
  }
}
