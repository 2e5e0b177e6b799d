import type { FastifyInstance } from 'fastify';
import type { Services } from '../../core/services.ts';
import { checkRoutes } from './check.ts';
import { detailsRoutes } from './details.ts';
import { documentRoutes } from './documents.ts';
import { sendErrorPage } from './ends.ts';
import { numberRoutes } from './number.ts';
import { startRoutes } from './start.ts';
import { openVisits } from './visit.ts';

/** Where `form_uri` leads: see `formUri`. */
export const FORM_PATH = '/forms/:check/:secret';

/**
 * Serves the applicant form: plain pages in which nothing runs, for the applicants of checks that ask them for their data.
 * Whoever holds the address of a form may fill it in, and reaches nothing else.
 */
export async function serveForms(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(
    async (instance) => {
      instance.setErrorHandler(sendErrorPage);
      openVisits(instance, services);
      startRoutes(instance);
      detailsRoutes(instance);
      numberRoutes(instance);
      documentRoutes(instance);
      checkRoutes(instance);
    },
    { prefix: FORM_PATH },
  );
}
