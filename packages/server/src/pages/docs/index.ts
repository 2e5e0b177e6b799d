import type { FastifyInstance } from 'fastify';
import type { Services } from '../../context/services.ts';
import { guideRoutes } from './guide-pages.ts';
import { homeRoute } from './home.ts';
import { referenceRoutes } from './reference.ts';

/**
 * Serves the pages for developers: the page at the root, the documents, and the API reference. All of it is served from here.
 * @param demoPath gives the path of the demonstration, null without one
 */
export function serveDocs(app: FastifyInstance, services: Services, demoPath: () => string | null): void {
  const versions = services.versions.served.map(({ name }) => name).reverse();
  homeRoute(app, versions, demoPath);
  guideRoutes(app, versions[0] as string);
  referenceRoutes(app, versions);
}
