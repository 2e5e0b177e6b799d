import type { FastifyInstance } from 'fastify';
import Type, { type TProperties } from 'typebox';
import { NullableBoolean, stringEnum } from '../../base/json-schema.ts';
import { acceptedEvents, type EventName } from '../../context/events.ts';
import { typed } from '../../http/typed.ts';
import { createWebhook } from '../../webhooks/create.ts';
import { deleteWebhook } from '../../webhooks/delete.ts';
import { getWebhook, listWebhooksOf } from '../../webhooks/get.ts';
import { updateWebhook } from '../../webhooks/update.ts';
import type { Webhook, WebhookInput } from '../../webhooks/webhook.ts';
import { Empty, environments, Href, Id, IdParams, LIST_LENGTH } from '../common/schemas.ts';
import { emptyAsAbsent } from './empty-fields.ts';
import { PageQuery, sendSlice } from './lists.ts';
import type { EarlierVersion } from './versions.ts';

/** Names of v1 from before the dotted ones: accepted, and shown dotted. */
const aliases: Readonly<Record<string, EventName>> = {
  'report completion': 'report.completed',
  'report withdrawal': 'report.withdrawn',
  'check completion': 'check.completed',
  'check in progress': 'check.started',
};

function schemas(version: EarlierVersion) {
  const { generation } = version;
  const bodyOf = (token: TProperties) => {
    const head = { id: Id, url: Type.String(), ...token, enabled: Type.Boolean() };
    const events = Type.Array(Type.String());
    return generation === 1
      ? Type.Object({ ...head, href: Href, events }, { title: 'Webhook' })
      : Type.Object({ ...head, environments: Type.Array(Type.String()), events, href: Href }, { title: 'Webhook' });
  };
  const events = [...acceptedEvents(version), ...(generation === 1 ? Object.keys(aliases) : [])];
  const optional = {
    enabled: Type.Optional(NullableBoolean),
    events: nonEmptyList(events, 'Default: all'),
    ...(generation === 2
      ? { environments: nonEmptyList([...environments], 'Default: the environments of the token') }
      : {}),
  };
  const url = Type.String({ description: 'https, at a public address' });
  return {
    Webhook: bodyOf({ token: Type.String({ description: 'Key of `X-Signature`' }) }),
    // Published lists omit the token.
    List: Type.Object({ webhooks: Type.Array(bodyOf({})) }),
    Create: Type.Object({ url, ...optional }),
    Update: Type.Object({ url: Type.Optional(url), ...optional }),
  };
}

function nonEmptyList(values: readonly string[], description: string) {
  return Type.Optional(
    Type.Unsafe<string[] | null>({
      type: ['array', 'null'],
      minItems: 1,
      maxItems: LIST_LENGTH,
      items: stringEnum(values),
      description,
    }),
  );
}

/** The fields of a body that the version has, under their v3 names. */
function inputOf(body: unknown, { properties }: { properties: object }): WebhookInput {
  const known = Object.entries(body as object).filter(([field]) => Object.hasOwn(properties, field));
  const input = Object.fromEntries(known) as { events?: string[] | null };
  return {
    ...input,
    ...(input.events ? { events: input.events.map((name) => aliases[name] ?? name) } : {}),
  } as WebhookInput;
}

/** A webhook on the wire; the serialiser omits what v1 doesn't have, and the token in lists. */
function presentWebhook({ id, url, token, enabled, events, environments }: Webhook, { name: path }: EarlierVersion) {
  return {
    id,
    url,
    token,
    enabled,
    environments: [...environments],
    events: [...events],
    href: `/${path}/webhooks/${id}`,
  };
}

/** Webhooks: create, list, read; in v2 also change and delete. */
export function webhookRoutes(instance: FastifyInstance, version: EarlierVersion): void {
  const app = typed(instance);
  const { Webhook, Create, Update, List } = schemas(version);
  const tags = ['webhooks'];

  app.post(
    '/webhooks',
    {
      preValidation: emptyAsAbsent,
      schema: { tags, summary: 'Create a webhook', body: Create, response: { 201: Webhook } },
    },
    async (request, reply) => {
      const webhook = await createWebhook(request.session.ctx, inputOf(request.body, Create), version);
      return reply.code(201).send(presentWebhook(webhook, version) as never);
    },
  );

  app.get(
    '/webhooks',
    {
      schema: { tags, summary: 'List all webhooks, newest first', querystring: PageQuery, response: { 200: List } },
    },
    async (request, reply) => {
      const webhooks = sendSlice(request, reply, await listWebhooksOf(request.session.ctx));
      return { webhooks: webhooks.map((webhook) => presentWebhook(webhook, version)) } as never;
    },
  );

  app.get(
    '/webhooks/:id',
    { schema: { tags, summary: 'Retrieve a webhook', params: IdParams, response: { 200: Webhook } } },
    async (request) => presentWebhook(await getWebhook(request.session.ctx, request.params.id), version) as never,
  );

  if (version.generation === 1) return;

  app.put(
    '/webhooks/:id',
    {
      preValidation: emptyAsAbsent,
      schema: { tags, summary: 'Update a webhook', params: IdParams, body: Update, response: { 200: Webhook } },
    },
    async (request) =>
      presentWebhook(
        await updateWebhook(request.session.ctx, request.params.id, inputOf(request.body, Update)),
        version,
      ) as never,
  );

  app.delete(
    '/webhooks/:id',
    { schema: { tags, summary: 'Delete a webhook', params: IdParams, response: { 204: Empty } } },
    async (request, reply) => {
      await deleteWebhook(request.session.ctx, request.params.id);
      return reply.code(204).send();
    },
  );
}
