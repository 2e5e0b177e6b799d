import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { pickAddresses, pickedAddressKeys } from '../../applicants/addresses/pick.ts';
import { invalid } from '../../base/errors.ts';
import { typed } from '../../http/typed.ts';

const Picked = Type.Object(Object.fromEntries(pickedAddressKeys.map((key) => [key, Type.String()])));

/** `GET /{v}/addresses/pick?postcode=`: addresses of a United Kingdom postcode. */
export function addressRoutes(instance: FastifyInstance, url = '/addresses/pick'): void {
  const app = typed(instance);
  app.get(
    url,
    {
      schema: {
        tags: ['address picker'],
        summary: 'List the addresses of a postcode',
        querystring: Type.Object({ postcode: Type.String({ minLength: 1 }) }),
        response: { 200: Type.Object({ addresses: Type.Array(Picked) }) },
      },
    },
    async (request) => {
      const { postcode } = request.query;
      if (postcode.trim() === '') throw invalid({ postcode: ["can't be blank"] });
      return { addresses: await pickAddresses(request.session.ctx.services, postcode) };
    },
  );
}
