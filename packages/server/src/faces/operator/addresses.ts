import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { importAddresses } from '../../core/addresses/import.ts';
import type { Services } from '../../core/services.ts';
import { typed } from '../common/route.ts';

/** Some 400,000 addresses. */
const BODY_LIMIT = 64 * 1024 * 1024;

/** The data of the address picker, replaced as a whole. */
export function addressRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);
  app.put(
    '/addresses',
    {
      bodyLimit: BODY_LIMIT,
      config: { jsonValues: Number.POSITIVE_INFINITY },
      schema: {
        // The core checks each entry and names the first that is wrong.
        body: Type.Object({ addresses: Type.Array(Type.Unknown()) }),
        response: { 200: Type.Object({ imported: Type.Integer() }) },
      },
    },
    async (request) => ({ imported: await importAddresses(services, request.body.addresses) }),
  );
}
