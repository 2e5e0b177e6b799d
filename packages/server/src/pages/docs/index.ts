import type { FastifyInstance } from 'fastify';
import type { Services } from '../../context/services.ts';
import { guideRoutes } from './guides.ts';
import { homeRoute } from './home.ts';
import { referenceRoutes } from './reference.ts';

/**
 * Serves what developers read: the page at the root, the documents, and the API reference. All of it is served from here.
 *
 * @param demoPath gives the path of the demonstration, null where there is none
 */
export function serveDocs(app: FastifyInstance, services: Services, demoPath: () => string | null): void {
  const versions = services.versions.served.map(({ name }) => name).reverse();
  homeRoute(app, versions, demoPath);
  guideRoutes(app);
  referenceRoutes(app, versions);
}
