import { eraseDocuments } from '../checks/reports/erase-documents.ts';
import type { Services } from '../context/services.ts';
import type { JobHandler } from '../jobs/worker.ts';
import { ctxOf } from './ctx-of.ts';

/** Erases the documents of checks that asked for an age alone. */
export function documentErasureHandler(services: Services): JobHandler {
  return {
    kind: 'document_erasure',
    concurrency: 4,
    perLane: 2,
    run: async (job, hold) => eraseDocuments(await ctxOf(services, job), job, hold),
  };
}
