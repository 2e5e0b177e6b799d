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
          'What the pages of the dashboard call. A request carries the cookie of a session; a change also the header `x-bonafide-dashboard: 1`.',
      },
      components: { securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: '__Host-bonafide' } } },
      security: [{ session: [] }],
    },
    transform: ({ schema, url, route }) => ({
      url,
      schema: { ...schema, 'x-member': route.config?.member } as never,
    }),
  });
  let made: Compressed | undefined;
  instance.get(
    '/openapi.json',
    { config: { member: 'signed_in' }, schema: { hide: true } as never },
    async (request, reply) => {
      made ??= new Compressed(JSON.stringify(instance.swagger()));
      return made.send(request, reply.header('content-type', 'application/json; charset=utf-8'));
    },
  );
}
