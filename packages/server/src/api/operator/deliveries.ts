import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { recordOpening } from '../../audit/record.ts';
import { isoSeconds, isoSecondsOrNull } from '../../base/clock.ts';
import { NullableInteger, NullableString } from '../../base/json-schema.ts';
import { ctxHaving } from '../../context/ctx-of.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { deliveryLog, type LoggedDelivery } from '../../webhooks/log.ts';
import { redeliver } from '../../webhooks/redeliver.ts';
import { DateTime, Id, NullableDateTime } from '../common/schemas.ts';
import { AccountParams } from './schemas.ts';

/** Deliveries of a page, each with its attempts. */
const LIMIT = { fallback: 20, most: 100 } as const;

const Attempt = Type.Object({
  number: Type.Integer({ description: 'Number of the attempt, from 1' }),
  at: DateTime,
  status: NullableInteger,
  latency_ms: Type.Integer(),
  error: NullableString,
  response_head: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'First bytes of the answer' }),
});

export const DeliveryBody = Type.Object(
  {
    id: Id,
    environment: Type.String(),
    webhook_id: Id,
    event: Type.String(),
    resource_id: Id,
    state: Type.String({ description: 'pending, delivered, failed or dropped' }),
    created_at: DateTime,
    next_attempt_at: NullableDateTime,
    finished_at: NullableDateTime,
    attempts: Type.Array(Attempt),
  },
  { title: 'Delivery' },
);

/** A delivery on the wire, without its body. */
export function presentDelivery(delivery: LoggedDelivery) {
  return {
    id: delivery.id,
    environment: delivery.environment,
    webhook_id: delivery.webhook_id,
    event: delivery.event_type,
    resource_id: delivery.resource_id,
    state: delivery.state,
    created_at: isoSeconds(delivery.created_at),
    next_attempt_at: isoSecondsOrNull(delivery.next_attempt_at),
    finished_at: isoSecondsOrNull(delivery.finished_at),
    attempts: delivery.made.map((attempt) => ({ ...attempt, at: isoSeconds(attempt.at) })),
  };
}

/** The delivery log of webhooks, and the retry of a delivery. */
export function deliveryRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);

  app.get(
    '/accounts/:account/deliveries',
    {
      schema: {
        params: AccountParams,
        querystring: Type.Object({
          before: Type.Optional(Type.String({ description: 'Id of a delivery. Only older deliveries are listed' })),
          limit: Type.Integer({ minimum: 1, maximum: LIMIT.most, default: LIMIT.fallback }),
          webhook_id: Type.Optional(Type.String()),
        }),
        response: { 200: Type.Object({ deliveries: Type.Array(DeliveryBody) }) },
      },
    },
    async (request) => {
      const { before, limit, webhook_id: webhookId } = request.query;
      const log = await deliveryLog(services, request.params.account, { before, limit, webhookId });
      const entry = {
        action: 'deliveries_opened',
        object_id: request.params.account,
        details: { ids: log.map(({ id }) => id) },
      } as const;
      await recordOpening(services, { ...entry, accountId: request.params.account, principal: request.principal });
      return { deliveries: log.map(presentDelivery) };
    },
  );

  app.post(
    '/accounts/:account/deliveries',
    {
      schema: {
        params: AccountParams,
        body: Type.Object({ delivery_id: Type.String({ minLength: 1 }) }),
        response: { 201: Type.Object({ id: Id, webhook_id: Id, state: Type.String(), created_at: DateTime }) },
      },
    },
    async (request, reply) => {
      const { delivery_id } = request.body;
      const ctx = await ctxHaving(services, request.principal, request.params.account, 'Delivery', delivery_id);
      const delivery = await redeliver(ctx, delivery_id);
      return reply.code(201).send({ ...delivery, created_at: isoSeconds(delivery.created_at) });
    },
  );
}
