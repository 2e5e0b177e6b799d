import type { FastifyInstance } from 'fastify';
import type { Services } from '../../context/services.ts';
import { sendProblem, v3Errors } from '../../http/problems.ts';
import { logoRoute } from '../hosted/logo.ts';
import { mountScriptRoute } from '../hosted/mount-script.ts';
import { passkeyScriptRoute } from '../hosted/passkey-script.ts';
import { signatureScriptRoute } from '../hosted/signature-script.ts';
import { waitingScriptRoute } from '../hosted/waiting.ts';
import { demoRoutes } from './demo.ts';
import { demoNoticeRoute } from './demo-notice.ts';
import { sdkFileRoutes } from './files.ts';
import { phoneRoutes } from './phone.ts';

/** Serves the browser SDK to pages, the page on which a phone continues, and in development a page that demonstrates it. */
export async function serveSdk(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (instance) => {
    instance.setErrorHandler(sendProblem(v3Errors));
    sdkFileRoutes(instance);
    phoneRoutes(instance);
    mountScriptRoute(instance);
    passkeyScriptRoute(instance);
    signatureScriptRoute(instance);
    waitingScriptRoute(instance);
    logoRoute(instance, services);
    if (services.settings.mode === 'development') {
      demoRoutes(instance, services);
      demoNoticeRoute(instance);
    }
  });
}
