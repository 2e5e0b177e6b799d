import type { FastifyInstance } from 'fastify';
import type { Services } from '../../core/services.ts';
import { sendProblem, v3Errors } from '../../http/problems.ts';
import { demoRoutes } from './demo.ts';
import { sdkFileRoutes } from './files.ts';

/** Serves the browser SDK to pages, and in development a page that shows it. */
export async function serveSdk(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (instance) => {
    instance.setErrorHandler(sendProblem(v3Errors));
    sdkFileRoutes(instance);
    if (services.settings.mode === 'development') demoRoutes(instance, services);
  });
}
