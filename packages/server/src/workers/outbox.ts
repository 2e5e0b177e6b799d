import type { Services } from '../context/services.ts';
import type { JobHandler } from '../jobs/worker.ts';
import type { Outbox, OutboxData } from '../messages/outbox/message.ts';
import { sendMessage } from '../messages/outbox/send.ts';
import type { OutboxRow } from '../store/schema.ts';
import { ctxOf } from './ctx-of.ts';

/** Sends what an outbox holds: one job is one message with all its attempts. Carriers take few of one sender at once. */
export function outboxHandler<R extends OutboxRow, D extends OutboxData>(
  services: Services,
  outbox: Outbox<R, D>,
): JobHandler {
  return {
    kind: outbox.kind,
    concurrency: 8,
    perLane: 4,
    run: async (job, hold) => sendMessage(outbox, await ctxOf(services, job), job, hold),
  };
}
