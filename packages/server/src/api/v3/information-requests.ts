import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import type { Version } from '../../base/versions.ts';
import { askApplicant } from '../../checks/information-requests/ask.ts';
import { cancelRequest } from '../../checks/information-requests/close.ts';
import { getRequest, listRequestsOf } from '../../checks/information-requests/find.ts';
import { typed } from '../../http/typed.ts';
import {
  InformationRequestAnswer,
  NewInformationRequest,
  presentInformationRequest,
} from '../common/information-requests.ts';
import { IdParams } from '../common/schemas.ts';

/** Asks applicants for more, for a report that waits for a reviewer. Routes of our own. */
export function informationRequestRoutes(instance: FastifyInstance, version: Version): void {
  if (!version.informationRequests) return;
  const app = typed(instance);
  const tags = ['reports'];

  app.post(
    '/reports/:id/information_requests',
    {
      schema: {
        tags,
        summary: 'Ask the applicant for more',
        description:
          'The report must be `awaiting_approval`. It becomes `awaiting_data`, and is analysed again with the answer. Without ' +
          'an answer it awaits approval again.',
        params: IdParams,
        body: NewInformationRequest,
        response: { 201: InformationRequestAnswer },
      },
    },
    async (request, reply) => {
      const { ctx } = request.session;
      const { expires_in_hours: hours, send_by = 'link', ...question } = request.body;
      const asked = await askApplicant(ctx, request.params.id, { ...question, send_by, hours });
      return reply.code(201).send(presentInformationRequest(ctx, asked, true));
    },
  );

  app.get(
    '/reports/:id/information_requests',
    {
      schema: {
        tags,
        summary: 'List what the applicant was asked for',
        params: IdParams,
        response: { 200: Type.Object({ information_requests: Type.Array(InformationRequestAnswer) }) },
      },
    },
    async (request) => {
      const { ctx } = request.session;
      const requests = await listRequestsOf(ctx, request.params.id);
      return { information_requests: requests.map((one) => presentInformationRequest(ctx, one, !ctx.readOnly)) };
    },
  );

  app.get(
    '/information_requests/:id',
    {
      schema: {
        tags,
        summary: 'Retrieve an information request',
        params: IdParams,
        response: { 200: InformationRequestAnswer },
      },
    },
    async (request) => {
      const { ctx } = request.session;
      return presentInformationRequest(ctx, await getRequest(ctx, request.params.id), !ctx.readOnly);
    },
  );

  app.post(
    '/information_requests/:id/cancel',
    {
      schema: {
        tags,
        summary: 'Cancel an information request',
        description: 'The link ends, and the report awaits approval again.',
        params: IdParams,
        response: { 200: InformationRequestAnswer },
      },
    },
    async (request) => {
      const { ctx } = request.session;
      return presentInformationRequest(ctx, await cancelRequest(ctx, request.params.id), true);
    },
  );
}
