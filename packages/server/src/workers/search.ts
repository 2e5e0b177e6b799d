import type { Services } from '../context/services.ts';
import { rebuildTerms } from '../insights/rebuild-terms.ts';
import type { JobHandler } from '../jobs/worker.ts';
import { ctxOf } from './ctx-of.ts';

/** Rebuilds what applicants are found by. */
export function searchRebuildHandler(services: Services): JobHandler {
  return {
    kind: 'search_rebuild',
    concurrency: 1,
    perLane: 1,
    run: async (job, hold) => rebuildTerms(await ctxOf(services, job), job, hold),
  };
}
