import type { FastifyInstance } from 'fastify';
import type { Version } from '../../base/versions.ts';
import { typed } from '../../http/typed.ts';
import { pageOfRequests, RequestPage, RequestQuery } from '../common/requests.ts';

/** The request log of the environment, for developers at their terminal. */
export function requestRoutes(instance: FastifyInstance, version: Version): void {
  if (!version.events) return;
  typed(instance).get(
    '/requests',
    {
      // Who watches the log would otherwise read of nothing else.
      config: { unlogged: true },
      schema: {
        tags: ['requests'],
        summary: 'List API requests, newest first',
        description:
          'Requests have no values of bodies. A page examines at most 20,000 requests, so it can be empty and still have a next page.',
        querystring: RequestQuery,
        response: { 200: RequestPage },
      },
    },
    (request) => pageOfRequests(request.session.ctx, request.query),
  );
}
