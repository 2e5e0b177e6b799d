import { sendMail } from '../core/mails/send.ts';
import type { Services } from '../core/services.ts';
import type { JobHandler } from '../jobs/worker.ts';
import { ctxOf } from './ctx-of.ts';

/** Sends mail: one job is one mail with all its attempts. Mail servers take few connections of one sender at once. */
export function mailHandler(services: Services): JobHandler {
  return {
    kind: 'mail',
    concurrency: 8,
    perLane: 4,
    run: async (job, hold) => sendMail(await ctxOf(services, job), job, hold),
  };
}
