import type { FastifyInstance } from 'fastify';
import type { Version } from '../../base/versions.ts';
import type { Services } from '../../context/services.ts';
import type { Gate } from '../../http/gate.ts';
import { sendProblem, v3Errors } from '../../http/problems.ts';
import type { WrongCredentials } from '../../http/wrong-credentials.ts';
import { openToBrowsers } from '../capture/browsers.ts';
import { captureRoutes } from '../capture/index.ts';
import { addressRoutes } from '../common/addresses.ts';
import { liveVideoRoutes } from '../common/live-videos.ts';
import { describeVersion } from '../common/openapi.ts';
import { sdkTokenRoutes } from '../common/sdk-token.ts';
import { applicantImportRoutes } from './applicant-imports.ts';
import { applicantRoutes } from './applicants.ts';
import { biometricTokenRoutes } from './biometric-tokens.ts';
import { checkRoutes } from './checks.ts';
import { documentRoutes } from './documents.ts';
import { eventRoutes } from './events.ts';
import { eventStreamRoutes } from './events-stream.ts';
import { extractionRoutes } from './extractions.ts';
import { informationRequestRoutes } from './information-requests.ts';
import { monitorMatchRoutes } from './monitor-matches.ts';
import { motionCaptureRoutes } from './motion-captures.ts';
import { oauthRoutes } from './oauth.ts';
import { passkeyRoutes } from './passkeys.ts';
import { photoRoutes } from './photos.ts';
import { pingRoutes } from './ping.ts';
import { repeatAttemptRoutes } from './repeat-attempts.ts';
import { reportRoutes } from './reports.ts';
import { requestRoutes } from './requests.ts';
import { resultsFeedbackRoutes } from './results-feedback.ts';
import { sandboxRoutes } from './sandbox.ts';
import { sandboxClockRoutes } from './sandbox-clocks.ts';
import { signatureRoutes } from './signatures.ts';
import { signingDocumentRoutes } from './signing-documents.ts';
import { watchlistAlertRoutes } from './watchlist-alerts.ts';
import { watchlistMonitorRoutes } from './watchlist-monitors.ts';
import { webhookRoutes } from './webhooks.ts';
import { workflowEvidenceRoutes } from './workflow-evidence.ts';
import { workflowFileRoutes } from './workflow-files.ts';
import { workflowRunRoutes } from './workflow-runs.ts';
import { workflowSdkRoutes } from './workflow-sdk.ts';
import { workflowSdkSignatureRoutes } from './workflow-sdk-signature.ts';
import { workflowTaskRoutes } from './workflow-tasks.ts';

/** The resources of v3 that need a token; a new one is a file and a line here. */
const resources: readonly ((instance: FastifyInstance, version: Version, services: Services) => void)[] = [
  applicantRoutes,
  applicantImportRoutes,
  documentRoutes,
  photoRoutes,
  (instance) => liveVideoRoutes(instance),
  motionCaptureRoutes,
  (instance) => captureRoutes(instance),
  checkRoutes,
  reportRoutes,
  informationRequestRoutes,
  repeatAttemptRoutes,
  resultsFeedbackRoutes,
  passkeyRoutes,
  (instance) => extractionRoutes(instance),
  signingDocumentRoutes,
  signatureRoutes,
  biometricTokenRoutes,
  watchlistMonitorRoutes,
  monitorMatchRoutes,
  watchlistAlertRoutes,
  webhookRoutes,
  eventRoutes,
  eventStreamRoutes,
  requestRoutes,
  workflowRunRoutes,
  workflowTaskRoutes,
  workflowFileRoutes,
  workflowEvidenceRoutes,
  workflowSdkRoutes,
  workflowSdkSignatureRoutes,
  sdkTokenRoutes,
  (instance) => addressRoutes(instance),
  sandboxRoutes,
  sandboxClockRoutes,
  pingRoutes,
];

/** Serves v3, every minor version of it, on `app`. */
export async function serveV3(
  app: FastifyInstance,
  services: Services,
  gate: Gate,
  wrong: WrongCredentials,
): Promise<void> {
  for (const version of services.versions.served.filter(({ generation }) => generation === 3)) {
    await app.register(
      async (instance) => {
        instance.setErrorHandler(sendProblem(v3Errors));
        await describeVersion(app, instance, { version });
        oauthRoutes(instance, services, wrong);
        await instance.register(async (guarded) => {
          openToBrowsers(instance, guarded);
          gate(guarded);
          for (const routes of resources) routes(guarded, version, services);
        });
      },
      { prefix: `/${version.name}` },
    );
  }
}
