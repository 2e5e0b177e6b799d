import type { FastifyInstance } from 'fastify';
import type { Services } from '../../core/services.ts';
import type { Gate } from '../../http/gate.ts';
import { renderV3Problem, sendProblem } from '../../http/problems.ts';
import { captureRoutes } from '../capture/index.ts';
import { addressRoutes } from './addresses.ts';
import { applicantRoutes } from './applicants.ts';
import { checkRoutes } from './checks.ts';
import { documentRoutes } from './documents.ts';
import { liveVideoRoutes } from './live-videos.ts';
import { motionCaptureRoutes } from './motion-captures.ts';
import { oauthRoutes } from './oauth.ts';
import { describeVersion } from './openapi.ts';
import { idPhotoRoutes, livePhotoRoutes } from './photos.ts';
import { pingRoutes } from './ping.ts';
import { repeatAttemptRoutes } from './repeat-attempts.ts';
import { reportRoutes } from './reports.ts';
import { sdkTokenRoutes } from './sdk-token.ts';
import { type Behaviour, behaviours } from './versions.ts';
import { webhookRoutes } from './webhooks.ts';

/** The resources of v3 that need a token; a new one is a file and a line here. */
const resources: readonly ((instance: FastifyInstance, version: Behaviour, services: Services) => void)[] = [
  applicantRoutes,
  documentRoutes,
  livePhotoRoutes,
  idPhotoRoutes,
  liveVideoRoutes,
  motionCaptureRoutes,
  captureRoutes,
  checkRoutes,
  reportRoutes,
  repeatAttemptRoutes,
  webhookRoutes,
  sdkTokenRoutes,
  addressRoutes,
  pingRoutes,
];

/** Serves v3, every minor version of it, on `app`. */
export async function serveV3(app: FastifyInstance, services: Services, gate: Gate): Promise<void> {
  for (const version of behaviours) {
    await app.register(
      async (instance) => {
        instance.setErrorHandler(sendProblem(renderV3Problem));
        await describeVersion(app, instance, version);
        oauthRoutes(instance, services);
        await instance.register(async (guarded) => {
          gate(guarded);
          for (const routes of resources) routes(guarded, version, services);
        });
      },
      { prefix: `/${version.path}` },
    );
  }
}
