import type { Ctx } from '../ctx.ts';
import { type CheckWithReports, getCheck } from './get.ts';

/**
 * Waits until a check is final, for a client that asked for its results at once. A check that a person must decide, or
 * that takes longer than the setting allows, is answered as it is then.
 */
export async function waitForCheck(ctx: Ctx, id: string): Promise<CheckWithReports> {
  const { clock, settings, store } = ctx.services;
  const final = new Promise<void>((resolve) => {
    const stop = store.onSignal('check', (done) => {
      if (done !== id) return;
      cancel();
      stop();
      resolve();
    });
    const cancel = clock.schedule(settings.synchronousWait, () => {
      stop();
      resolve();
    });
  });
  const now = await getCheck(ctx, id);
  // It may have ended between its creation and our listening.
  if (now.check.status !== 'in_progress') return now;
  await final;
  return getCheck(ctx, id);
}
