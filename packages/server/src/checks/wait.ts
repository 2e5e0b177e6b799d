import type { Ctx } from '../context/ctx.ts';
import { listReports } from '../store/queries/checks.ts';
import { type CheckWithReports, getCheck } from './get.ts';

/**
 * Waits for a client that asked for the results of its check at once, for as long as something happens by itself: until
 * the check isn't in progress any more, or none of its reports awaits data, since those that await approval wait for a
 * person. What takes longer than the setting `synchronousWait`, or than the process lives, is answered as it is then.
 *
 * @returns the check as it is after the wait. Throws `resource_not_found` or `gone` when it was erased meanwhile
 */
export async function waitForCheck(ctx: Ctx, id: string): Promise<CheckWithReports> {
  const still = listenFor(ctx, id);
  try {
    // It may have come to rest between its creation and our listening. Its reports are read first, so that the check
    // read after them is at least as new.
    const reports = await ctx.read.all(listReports, { check_id: id });
    const now = await getCheck(ctx, id);
    if (now.check.status !== 'in_progress' || !reports.some(({ status }) => status === 'awaiting_data')) return now;
    await still.promise;
  } finally {
    still.stop();
  }
  return getCheck(ctx, id);
}

/** Resolves when a signal says that the check has come to rest, or when the longest wait is over. */
function listenFor(ctx: Ctx, id: string): { promise: Promise<void>; stop(): void } {
  const { clock, settings, stopping, store } = ctx.services;
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  const deaf = store.onSignal('check', (about) => {
    if (about === id) resolve();
  });
  const cancel = clock.schedule(settings.synchronousWait, resolve);
  if (stopping.signal.aborted) resolve();
  stopping.signal.addEventListener('abort', resolve);
  return {
    promise,
    stop() {
      deaf();
      cancel();
      stopping.signal.removeEventListener('abort', resolve);
    },
  };
}
