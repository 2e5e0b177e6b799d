import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { decideReport } from '../../core/reports/decide.ts';
import type { Services } from '../../core/services.ts';
import { findReport } from '../../store/queries/checks.ts';
import { typed } from '../common/route.ts';
import { Id, NullableString, stringEnum } from '../common/schemas.ts';
import { ObjectParams } from './schemas.ts';
import { ctxHaving } from './scope.ts';

/** Characters of a note. */
const NOTE_LENGTH = 2000;

/** Reports that wait for a person. */
export function reportRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);
  app.post(
    '/accounts/:account/reports/:id/decide',
    {
      schema: {
        params: ObjectParams,
        body: Type.Object({
          result: stringEnum(['clear', 'consider'] as const),
          sub_result: Type.Optional(stringEnum(['clear', 'rejected', 'suspected', 'caution'] as const)),
          note: Type.String({ minLength: 1, maxLength: NOTE_LENGTH }),
        }),
        response: {
          200: Type.Object({
            id: Id,
            check_id: Id,
            name: Type.String(),
            status: Type.String(),
            result: NullableString,
            sub_result: NullableString,
          }),
        },
      },
    },
    async (request) => {
      const { account, id } = request.params;
      return decideReport(await ctxHaving(services, account, findReport, 'Report', id), id, request.body);
    },
  );
}
