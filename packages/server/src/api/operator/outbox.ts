import type { FastifyInstance } from 'fastify';
import Type, { type TProperties } from 'typebox';
import { recordOpening } from '../../audit/record.ts';
import { isoSeconds, isoSecondsOrNull } from '../../base/clock.ts';
import { NullableString, stringEnum } from '../../base/json-schema.ts';
import type { Services } from '../../context/services.ts';
import { pageOf } from '../../http/pages.ts';
import { typed } from '../../http/typed.ts';
import { mails } from '../../messages/mails/mail.ts';
import { ctxOfMessage, getMessage } from '../../messages/outbox/get.ts';
import { listMessages } from '../../messages/outbox/list.ts';
import type { Outbox, OutboxData, OutboxMessage, OutboxRow } from '../../messages/outbox/message.ts';
import { retryMessage } from '../../messages/outbox/retry.ts';
import { messages } from '../../messages/sms/message.ts';
import { DateTime, Id, NullableDateTime } from '../common/schemas.ts';
import { Environment, ObjectParams } from './schemas.ts';

const State = stringEnum(['pending', 'sent', 'kept', 'failed', 'dropped'] as const);

const ListQuery = Type.Object({
  account: Type.Optional(Type.String({ description: 'Id of an account' })),
  environment: Type.Optional(Environment),
  state: Type.Optional(State),
  page: Type.Optional(Type.String({ description: 'Page number, from 1', default: '1' })),
  per_page: Type.Optional(Type.String({ description: 'Messages per page, at most 500', default: '20' })),
});

/** The messages of an outbox on the wire. */
interface Wire<R extends OutboxRow, D extends OutboxData> {
  readonly outbox: Outbox<R, D>;
  /** Segment of the path, and key of the list. */
  readonly all: 'mails' | 'messages';
  /** Fields of this kind of message beside the common ones: its cause, and what precedes its text. */
  readonly cause: TProperties;
  readonly heading: TProperties;
  /** Fields of a single message, which shows its link. */
  readonly texts: TProperties;
  /** The carrier that is missing when a message is `kept`. */
  readonly carrier: string;
}

/** The outbox of mail to applicants, and the actions of an operator where no mail server accepted it. */
export function mailRoutes(app: FastifyInstance, services: Services): void {
  outboxRoutes(app, services, {
    outbox: mails,
    all: 'mails',
    cause: {
      check_id: NullableString,
      kind: Type.String({
        description: 'applicant_form, applicant_notice, information_request, workflow_notice or signature_code',
      }),
    },
    heading: { subject: Type.String() },
    texts: {
      text: Type.String(),
      html: Type.String(),
      from_name: Type.Optional(Type.String({ description: 'Name of the sender: the company' })),
      reply_to: Type.Optional(NullableString),
    },
    carrier: 'mail server',
  });
}

/** The outbox of text messages, and the actions of an operator where no provider accepted one. */
export function messageRoutes(app: FastifyInstance, services: Services): void {
  outboxRoutes(app, services, {
    outbox: messages,
    all: 'messages',
    cause: { kind: Type.String({ description: 'cross_device_link, information_request or signature_code' }) },
    heading: {},
    texts: { text: Type.String() },
    carrier: 'provider',
  });
}

function presentMessage<R extends OutboxRow, D extends OutboxData>(message: OutboxMessage<R, D>) {
  const { created_at, finished_at } = message;
  return {
    ...message,
    created_at: isoSeconds(created_at),
    finished_at: isoSecondsOrNull(finished_at),
  };
}

function outboxRoutes<R extends OutboxRow, D extends OutboxData>(
  instance: FastifyInstance,
  services: Services,
  { outbox, all, cause, heading, texts, carrier }: Wire<R, D>,
): void {
  const app = typed(instance);
  const { resource } = outbox;
  const facts = {
    id: Id,
    account_id: Id,
    environment: Type.String(),
    applicant_id: Id,
    ...cause,
    to: Type.String(),
    ...heading,
    state: Type.String({ description: `pending, sent, kept (no ${carrier} is set), failed or dropped (out of date)` }),
    attempts: Type.Integer(),
    error: NullableString,
    created_at: DateTime,
    finished_at: NullableDateTime,
  };
  const Facts = Type.Object(facts, { title: resource });
  const Whole = Type.Object({ ...facts, ...texts }, { title: `${resource} with its text` });

  app.get(
    `/${all}`,
    { schema: { querystring: ListQuery, response: { 200: Type.Object({ [all]: Type.Array(Facts) }) } } },
    async (request, reply) => {
      const { account: account_id, environment, state } = request.query;
      const { messages, total } = await listMessages(
        outbox,
        services,
        { account_id, environment, state },
        pageOf(request),
      );
      const accounts = new Set(messages.map((message) => message.account_id));
      for (const accountId of account_id === undefined ? accounts : [account_id]) {
        const details = { ids: messages.filter((message) => message.account_id === accountId).map(({ id }) => id) };
        const entry = { action: `${outbox.kind}s_opened`, object_id: accountId, details } as const;
        await recordOpening(services, { ...entry, accountId, principal: request.principal });
      }
      reply.header('x-total-count', String(total));
      return { [all]: messages.map(presentMessage) } as never;
    },
  );

  app.get(
    `/accounts/:account/${all}/:id`,
    { schema: { params: ObjectParams, response: { 200: Whole } } },
    async (request) => {
      const { principal, params } = request;
      const message = await getMessage(outbox, services, principal, params);
      const { account_id: accountId, environment } = message;
      const entry = { action: `${outbox.kind}_opened`, object_id: params.id, environment } as const;
      await recordOpening(services, { ...entry, accountId, principal });
      return presentMessage(message) as never;
    },
  );

  app.post(
    `/accounts/:account/${all}/:id/retry`,
    { schema: { params: ObjectParams, response: { 200: Facts } } },
    async (request) =>
      presentMessage(
        await retryMessage(
          outbox,
          await ctxOfMessage(outbox, services, request.principal, request.params),
          request.params.id,
        ),
      ) as never,
  );
}
