import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { Compressed } from '../../http/compressed.ts';

/**
 * Describes the routes that `instance` gets from now on, from the schemas that validate and serialise them, and serves the
 * description at `/openapi.json`. `x-member` names who may use each: see `context/permissions.ts`.
 */
export async function describeDashboard(instance: FastifyInstance): Promise<void> {
  await instance.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Bonafide dashboard',
        version: '1',
        description:
          'The API of the dashboard pages. A request has the cookie of a session; a change also has the header `x-bonafide-dashboard: 1`.',
      },
      components: { securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: '__Host-bonafide' } } },
      security: [{ session: [] }],
    },
    transform: ({ schema, url, route }) => ({
      url,
      schema: { ...schema, 'x-member': route.config?.member } as never,
    }),
  });
  let compressed: Compressed | undefined;
  instance.get(
    '/openapi.json',
    { config: { member: 'signed_in' }, schema: { hide: true } as never },
    async (request, reply) => {
      compressed ??= new Compressed(JSON.stringify(instance.swagger()));
      return compressed.send(request, reply.header('content-type', 'application/json; charset=utf-8'));
    },
  );
}
