import { followUp } from '../checks/information-requests/close.ts';
import type { Services } from '../context/services.ts';
import type { JobHandler } from '../jobs/worker.ts';
import { ctxOf } from './ctx-of.ts';

/** Reminds applicants of information requests, and ends requests when their time is over. */
export function informationRequestHandler(services: Services): JobHandler {
  return {
    kind: 'information_request',
    concurrency: 4,
    perLane: 2,
    run: async (job, hold) => followUp(await ctxOf(services, job), job, hold),
  };
}
