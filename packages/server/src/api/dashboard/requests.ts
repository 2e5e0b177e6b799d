import type { FastifyInstance } from 'fastify';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { getRequest } from '../../request-log/list.ts';
import { pageOfRequests, presentRequest, RequestEntry, RequestPage, RequestQuery } from '../common/requests.ts';
import { ctxOf } from './gate.ts';
import { PlacedParams, PlaceParams } from './schemas.ts';

/** The request log of an account. */
export function requestRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);

  app.get(
    '/accounts/:account/:environment/requests',
    {
      config: { member: 'integration.see' },
      schema: {
        description:
          'API requests with valid credentials, newest first. A page examines at most 20,000 requests, so it can be empty and still have a next page.',
        params: PlaceParams,
        querystring: RequestQuery,
        response: { 200: RequestPage },
      },
    },
    (request) => pageOfRequests(ctxOf(services, request), request.query),
  );

  app.get(
    '/accounts/:account/:environment/requests/:id',
    {
      config: { member: 'integration.see' },
      schema: { params: PlacedParams, response: { 200: RequestEntry } },
    },
    async (request) => {
      const { environment, id } = request.params;
      return presentRequest(await getRequest(ctxOf(services, request), id), environment);
    },
  );
}
