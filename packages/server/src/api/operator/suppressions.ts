import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { recordAudit } from '../../audit/record.ts';
import { isoSeconds, isoSecondsOrNull } from '../../base/clock.ts';
import { nullableEnum, stringEnum } from '../../base/json-schema.ts';
import { ctxHaving, ctxIn } from '../../context/ctx-of.ts';
import { recordedPrincipal } from '../../context/principal.ts';
import type { Services } from '../../context/services.ts';
import { pageOf } from '../../http/pages.ts';
import { typed } from '../../http/typed.ts';
import { type Suppression, suppressionReasons } from '../../reports/records/suppression.ts';
import { pageOfSuppressions, suppressionsOf } from '../../review/suppressions/list.ts';
import { revokeSuppression, suppressHit } from '../../review/suppressions/request.ts';
import { DateTime, Id, NullableDateTime } from '../common/schemas.ts';
import { Proposal, presentProposal } from './proposals.ts';
import {
  AccountParams,
  Environment,
  ObjectParams,
  RecordedPrincipal,
  RecordKey,
  SUPPRESSION_NOTE,
  SuppressionMonths,
  suppressionNote,
} from './schemas.ts';

const DEFAULT_MONTHS = 12;

export const SuppressionBody = Type.Object(
  {
    id: Id,
    applicant_id: Id,
    report_id: Id,
    record: RecordKey,
    reason: stringEnum(suppressionReasons),
    note: Type.String(),
    state: stringEnum(['active', 'ended'] as const),
    by: RecordedPrincipal,
    confirmed_by: RecordedPrincipal,
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
          applicant_id: Type.Optional(
            Type.String({ description: 'Id of an applicant. All of its suppressions come on one page' }),
          ),
          environment: Type.Optional({ ...Environment, default: 'live' }),
          page: Type.Optional(Type.String({ description: 'Page number, from 1', default: '1' })),
          per_page: Type.Optional(Type.String({ description: 'Suppressions per page, at most 500', default: '20' })),
        }),
        response: { 200: Type.Object({ suppressions: Type.Array(SuppressionBody) }) },
      },
    },
    async (request, reply) => {
      const { environment = 'live', applicant_id } = request.query;
      const ctx = await ctxIn(services, request.principal, request.params.account, environment);
      const all = applicant_id === undefined ? undefined : await suppressionsOf(ctx, applicant_id);
      const { suppressions, total } = all
        ? { suppressions: all, total: undefined }
        : await pageOfSuppressions(ctx, pageOf(request));
      await recordAudit(ctx, {
        action: 'suppressions_opened',
        object_id: ctx.account_id,
        details: { ids: suppressions.map(({ id }) => id) },
      });
      if (total !== undefined) reply.header('x-total-count', String(total));
      return { suppressions: suppressions.map(presentSuppression) };
    },
  );

  app.post(
    '/accounts/:account/suppressions',
    {
      schema: {
        description:
          'Rules out a hit of a report for its applicant. Later reports leave it out. Answers 202 if a second operator must confirm it.',
        params: AccountParams,
        body: Type.Object({
          report_id: Type.String({ description: 'The report that has the hit' }),
          record: RecordKey,
          reason: stringEnum(suppressionReasons),
          note: Type.String({ minLength: SUPPRESSION_NOTE.least, maxLength: SUPPRESSION_NOTE.most }),
          months: Type.Optional(SuppressionMonths),
        }),
        response: { 201: SuppressionBody, 202: Proposal },
      },
    },
    async (request, reply) => {
      const { report_id, record, reason, months = DEFAULT_MONTHS } = request.body;
      const note = suppressionNote(request.body.note);
      const ctx = await ctxHaving(services, request.principal, request.params.account, 'Report', report_id);
      const suppression = await suppressHit(ctx, report_id, { record, reason, note, months });
      if ('proposal' in suppression) return reply.code(202).send(presentProposal(suppression.proposal));
      return reply.code(201).send(presentSuppression(suppression.suppression));
    },
  );

  app.post(
    '/accounts/:account/suppressions/:id/revoke',
    {
      schema: {
        description:
          'Ends a suppression, so that the hit is back in the next report. Answers 202 if a second operator must confirm it.',
        params: ObjectParams,
        response: { 200: SuppressionBody, 202: Proposal },
      },
    },
    async ({ principal, params: { account, id } }, reply) => {
      const ctx = await ctxHaving(services, principal, account, 'Suppression', id);
      const suppression = await revokeSuppression(ctx, id);
      if ('proposal' in suppression) return reply.code(202).send(presentProposal(suppression.proposal));
      return reply.code(200).send(presentSuppression(suppression.suppression));
    },
  );
}

export function presentSuppression({
  created_by,
  confirmed_by,
  created_at,
  expires_at,
  ended_at,
  ended_by,
  ...one
}: Suppression) {
  const { id, applicant_id, report_id, record, reason, note, state, ended_because } = one;
  return {
    id,
    applicant_id,
    report_id,
    record: { ...record },
    reason,
    note,
    state,
    ended_because,
    by: recordedPrincipal(created_by),
    confirmed_by: recordedPrincipal(confirmed_by),
    at: isoSeconds(created_at),
    expires_at: isoSeconds(expires_at),
    ended_at: isoSecondsOrNull(ended_at),
    ended_by: recordedPrincipal(ended_by),
  };
}
