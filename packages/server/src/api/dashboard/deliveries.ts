import type { FastifyInstance, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { recordAudit } from '../../audit/record.ts';
import { isoSeconds } from '../../base/clock.ts';
import { NullableString } from '../../base/json-schema.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { withoutHidden } from '../../review/second-looks/hidden.ts';
import { deliveriesTo, type OpenedDelivery } from '../../webhooks/deliveries.ts';
import { redeliver } from '../../webhooks/redeliver.ts';
import { replayDeliveries } from '../../webhooks/replay.ts';
import { Cursor, DateTime, Id, Limit, Next } from '../common/schemas.ts';
import { timeOf } from '../operator/audit.ts';
import { DeliveryBody, presentDelivery } from '../operator/deliveries.ts';
import { ctxOf } from './gate.ts';
import { PlacedParams } from './schemas.ts';

const OpenedBody = Type.Object(
  {
    ...DeliveryBody.properties,
    sent: {
      ...NullableString,
      description: 'Body of the request; null if it may contain personal data that the role does not see',
    },
  },
  { title: 'Delivery to a webhook' },
);

/** Returns whether a body may hold applicants' data: inputs and outputs of tasks, or the days until a document expires. */
const mayBePersonal = (event: string): boolean =>
  event.startsWith('workflow_') || event === 'applicant.document_expiring';

/** A delivery as the role may see it: without the bodies that may hold personal data, and without answers to them. */
function presentOpened(delivery: OpenedDelivery, { place }: FastifyRequest) {
  const body = presentDelivery(delivery);
  if (!mayBePersonal(delivery.event_type) || place.may('data.see')) return { ...body, sent: delivery.sent };
  return { ...body, sent: null, attempts: body.attempts.map((attempt) => ({ ...attempt, response_head: null })) };
}

/** Deliveries to webhooks with their attempts; a single delivery or a range of them can be sent again. */
export function deliveryRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);

  app.get(
    '/accounts/:account/:environment/webhooks/:id/deliveries',
    {
      config: { member: 'integration.see' },
      schema: {
        description: 'Deliveries to a webhook in the environment, newest first, with their attempts.',
        params: PlacedParams,
        querystring: Type.Object({ cursor: Cursor, limit: Limit }),
        response: { 200: Type.Object({ deliveries: Type.Array(OpenedBody), next: Next }) },
      },
    },
    async (request) => {
      const ctx = ctxOf(services, request);
      const { cursor, limit = 50 } = request.query;
      const found = await deliveriesTo(ctx, request.params.id, { before: cursor, limit });
      const details = { ids: found.map(({ id }) => id) };
      await recordAudit(ctx, { action: 'deliveries_opened', object_id: ctx.account_id, details });
      const next = found.length === limit ? (found.at(-1)?.id ?? null) : null;
      const shown = await withoutHidden(ctx, found);
      return { deliveries: shown.map((delivery) => presentOpened(delivery, request)), next };
    },
  );

  app.post(
    '/accounts/:account/:environment/deliveries/:id/resend',
    {
      config: { member: 'integration.change' },
      schema: {
        description: 'Sends the same bytes once more, as a delivery of its own.',
        params: PlacedParams,
        response: { 201: Type.Object({ id: Id, webhook_id: Id, state: Type.String(), created_at: DateTime }) },
      },
    },
    async (request, reply) => {
      const delivery = await redeliver(ctxOf(services, request), request.params.id);
      return reply.code(201).send({ ...delivery, created_at: isoSeconds(delivery.created_at) });
    },
  );

  app.post(
    '/accounts/:account/:environment/webhooks/:id/replay',
    {
      config: { member: 'integration.change' },
      schema: {
        description: 'Sends the deliveries that were made from `since` to `until` again, newest first, 200 at most.',
        params: PlacedParams,
        body: Type.Object({
          since: Type.String({ format: 'date-time' }),
          until: Type.String({ format: 'date-time' }),
          delivered: Type.Optional(
            Type.Boolean({
              default: false,
              description: 'True to repeat successful deliveries, too; default: only failed or dropped deliveries',
            }),
          ),
          cursor: Cursor,
        }),
        response: {
          200: Type.Object({
            resent: Type.Integer(),
            skipped: Type.Integer({
              description: 'Number of deliveries that were left out because their applicant is deleted',
            }),
            next: Next,
          }),
        },
      },
    },
    async (request) => {
      const { since, until, delivered = false, cursor } = request.body;
      const range = { since: timeOf(since) as number, until: timeOf(until) as number, delivered, cursor };
      return replayDeliveries(ctxOf(services, request), request.params.id, range);
    },
  );
}
