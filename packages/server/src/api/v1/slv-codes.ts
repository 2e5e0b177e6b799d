import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { enterStreetLevelCode } from '../../core/checks/street-level.ts';
import { typed } from '../../http/typed.ts';
import { Empty, IdParams } from '../common/schemas.ts';

/** `POST /v1/checks/{id}/slv_code`: where the errors of street level verification come from. */
export function slvCodeRoutes(instance: FastifyInstance): void {
  typed(instance).post(
    '/checks/:id/slv_code',
    {
      schema: {
        tags: ['checks'],
        summary: 'Enter the code of a street level verification letter',
        description:
          'Bonafide sends no letters, so a `street_level` report ends `withdrawn` and no code is ever right. The answer is ' +
          '422 `unprocessable_slv_code` for a code that is not 4 to 12 letters or digits or a check without a ' +
          '`street_level` report, 422 `invalid_or_expired_slv_code` more than 15 days after the check was created, and ' +
          'else 401 `unauthorized_slv_code`.',
        params: IdParams,
        body: Type.Object({ code: Type.Optional(Type.Unsafe<unknown>({ description: 'The code of the letter' })) }),
        response: { 204: Empty },
      },
    },
    async (request) => enterStreetLevelCode(request.session.ctx, request.params.id, request.body.code),
  );
}
