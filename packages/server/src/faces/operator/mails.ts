import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { isoSeconds } from '../../base/clock.ts';
import { listMails } from '../../core/mails/list.ts';
import { type Mail, toMail } from '../../core/mails/mail.ts';
import { retryMail } from '../../core/mails/retry.ts';
import { missing } from '../../core/missing.ts';
import type { Services } from '../../core/services.ts';
import { pageOf } from '../../http/pages.ts';
import { findMail } from '../../store/queries/mails.ts';
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
  check_id: Id,
  kind: Type.String({ description: 'applicant_form' }),
  to: Type.String(),
  subject: Type.String(),
  state: Type.String({ description: 'pending, sent, kept (no mail server is set), failed or dropped (out of date)' }),
  attempts: Type.Integer(),
  error: NullableString,
  created_at: DateTime,
  finished_at: NullableDateTime,
};

const Facts = Type.Object(facts, { title: 'Mail' });
const Whole = Type.Object({ ...facts, text: Type.String(), html: Type.String() }, { title: 'Mail with its text' });

function present(mail: Mail) {
  const { created_at, finished_at } = mail;
  return {
    ...mail,
    created_at: isoSeconds(created_at),
    finished_at: finished_at === null ? null : isoSeconds(finished_at),
  };
}

/** The outbox: mail to applicants, and what an operator does where no mail server took it. */
export function mailRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);

  app.get(
    '/mails',
    {
      schema: {
        querystring: Type.Object({
          account: Type.Optional(Type.String({ description: 'Id of an account' })),
          environment: Type.Optional(Environment),
          state: Type.Optional(State),
          page: Type.Optional(Type.String({ description: 'From 1', default: '1' })),
          per_page: Type.Optional(Type.String({ description: 'At most 500', default: '20' })),
        }),
        response: { 200: Type.Object({ mails: Type.Array(Facts) }) },
      },
    },
    async (request, reply) => {
      const { account: account_id, environment, state } = request.query;
      const { mails, total } = await listMails(services, { account_id, environment, state }, pageOf(request));
      reply.header('x-total-count', String(total));
      return { mails: mails.map(present) };
    },
  );

  app.get(
    '/accounts/:account/mails/:id',
    { schema: { params: ObjectParams, response: { 200: Whole } } },
    async (request, reply) => {
      const { account, id } = request.params;
      const ctx = await ctxHaving(services, account, findMail, 'Mail', id);
      const row = await ctx.read.first(findMail, { id });
      if (!row) throw await missing(ctx, 'Mail', id);
      // The link in it lets whoever holds it speak for the applicant.
      reply.header('cache-control', 'no-store');
      return present(toMail(ctx, row));
    },
  );

  app.post(
    '/accounts/:account/mails/:id/retry',
    { schema: { params: ObjectParams, response: { 200: Facts } } },
    async (request) => {
      const { account, id } = request.params;
      return present(await retryMail(await ctxHaving(services, account, findMail, 'Mail', id), id));
    },
  );
}
