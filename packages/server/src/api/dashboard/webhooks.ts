import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { isoSeconds, isoSecondsOrNull } from '../../base/clock.ts';
import { NullableString, nullableArray, stringEnum } from '../../base/json-schema.ts';
import { acceptedEvents } from '../../context/events.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { createWebhook } from '../../webhooks/create.ts';
import { deleteWebhook } from '../../webhooks/delete.ts';
import { listWebhooksOf } from '../../webhooks/get.ts';
import { personalFields } from '../../webhooks/personal-fields.ts';
import { endPreviousSecret, rotateSecret } from '../../webhooks/rotate.ts';
import { sendTestEvent } from '../../webhooks/test-event.ts';
import { updateWebhook } from '../../webhooks/update.ts';
import type { Webhook } from '../../webhooks/webhook.ts';
import { DateTime, Empty, Id, NullableDateTime } from '../common/schemas.ts';
import { inputOf, webhookSchemas } from '../v3/webhooks.ts';
import { ctxOf } from './gate.ts';
import { PlacedParams, PlaceParams } from './schemas.ts';

const facts = {
  id: Id,
  created_at: DateTime,
  url: Type.String(),
  name: NullableString,
  enabled: Type.Boolean(),
  events: Type.Array(Type.String()),
  environments: Type.Array(Type.String()),
  payload_version: Type.Integer(),
  personal_fields: {
    ...nullableArray(stringEnum(personalFields)),
    description: 'Personal fields that payloads may carry; null for all',
  },
  oauth_enabled: Type.Boolean(),
  standard_headers: Type.Boolean({ description: 'Deliveries also carry the headers of Standard Webhooks' }),
  paused_at: { ...NullableDateTime, description: 'Time at which the service paused it after 5 days of failures' },
  failing_since: { ...NullableDateTime, description: 'Time since when every delivery failed' },
  previous_secret_until: { ...NullableDateTime, description: 'Time until which the previous secret signs, too' },
};
const ListedWebhook = Type.Object(facts, { title: 'Webhook of an account' });
const WithSecret = Type.Object({ ...facts, secret: Type.String({ description: 'Key of the signatures' }) });

/** A webhook without its secrets. */
function presentWebhook(webhook: Webhook, now: number) {
  const { id, url, name, enabled, events, environments, payload_version, oauth_enabled, previous } = webhook;
  const { standard_headers, personal_fields } = webhook;
  return {
    id,
    created_at: isoSeconds(webhook.created_at),
    url,
    name,
    enabled,
    payload_version,
    personal_fields: personal_fields && [...personal_fields],
    oauth_enabled,
    standard_headers,
    events: [...events],
    environments: [...environments],
    paused_at: isoSecondsOrNull(webhook.paused_at),
    failing_since: isoSecondsOrNull(webhook.failing_since),
    previous_secret_until: previous && previous.until > now ? isoSeconds(previous.until) : null,
  };
}

/** Webhooks of an account: list, create, change, rotate the secret, test, delete. Both environments have the same ones. */
export function webhookRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);
  const version = services.versions.latest;
  const { Create, Update } = webhookSchemas(version);
  const changes = { config: { member: 'integration.change' } } as const;
  const withSecret = (webhook: Webhook) => ({
    ...presentWebhook(webhook, services.clock.now()),
    secret: webhook.token,
  });

  app.get(
    '/accounts/:account/:environment/webhooks',
    {
      config: { member: 'integration.see' },
      schema: {
        params: PlaceParams,
        response: {
          200: Type.Object({
            webhooks: Type.Array(ListedWebhook),
            events: Type.Array(Type.String(), { description: 'Events that a new webhook can have' }),
            personal_fields: Type.Array(stringEnum(personalFields), {
              description: 'Personal fields that payloads can have',
            }),
          }),
        },
      },
    },
    async (request) => {
      const webhooks = await listWebhooksOf(ctxOf(services, request));
      const now = services.clock.now();
      return {
        webhooks: webhooks.map((webhook) => presentWebhook(webhook, now)),
        events: acceptedEvents(version),
        personal_fields: [...personalFields],
      };
    },
  );

  app.post(
    '/accounts/:account/:environment/webhooks',
    { ...changes, schema: { params: PlaceParams, body: Create, response: { 201: WithSecret } } },
    async (request, reply) => {
      const webhook = await createWebhook(ctxOf(services, request), inputOf(request.body, Create), version);
      return reply.code(201).header('cache-control', 'no-store').send(withSecret(webhook));
    },
  );

  app.patch(
    '/accounts/:account/:environment/webhooks/:id',
    {
      ...changes,
      schema: {
        description: 'Changes the sent fields. A disabled webhook loses its waiting deliveries.',
        params: PlacedParams,
        body: Update,
        response: { 200: ListedWebhook },
      },
    },
    async (request) => {
      const changed = await updateWebhook(ctxOf(services, request), request.params.id, inputOf(request.body, Update));
      return presentWebhook(changed, services.clock.now());
    },
  );

  app.delete(
    '/accounts/:account/:environment/webhooks/:id',
    { ...changes, schema: { params: PlacedParams, response: { 204: Empty } } },
    async (request, reply) => {
      await deleteWebhook(ctxOf(services, request), request.params.id);
      return reply.code(204).send();
    },
  );

  app.post(
    '/accounts/:account/:environment/webhooks/:id/secret',
    {
      ...changes,
      schema: {
        description: 'Creates a new secret. The previous secret also signs for 24 hours.',
        params: PlacedParams,
        response: { 200: WithSecret },
      },
    },
    async (request, reply) => {
      const rotated = await rotateSecret(ctxOf(services, request), request.params.id);
      return reply.header('cache-control', 'no-store').send(withSecret(rotated));
    },
  );

  app.delete(
    '/accounts/:account/:environment/webhooks/:id/previous_secret',
    {
      ...changes,
      schema: {
        description: 'Retires the previous secret. From now on only the new secret signs.',
        params: PlacedParams,
        response: { 204: Empty },
      },
    },
    async (request, reply) => {
      await endPreviousSecret(ctxOf(services, request), request.params.id);
      return reply.code(204).send();
    },
  );

  app.post(
    '/accounts/:account/:environment/webhooks/:id/test',
    {
      ...changes,
      schema: {
        description: 'Sends `check.completed` of a check that does not exist.',
        params: PlacedParams,
        response: { 204: Empty },
      },
    },
    async (request, reply) => {
      await sendTestEvent(ctxOf(services, request), request.params.id);
      return reply.code(204).send();
    },
  );
}
