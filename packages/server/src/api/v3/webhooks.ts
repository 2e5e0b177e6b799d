import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { isoSeconds } from '../../base/clock.ts';
import { NullableBoolean, NullableString, nullableArray, stringEnum } from '../../base/json-schema.ts';
import type { Version } from '../../base/versions.ts';
import { acceptedEvents, defaultEvents } from '../../context/events.ts';
import { typed } from '../../http/typed.ts';
import { createWebhook } from '../../webhooks/create.ts';
import { deleteWebhook } from '../../webhooks/delete.ts';
import { getWebhook, listWebhooksOf } from '../../webhooks/get.ts';
import { personalFields } from '../../webhooks/personal-fields.ts';
import { RESENDABLE, resendChecks } from '../../webhooks/resend.ts';
import { sendTestEvent } from '../../webhooks/test-event.ts';
import { updateWebhook } from '../../webhooks/update.ts';
import type { Webhook, WebhookInput } from '../../webhooks/webhook.ts';
import { DateTime, Empty, environments, Href, Id, IdParams, LIST_LENGTH, versioned } from '../common/schemas.ts';
import { versionOf } from '../common/versions.ts';

const payloadVersions = [1, 2, 3] as const;

/** Bounds of our own: characters of a text, checks resent at once. */
const TEXT_LENGTH = 1024;
const RESENT_AT_ONCE = 100;

const BoundedText = Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: TEXT_LENGTH }));

function nonEmptyList<const T extends string>(values: readonly T[], description: string) {
  const items = stringEnum(values);
  return Type.Optional(
    Type.Unsafe<T[] | null>({ type: ['array', 'null'], minItems: 1, maxItems: LIST_LENGTH, items, description }),
  );
}

/** The schemas of webhooks in a version. */
export function webhookSchemas(version: Version) {
  const Webhook = Type.Object(
    {
      id: Id,
      url: Type.String(),
      token: Type.String({ description: 'Key of the signatures' }),
      enabled: Type.Boolean(),
      href: Href,
      events: Type.Array(Type.String()),
      environments: Type.Array(Type.String()),
      ...versioned(version.webhookOptions, {
        payload_version: Type.Integer(),
        name: NullableString,
        oauth_enabled: Type.Boolean(),
        oauth_server_url: NullableString,
        oauth_server_client_id: NullableString,
        oauth_server_client_secret: Type.Unsafe<null>({ type: 'null', description: 'Client secret, never shown' }),
        oauth_server_scope: NullableString,
        standard_headers: Type.Optional(Type.Boolean({ description: 'Only where it is true' })),
        personal_fields: Type.Optional(
          Type.Array(stringEnum(personalFields), {
            description: 'Personal fields that payloads may carry. Absent where they may carry all',
          }),
        ),
        paused_at: Type.Optional({
          ...DateTime,
          description: 'Time at which the service paused the webhook. Only while it is paused',
        }),
        failing_since: Type.Optional({
          ...DateTime,
          description: 'Time since when every delivery failed. Only while the webhook is paused',
        }),
      }),
    },
    { title: 'Webhook' },
  );
  const url = Type.String({ description: 'https, at a public address', examples: ['https://example.test/events'] });
  const optional = {
    enabled: Type.Optional(NullableBoolean),
    events: nonEmptyList(acceptedEvents(version), `Default: ${defaultEvents(version).join(', ')}`),
    environments: nonEmptyList(environments, 'Default: both with a live token, `sandbox` with a sandbox token'),
    ...versioned(version.webhookOptions, {
      payload_version: Type.Optional(
        Type.Unsafe<(typeof payloadVersions)[number] | null>({
          type: ['integer', 'null'],
          enum: [...payloadVersions, null],
          description: 'Default: 3',
        }),
      ),
      name: BoundedText,
      standard_headers: Type.Optional({
        ...NullableBoolean,
        description: 'Deliveries also carry the headers of Standard Webhooks. Default: false',
      }),
      personal_fields: Type.Optional({
        ...nullableArray(stringEnum(personalFields)),
        maxItems: LIST_LENGTH,
        description:
          'Personal fields that payloads may carry; an empty list for none, null for all. `days_left` is in `applicant.document_expiring`, `username` in the input of passkey tasks. Default: null',
      }),
      oauth_enabled: Type.Optional(NullableBoolean),
      oauth_server_url: BoundedText,
      oauth_server_client_id: BoundedText,
      oauth_server_client_secret: BoundedText,
      oauth_server_scope: BoundedText,
    }),
  };
  return {
    Webhook,
    Create: Type.Object({ url, ...optional }),
    Update: Type.Object({ url: Type.Optional(url), ...optional }),
    List: Type.Object({ webhooks: Type.Array(Webhook) }),
  };
}

