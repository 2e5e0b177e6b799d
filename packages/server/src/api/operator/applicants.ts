import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { eraseApplicant } from '../../applicants/erase.ts';
import { type Erasure, listErasuresOf } from '../../applicants/erasures.ts';
import { isoSeconds } from '../../base/clock.ts';
import { NullableString } from '../../base/json-schema.ts';
import type { Ctx } from '../../context/ctx.ts';
import { ctxIn } from '../../context/ctx-of.ts';
import { recordedPrincipal } from '../../context/principal.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { DateTime, Id } from '../common/schemas.ts';
import { AccountParams, Environment, ObjectParams, RecordedPrincipal } from './schemas.ts';

export const Receipt = Type.Object(
  {
    id: Id,
    applicant_id: Id,
    check_id: Type.Unsafe<string | null>({
      ...NullableString,
      description: 'Check that was erased alone; null if the applicant, or files of it alone, were erased',
    }),
    environment: Type.String(),
    requested_at: DateTime,
    erased_at: DateTime,
    requested_by: RecordedPrincipal,
    counts: Type.Record(Type.String(), Type.Integer(), { description: 'Erased objects by kind' }),
  },
  { title: 'Erasure' },
);

export function presentReceipt(erasure: Erasure, environment: Ctx['environment']) {
  return {
    ...erasure,
    environment,
    requested_at: isoSeconds(erasure.requested_at),
    erased_at: isoSeconds(erasure.erased_at),
    requested_by: recordedPrincipal(erasure.requested_by),
  };
}

/** Applicants erased at once, and the receipts of every erasure. */
export function applicantRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);

  app.post(
    '/accounts/:account/applicants/:id/erase',
    {
      schema: {
        params: ObjectParams,
        body: Type.Object({
          environment: Environment,
          force: Type.Boolean({ default: false, description: 'Erase even while checks are in progress' }),
        }),
        response: { 200: Receipt },
      },
    },
    async (request) => {
      const { environment, force } = request.body;
      const ctx = await ctxIn(services, request.principal, request.params.account, environment);
      return presentReceipt(await eraseApplicant(ctx, request.params.id, { force }), environment);
    },
  );

  app.get(
    '/accounts/:account/erasures',
    { schema: { params: AccountParams, response: { 200: Type.Object({ erasures: Type.Array(Receipt) }) } } },
    async (request) => {
      const erasures = await listErasuresOf(services, request.params.account);
      return { erasures: erasures.map(({ environment, ...receipt }) => presentReceipt(receipt, environment)) };
    },
  );
}
