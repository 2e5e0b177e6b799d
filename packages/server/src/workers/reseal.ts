import type { Services } from '../context/services.ts';
import type { JobHandler } from '../jobs/worker.ts';
import { resealSome } from '../keys/reseal.ts';
import { ctxOf } from './ctx-of.ts';

/** Seals the data of accounts with their newest keys. */
export function resealHandler(services: Services): JobHandler {
  return {
    kind: 'reseal',
    concurrency: 1,
    perLane: 1,
    run: async (job, hold) => resealSome(await ctxOf(services, job), job, hold),
  };
}
