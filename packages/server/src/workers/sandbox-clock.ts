import { moveSandboxClock } from '../applicants/clocks/move.ts';
import type { Services } from '../context/services.ts';
import type { JobHandler } from '../jobs/worker.ts';
import { ctxOf } from './ctx-of.ts';

/** Moves clocks of the sandbox. */
export function sandboxClockHandler(services: Services): JobHandler {
  return {
    kind: 'sandbox_clock',
    concurrency: 8,
    perLane: 1,
    run: async (job, hold) => moveSandboxClock(await ctxOf(services, job), job, hold),
  };
}
