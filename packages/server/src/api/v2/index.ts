import type { FastifyInstance } from 'fastify';
import type { Services } from '../../context/services.ts';
import type { Gate } from '../../http/gate.ts';
import { sendProblem } from '../../http/problems.ts';
import { openToBrowsers } from '../capture/browsers.ts';
import { addressRoutes } from '../common/addresses.ts';
import { describeVersion } from '../common/openapi.ts';
import { sdkTokenRoutes } from '../common/sdk-token.ts';
import { applicantRoutes } from './applicants.ts';
import { checkRoutes } from './checks.ts';
import { documentRoutes } from './documents.ts';
import { liveMediaRoutes } from './live-media.ts';
import { neverRaised, v2Errors } from './problems.ts';
import { repeatAttemptRoutes } from './repeat-attempts.ts';
import { reportTypeGroupRoutes } from './report-type-groups.ts';
import { reportRoutes } from './reports.ts';
import type { EarlierVersion } from './versions.ts';
import { webhookRoutes } from './webhooks.ts';

/** The resources of v2; a new one is a file and a line here. */
const resources: readonly ((instance: FastifyInstance, version: EarlierVersion) => void)[] = [
  applicantRoutes,
  documentRoutes,
  liveMediaRoutes,
  checkRoutes,
  reportRoutes,
  repeatAttemptRoutes,
  reportTypeGroupRoutes,
  webhookRoutes,
  (instance) => sdkTokenRoutes(instance),
  (instance) => addressRoutes(instance),
  // One published client calls this path.
  (instance) => addressRoutes(instance, '/applicants/addresses/pick'),
];

/** Serves v2 on `app`. */
export async function serveV2(app: FastifyInstance, { versions }: Services, gate: Gate): Promise<void> {
  const version = versions.named('v2') as EarlierVersion;
  await app.register(
    async (instance) => {
      instance.setErrorHandler(sendProblem(v2Errors));
      await describeVersion(app, instance, { version, errorFormat: v2Errors, neverRaised, forms: true });
      await instance.register(async (guarded) => {
        openToBrowsers(instance, guarded);
        gate(guarded, 'v2');
        for (const routes of resources) routes(guarded, version);
      });
    },
    { prefix: `/${version.name}` },
  );
}

export { v2Errors };
