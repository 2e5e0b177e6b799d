import type { FastifyInstance } from 'fastify';
import { problem } from '../../base/errors.ts';
import type { Services } from '../../context/services.ts';
import { sendErrorPage } from '../hosted/error-page.ts';
import { pageHeaders } from '../hosted/page.ts';
import { stepUpRoutes } from '../hosted/step-up-pages.ts';
import type { PageTools } from '../hosted/visit.ts';
import { captureRoutes } from './captures.ts';
import { passkeyRoutes } from './passkey.ts';
import { profileRoutes } from './profile.ts';
import { signatureRoutes } from './signature.ts';
import { startRoutes } from './start.ts';
import { type LinkVisit, leadOn, openLinks, stepUpScope } from './visit.ts';

/** Path of `link.url` of a workflow run: see `linkUrl`. */
const LINK_PATH = '/l/:run/:secret';

/** Path of links before they had a secret; an applicant who has such a link reads that it doesn't work. */
const OLD_PATH = '/l/:run';

/**
 * Serves the pages on which applicants do what their workflow runs ask: plain pages, and the capture SDK where scripts run.
 * The holder of the address of a run may add what it asks for, and gets to see nothing of the applicant.
 */
export async function serveWorkflowLinks(app: FastifyInstance, services: Services, tools: PageTools): Promise<void> {
  await app.register(
    async (instance) => {
      instance.setErrorHandler(sendErrorPage);
      openLinks(instance, services, tools);
      startRoutes(instance);
      profileRoutes(instance);
      captureRoutes(instance);
      signatureRoutes(instance);
      passkeyRoutes(instance);
      stepUpRoutes<LinkVisit>(instance, { scope: stepUpScope, leave: leadOn });
    },
    { prefix: LINK_PATH },
  );
  await app.register(async (instance) => {
    instance.setErrorHandler(sendErrorPage);
    instance.all(OLD_PATH, (_request, reply) => {
      reply.headers(pageHeaders());
      throw problem('resource_not_found');
    });
  });
}
