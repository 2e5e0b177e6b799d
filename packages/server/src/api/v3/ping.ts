import type { FastifyInstance } from 'fastify';
import Type from 'typebox';

/** `GET /{v}/ping` → `OK`: whether the address and the token are right. */
export function pingRoutes(app: FastifyInstance): void {
  app.get(
    '/ping',
    {
      schema: {
        tags: ['ping'],
        summary: 'Check the address and the token',
        produces: ['text/plain'],
        response: { 200: Type.String() },
      },
    },
    async (_request, reply) => reply.type('text/plain').serializer(String).send('OK'),
  );
}
