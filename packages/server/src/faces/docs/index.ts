import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../core/services.ts';
import { guideRoutes } from './guides.ts';
import { homeRoute } from './home.ts';
import { script, style } from './theme.ts';

/** Where the API reference is shown. */
export const REFERENCE_PATH = '/reference';

/** Nothing from elsewhere. The page sets styles of its own as it runs, scripts it brings as files. */
const CONTENT_SECURITY_POLICY =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'none'";

/**
 * Serves what developers read: the page at the root, the documents, and the page that shows the OpenAPI documents and can
 * call the sandbox. Everything of them comes from this service.
 */
export async function serveDocs(app: FastifyInstance, services: Services, versions: readonly string[]): Promise<void> {
  homeRoute(app, services, versions);
  guideRoutes(app);
  await app.register(async (scope) => {
    // The page insists on a document of its own; the ones that it shows come from `urls`.
    await scope.register(swagger, {
      mode: 'static',
      specification: { document: { openapi: '3.1.0', info: { title: 'Bonafide API', version: '1' }, paths: {} } },
    });
    await scope.register(swaggerUi, {
      routePrefix: REFERENCE_PATH,
      staticCSP: CONTENT_SECURITY_POLICY,
      theme: {
        title: 'Bonafide API reference',
        css: [{ filename: 'page.css', content: style }],
        js: [{ filename: 'page.js', content: script }],
      },
      uiConfig: {
        urls: versions.map((version) => ({ name: version, url: `/openapi/${version}.json` })),
        persistAuthorization: false,
        docExpansion: 'list',
      } as never,
    });
  });
}
