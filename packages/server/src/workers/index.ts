import type { Services } from '../context/services.ts';
import { analysingKinds, type JobKind } from '../jobs/queue.ts';
import type { JobHandler } from '../jobs/worker.ts';
import { mails } from '../messages/mails/mail.ts';
import { messages } from '../messages/sms/message.ts';
import { liveReportHandler, sandboxCheckHandler } from './checks.ts';
import { deliveryHandler } from './delivery.ts';
import { documentErasureHandler } from './document-erasure.ts';
import { documentExpiryHandler } from './document-expiry.ts';
import { accountErasureHandler, blobHandler, erasureHandler } from './erasure.ts';
import { informationRequestHandler } from './information-requests.ts';
import { monitorHandler, monitorSweepHandler } from './monitors.ts';
import { outboxHandler } from './outbox.ts';
import { resealHandler } from './reseal.ts';
import { sandboxClockHandler } from './sandbox-clock.ts';
import { searchRebuildHandler } from './search.ts';
import { failedSignInHandler } from './sign-in.ts';
import { passingMediaHandler } from './transient-media.ts';
import { workflowRunHandler } from './workflows.ts';

/** The handlers of the jobs that this process runs: by its role, and by whether live reports are analysed elsewhere. */
export function jobHandlers(services: Services): JobHandler[] {
  const { role, analysis } = services.settings;
  const analyses = (kind: JobKind) => analysingKinds.includes(kind);
  return allHandlers(services).filter(({ kind }) => {
    if (role === 'analyser') return analyses(kind);
    return analysis !== 'elsewhere' || !analyses(kind);
  });
}

function allHandlers(services: Services): JobHandler[] {
  return [
    sandboxCheckHandler(services),
    liveReportHandler(services),
    workflowRunHandler(services),
    monitorSweepHandler(services),
    monitorHandler(services),
    deliveryHandler(services),
    outboxHandler(services, mails),
    outboxHandler(services, messages),
    erasureHandler(services),
    blobHandler(services),
    accountErasureHandler(services),
    searchRebuildHandler(services),
    resealHandler(services),
    failedSignInHandler(services),
    documentExpiryHandler(services),
    documentErasureHandler(services),
    informationRequestHandler(services),
    passingMediaHandler(services, 'snapshot'),
    passingMediaHandler(services, 'binary_media'),
    sandboxClockHandler(services),
  ];
}
