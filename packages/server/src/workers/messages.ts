import { sendMessage } from '../core/messages/send.ts';
import type { Services } from '../core/services.ts';
import type { JobHandler } from '../jobs/worker.ts';
import { ctxOf } from './ctx-of.ts';

/** Sends text messages: one job is one message with all its attempts. */
export function messageHandler(services: Services): JobHandler {
  return {
    kind: 'message',
    concurrency: 8,
    perLane: 4,
    run: async (job, hold) => sendMessage(await ctxOf(services, job), job, hold),
  };
}
