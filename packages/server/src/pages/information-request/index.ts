import type { FastifyInstance } from 'fastify';
import type { Services } from '../../context/services.ts';
import { sendErrorPage } from '../hosted/error-page.ts';
import type { PageTools } from '../hosted/visit.ts';
import { captureRoutes } from './captures.ts';
import { startRoutes } from './start.ts';
import { openRequests } from './visit.ts';

/** Path of the address of a request: see `requestUri`. */
const REQUEST_PATH = '/requests/:request/:secret';

/**
 * Serves the pages on which an applicant answers an information request: plain pages, and the capture SDK where scripts run. The holder of
 * the address may hand in the requested items, and reaches nothing else.
 */
export async function serveInformationRequests(
  app: FastifyInstance,
  services: Services,
  tools: PageTools,
): Promise<void> {
  await app.register(
    async (instance) => {
      instance.setErrorHandler(sendErrorPage);
      openRequests(instance, services, tools);
      startRoutes(instance);
      captureRoutes(instance);
    },
    { prefix: REQUEST_PATH },
  );
}
