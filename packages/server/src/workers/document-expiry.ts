import { warnOfExpiry } from '../checks/reports/expiry-warnings.ts';
import type { Services } from '../context/services.ts';
import type { JobHandler } from '../jobs/worker.ts';
import { ctxOf } from './ctx-of.ts';

/** Warns that a verified document expires. */
export function documentExpiryHandler(services: Services): JobHandler {
  return {
    kind: 'document_expiry',
    concurrency: 4,
    perLane: 2,
    run: async (job, hold) => warnOfExpiry(await ctxOf(services, job), job, hold),
  };
}
