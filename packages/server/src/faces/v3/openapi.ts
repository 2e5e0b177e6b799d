import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { errorCatalogue } from '../../core/errors.ts';
import { ErrorBody } from './schemas.ts';
import type { Behaviour } from './versions.ts';

/** Errors that this version knows, as a table for readers. */
function errorTable(version: Behaviour): string {
  const rows = Object.entries(errorCatalogue)
    .filter(([, entry]) => version.generation === '3.6' || !('since' in entry))
    .map(([type, { status, message }]) => `| ${status} | \`${type}\` | ${message} |`);
  return ['| Status | type | Message |', '|---|---|---|', ...rows].join('\n');
}

/**
 * Describes the routes that `instance` gets from now on, from the schemas that validate and serialise them, and serves
 * the description at `/openapi/<version>.json`.
 */
export async function describeVersion(
  app: FastifyInstance,
  instance: FastifyInstance,
  version: Behaviour,
): Promise<void> {
  await instance.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `Bonafide API ${version.path}`,
        version: version.generation,
        description: `Identity verification: applicants, documents, live photos, checks and webhooks.\n\n## Errors\n\n${errorTable(version)}`,
      },
      servers: [{ url: '/', description: 'This service' }],
      components: {
        securitySchemes: {
          token: {
            type: 'apiKey',
            in: 'header',
            name: 'Authorization',
            description:
              '`Token token=<API_TOKEN>`. The token chooses the environment: `api_sandbox.…` or `api_live.…`.',
          },
          bearer: { type: 'http', scheme: 'bearer', description: 'An access token from `/oauth/token`.' },
        },
      },
      security: [{ token: [] }, { bearer: [] }],
    },
    transform: ({ schema, url, route }) => ({
      url,
      // Every route of the version may answer with an error of the catalogue.
      schema: {
        ...schema,
        operationId: operationId(route.method, url),
        response: { ...(schema.response as object), '4xx': ErrorBody },
      } as never,
    }),
  });
  app.get(`/openapi/${version.path}.json`, { schema: { hide: true } as never }, async () => instance.swagger());
}

/** `getApplicantsId`: stable, and unique since path and method are. */
function operationId(method: string | string[], url: string): string {
  const words = url
    .split('/')
    .slice(2)
    .flatMap((part) => part.replace(/[{}:]/g, '').split(/[^A-Za-z0-9]/));
  return [method].flat()[0]?.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}
