import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';

/** Where the API reference is shown. */
export const REFERENCE_PATH = '/reference';

/** Serves the page that shows the OpenAPI documents and can call the sandbox; everything of it comes from this service. */
export async function serveDocs(app: FastifyInstance, versions: readonly string[]): Promise<void> {
  await app.register(async (scope) => {
    // The page insists on a document of its own; the ones that it shows come from `urls`.
    await scope.register(swagger, {
      mode: 'static',
      specification: { document: { openapi: '3.1.0', info: { title: 'Bonafide API', version: '1' }, paths: {} } },
    });
    await scope.register(swaggerUi, {
      routePrefix: REFERENCE_PATH,
      staticCSP: true,
      theme: { title: 'Bonafide API reference' },
      uiConfig: {
        urls: versions.map((version) => ({ name: version, url: `/openapi/${version}.json` })),
        persistAuthorization: false,
        docExpansion: 'list',
      } as never,
    });
  });
}
