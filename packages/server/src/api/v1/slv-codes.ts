import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { DAY_MS } from '../../base/clock.ts';
import { problem } from '../../base/errors.ts';
import { getCheck, listReportsOf } from '../../checks/get.ts';
import { typed } from '../../http/typed.ts';
import { Empty, IdParams } from '../common/schemas.ts';

/** A code must be entered within 15 days (contract 3.6). */
const VALID_MS = 15 * DAY_MS;

/** The form of a code: our own, since none is published. */
const CODE = /^[0-9A-Za-z]{4,12}$/;

/**
 * `POST /v1/checks/{id}/slv_code`, the only route of street level verification. Bonafide sends no letters, so each answer is
 * an error of v1.
 */
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
    async ({ session: { ctx }, params, body: { code } }): Promise<never> => {
      const { check } = await getCheck(ctx, params.id);
      const hasReport = (await listReportsOf(ctx, check.id)).some(({ name }) => name === 'street_level');
      if (!hasReport || typeof code !== 'string' || !CODE.test(code)) throw problem('unprocessable_slv_code');
      throw problem(ctx.now() > check.created_at + VALID_MS ? 'invalid_or_expired_slv_code' : 'unauthorized_slv_code');
    },
  );
}