const Resend = Type.Object({
  data: Type.Array(
    Type.Object({ resource_id: Type.String({ description: 'Id of a check' }), event: stringEnum([RESENDABLE]) }),
    {
      minItems: 1,
      maxItems: RESENT_AT_ONCE,
    },
  ),
});

/** The fields of a body that the version has; fields of a later version are ignored. */
export function inputOf(body: unknown, { properties }: { properties: object }): WebhookInput {
  return Object.fromEntries(Object.entries(body as object).filter(([field]) => Object.hasOwn(properties, field)));
}

/** A webhook on the wire; without the fields of later versions. The OAuth secret is never shown. */
function presentWebhook(webhook: Webhook, version: Version) {
  const body = {
    id: webhook.id,
    url: webhook.url,
    token: webhook.token,
    enabled: webhook.enabled,
    href: `/${version.name}/webhooks/${webhook.id}`,
    events: [...webhook.events],
    environments: [...webhook.environments],
  };
  if (!version.webhookOptions) return body;
  return {
    ...body,
    payload_version: webhook.payload_version,
    name: webhook.name,
    oauth_enabled: webhook.oauth_enabled,
    oauth_server_url: webhook.oauth_server_url,
    oauth_server_client_id: webhook.oauth_server_client_id,
    oauth_server_client_secret: null,
    oauth_server_scope: webhook.oauth_server_scope,
    // Clients that compare whole objects know the published fields alone.
    ...(webhook.standard_headers && { standard_headers: true }),
    ...(webhook.personal_fields && { personal_fields: [...webhook.personal_fields] }),
    ...(webhook.paused_at !== null && {
      paused_at: isoSeconds(webhook.paused_at),
      failing_since: isoSeconds(webhook.failing_since as number),
    }),
  };
}

/** Webhooks: create, list, read, change, delete; and send completed checks again. */
export function webhookRoutes(instance: FastifyInstance, version: Version): void {
  const app = typed(instance);
  const { Webhook, Create, Update, List } = webhookSchemas(version);
  const tags = ['webhooks'];

  app.post(
    '/webhooks',
    { schema: { tags, summary: 'Create a webhook', body: Create, response: { 201: Webhook } } },
    async (request, reply) => {
      const askedVersion = versionOf(request);
      const webhook = await createWebhook(request.session.ctx, inputOf(request.body, Create), askedVersion);
      return reply.code(201).send(presentWebhook(webhook, askedVersion));
    },
  );

  app.get(
    '/webhooks',
    { schema: { tags, summary: 'List all webhooks, newest first', response: { 200: List } } },
    async (request) => {
      const webhooks = await listWebhooksOf(request.session.ctx);
      const askedVersion = versionOf(request);
      return { webhooks: webhooks.map((webhook) => presentWebhook(webhook, askedVersion)) };
    },
  );

  app.get(
    '/webhooks/:id',
    { schema: { tags, summary: 'Retrieve a webhook', params: IdParams, response: { 200: Webhook } } },
    async (request) => {
      const webhook = await getWebhook(request.session.ctx, request.params.id);
      return presentWebhook(webhook, versionOf(request));
    },
  );

  app.put(
    '/webhooks/:id',
    { schema: { tags, summary: 'Update a webhook', params: IdParams, body: Update, response: { 200: Webhook } } },
    async (request) => {
      const webhook = await updateWebhook(request.session.ctx, request.params.id, inputOf(request.body, Update));
      return presentWebhook(webhook, versionOf(request));
    },
  );

  app.delete(
    '/webhooks/:id',
    { schema: { tags, summary: 'Delete a webhook', params: IdParams, response: { 204: Empty } } },
    async (request, reply) => {
      await deleteWebhook(request.session.ctx, request.params.id);
      return reply.code(204).send();
    },
  );

  if (version.webhookOptions) {
    app.post(
      '/webhooks/:id/test',
      {
        schema: {
          tags,
          summary: 'Send a test event',
          description:
            'Sends `check.completed` of a check that does not exist, whatever events the webhook has chosen.',
          params: IdParams,
          response: { 202: Type.Object({ event_id: { ...Id, description: '`webhook-id` of the delivery' } }) },
        },
      },
      async (request, reply) =>
        reply.code(202).send({ event_id: await sendTestEvent(request.session.ctx, request.params.id) }),
    );

    app.post(
      '/webhooks/resend',
      { schema: { tags, summary: 'Send completed checks again', body: Resend, response: { 204: Empty } } },
      async (request, reply) => {
        const checkIds = request.body.data.map((entry) => entry.resource_id);
        await resendChecks(request.session.ctx, checkIds);
        return reply.code(204).send();
      },
    );
  }
}
