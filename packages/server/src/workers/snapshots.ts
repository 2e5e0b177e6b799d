import { expireSnapshot } from '../core/media/snapshots.ts';
import type { Services } from '../core/services.ts';
import type { JobHandler } from '../jobs/worker.ts';
import { ctxOf } from './ctx-of.ts';

/** Deletes snapshots whose time has passed. */
export function snapshotHandler(services: Services): JobHandler {
  return {
    kind: 'snapshot',
    concurrency: 4,
    perLane: 2,
    run: async (job, hold) => expireSnapshot(await ctxOf(services, job), job, hold),
  };
}
