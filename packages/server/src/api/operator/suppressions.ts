import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { isoSeconds } from '../../base/clock.ts';
import { invalid } from '../../base/errors.ts';
import { ctxHaving, ctxIn } from '../../core/accounts/ctx-of.ts';
import { recordedPrincipal } from '../../core/principal.ts';
import type { Services } from '../../core/services.ts';
import { pageOfSuppressions, suppressionsOf } from '../../core/suppressions/list.ts';
import { revokeSuppression, suppressHit } from '../../core/suppressions/suppress.ts';
import { type Suppression, suppressionReasons } from '../../core/suppressions/suppression.ts';
import { pageOf } from '../../http/pages.ts';
import { typed } from '../../http/typed.ts';
import { DateTime, Id, NullableDateTime, nullableEnum, stringEnum } from '../common/schemas.ts';
import { AccountParams, Environment, ObjectParams, RecordedPrincipal } from './schemas.ts';

/** Characters of a note, counted without blanks at its ends. */
const NOTE = { least: 10, most: 2000 } as const;

const DEFAULT_MONTHS = 12;
const MOST_MONTHS = 36;

const RecordKey = Type.Object({
  list: Type.String({ minLength: 1 }),
  source_id: Type.String({ minLength: 1 }),
});

const Shown = Type.Object(
  {
    id: Id,
    applicant_id: Id,
    report_id: Id,
    record: RecordKey,
    reason: stringEnum(suppressionReasons),
    note: Type.String(),
    state: stringEnum(['active', 'ended'] as const),
    by: RecordedPrincipal,
    at: DateTime,
    expires_at: DateTime,
    ended_at: NullableDateTime,
    ended_by: RecordedPrincipal,
    ended_because: nullableEnum([
      ...(['record_changed', 'applicant_changed', 'listed_again', 'expired', 'revoked'] as const),
    ]),
  },
  { title: 'Suppression' },
);

/** Hits of watchlists that operators have ruled out for one applicant. */
export function suppressionRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);

  app.get(
    '/accounts/:account/suppressions',
    {
      schema: {
        params: AccountParams,
        querystring: Type.Object({
          applicant_id: Type.Optional(Type.String({ description: 'All suppressions of this applicant, in one page' })),
          environment: Type.Optional({ ...Environment, default: 'live' }),
          page: Type.Optional(Type.String({ description: 'From 1', default: '1' })),
          per_page: Type.Optional(Type.String({ description: 'At most 500', default: '20' })),
        }),
        response: { 200: Type.Object({ suppressions: Type.Array(Shown) }) },
      },
    },
    async (request, reply) => {
      const { environment = 'live', applicant_id } = request.query;
      const ctx = await ctxIn(services, request.principal, request.params.account, environment);
      if (applicant_id !== undefined) return { suppressions: (await suppressionsOf(ctx, applicant_id)).map(present) };
      const { suppressions, total } = await pageOfSuppressions(ctx, pageOf(request));
      reply.header('x-total-count', String(total));
      return { suppressions: suppressions.map(present) };
    },
  );

  app.post(
    '/accounts/:account/suppressions',
    {
      schema: {
        description: 'Rules out a hit of a report for its applicant. Later reports count it as no hit.',
        params: AccountParams,
        body: Type.Object({
          report_id: Type.String({ description: 'The report that has the hit' }),
          record: RecordKey,
          reason: stringEnum(suppressionReasons),
          note: Type.String({ minLength: NOTE.least, maxLength: NOTE.most }),
          months: Type.Optional(
            Type.Integer({
              minimum: 1,
              maximum: MOST_MONTHS,
              default: DEFAULT_MONTHS,
              description: 'Until it expires',
            }),
          ),
        }),
        response: { 201: Shown },
      },
    },
    async (request, reply) => {
      const { report_id, record, reason, months = DEFAULT_MONTHS } = request.body;
      const note = request.body.note.trim();
      if (note.length < NOTE.least) throw invalid({ note: [`is too short (minimum is ${NOTE.least} characters)`] });
      const ctx = await ctxHaving(services, request.principal, request.params.account, 'Report', report_id);
      return reply.code(201).send(present(await suppressHit(ctx, report_id, { record, reason, note, months })));
    },
  );

  app.post(
    '/accounts/:account/suppressions/:id/revoke',
    {
      schema: {
        description: 'Ends a suppression: the hit is back in the next report.',
        params: ObjectParams,
        response: { 200: Shown },
      },
    },
    async ({ principal, params: { account, id } }) => {
      const ctx = await ctxHaving(services, principal, account, 'Suppression', id);
      return present(await revokeSuppression(ctx, id));
    },
  );
}

function present({ created_by, created_at, expires_at, ended_at, ended_by, ...one }: Suppression) {
  const { id, applicant_id, report_id, record, reason, note, state, ended_because } = one;
  return {
    ...{ id, applicant_id, report_id, record: { ...record }, reason, note, state, ended_because },
    by: recordedPrincipal(created_by),
    at: isoSeconds(created_at),
    expires_at: isoSeconds(expires_at),
    ended_at: ended_at === null ? null : isoSeconds(ended_at),
    ended_by: recordedPrincipal(ended_by),
  };
}
