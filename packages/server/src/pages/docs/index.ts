import type { FastifyInstance } from 'fastify';
import type { Services } from '../../core/services.ts';
import { guideRoutes } from './guides.ts';
import { homeRoute } from './home.ts';
import { referenceRoutes } from './reference.ts';

/** Serves what developers read: the page at the root, the documents, and the API reference. All of it is served from here. */
export function serveDocs(app: FastifyInstance, services: Services): void {
  const versions = services.versions.served.map(({ name }) => name).reverse();
  homeRoute(app, services, versions);
  guideRoutes(app);
  referenceRoutes(app, versions);
}
