import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { isoSeconds } from '../../base/clock.ts';
import { listMessages } from '../../core/messages/list.ts';
import { type Message, toMessage } from '../../core/messages/message.ts';
import { retryMessage } from '../../core/messages/retry.ts';
import { missing } from '../../core/missing.ts';
import type { Services } from '../../core/services.ts';
import { pageOf } from '../../http/pages.ts';
import { findMessage } from '../../store/queries/messages.ts';
import { typed } from '../common/route.ts';
import { DateTime, Id, NullableDateTime, NullableString, stringEnum } from '../common/schemas.ts';
import { Environment, ObjectParams } from './schemas.ts';
import { ctxHaving } from './scope.ts';

const State = stringEnum(['pending', 'sent', 'kept', 'failed', 'dropped'] as const);

const facts = {
  id: Id,
  account_id: Id,
  environment: Type.String(),
  applicant_id: Id,
  kind: Type.String({ description: 'cross_device_link' }),
  to: Type.String(),
  state: Type.String({ description: 'pending, sent, kept (no provider is set), failed or dropped (out of date)' }),
  attempts: Type.Integer(),
  error: NullableString,
  created_at: DateTime,
  finished_at: NullableDateTime,
};

const Facts = Type.Object(facts, { title: 'Message' });
const Whole = Type.Object({ ...facts, text: Type.String() }, { title: 'Message with its text' });

function present(message: Message) {
  const { created_at, finished_at } = message;
  return {
    ...message,
    created_at: isoSeconds(created_at),
    finished_at: finished_at === null ? null : isoSeconds(finished_at),
  };
}

/** The outbox of text messages, and what an operator does where no provider took one. */
export function messageRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);

  app.get(
    '/messages',
    {
      schema: {
        querystring: Type.Object({
          account: Type.Optional(Type.String({ description: 'Id of an account' })),
          environment: Type.Optional(Environment),
          state: Type.Optional(State),
          page: Type.Optional(Type.String({ description: 'From 1', default: '1' })),
          per_page: Type.Optional(Type.String({ description: 'At most 500', default: '20' })),
        }),
        response: { 200: Type.Object({ messages: Type.Array(Facts) }) },
      },
    },
    async (request, reply) => {
      const { account: account_id, environment, state } = request.query;
      const { messages, total } = await listMessages(services, { account_id, environment, state }, pageOf(request));
      reply.header('x-total-count', String(total));
      return { messages: messages.map(present) };
    },
  );

  app.get(
    '/accounts/:account/messages/:id',
    { schema: { params: ObjectParams, response: { 200: Whole } } },
    async (request, reply) => {
      const { account, id } = request.params;
      const ctx = await ctxHaving(services, account, findMessage, 'Message', id);
      const row = await ctx.read.first(findMessage, { id });
      if (!row) throw await missing(ctx, 'Message', id);
      // Whoever holds the link in it can go on with the capture.
      reply.header('cache-control', 'no-store');
      return present(toMessage(ctx, row));
    },
  );

  app.post(
    '/accounts/:account/messages/:id/retry',
    { schema: { params: ObjectParams, response: { 200: Facts } } },
    async (request) => {
      const { account, id } = request.params;
      return present(await retryMessage(await ctxHaving(services, account, findMessage, 'Message', id), id));
    },
  );
}
