import type { Services } from '../core/services.ts';
import type { JobHandler } from '../jobs/worker.ts';
import { liveReportHandler, sandboxCheckHandler } from './checks.ts';
import { deliveryHandler } from './delivery.ts';
import { blobHandler, erasureHandler } from './erasure.ts';
import { mailHandler } from './mail.ts';
import { messageHandler } from './messages.ts';
import { snapshotHandler } from './snapshots.ts';
import { workflowRunHandler } from './workflows.ts';

/** Who does which kind of job. */
export function jobHandlers(services: Services): JobHandler[] {
  return [
    sandboxCheckHandler(services),
    liveReportHandler(services),
    workflowRunHandler(services),
    deliveryHandler(services),
    mailHandler(services),
    messageHandler(services),
    erasureHandler(services),
    blobHandler(services),
    snapshotHandler(services),
  ];
}
