import type { FastifyInstance } from 'fastify';
import type { Services } from '../../context/services.ts';
import { sendErrorPage } from '../hosted/error-page.ts';
import { stepUpRoutes } from '../hosted/step-up-pages.ts';
import type { PageTools } from '../hosted/visit.ts';
import { checkRoutes } from './check.ts';
import { detailsRoutes } from './details.ts';
import { documentRoutes } from './documents.ts';
import { numberRoutes } from './id-number.ts';
import { startRoutes } from './start.ts';
import { type FormVisit, leave, openForms, stepUpScope } from './visit.ts';

/** Path of `form_uri`: see `formUri`. */
const FORM_PATH = '/forms/:check/:secret';

/**
 * Serves the applicant form: plain pages for the applicants of checks that ask them for their data, and the capture SDK
 * where scripts run. The holder of the address of a form may fill it in, and reaches nothing else.
 */
export async function serveForms(app: FastifyInstance, services: Services, tools: PageTools): Promise<void> {
  await app.register(
    async (instance) => {
      instance.setErrorHandler(sendErrorPage);
      openForms(instance, services, tools);
      startRoutes(instance);
      detailsRoutes(instance);
      numberRoutes(instance);
      documentRoutes(instance);
      checkRoutes(instance);
      stepUpRoutes<FormVisit>(instance, { scope: stepUpScope, leave });
    },
    { prefix: FORM_PATH },
  );
}
