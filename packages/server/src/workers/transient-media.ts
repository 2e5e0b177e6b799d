import type { Services } from '../context/services.ts';
import type { JobHandler } from '../jobs/worker.ts';
import { expireTransientMedia, type TransientKind } from '../media/transient-media.ts';
import { ctxOf } from './ctx-of.ts';

/** Deletes media of a kind that is stored for a limited time, when that has passed. */
export function passingMediaHandler(services: Services, kind: TransientKind): JobHandler {
  return {
    kind,
    concurrency: 4,
    perLane: 2,
    run: async (job, hold) => expireTransientMedia(await ctxOf(services, job), kind, job, hold),
  };
}
