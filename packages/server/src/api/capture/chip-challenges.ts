import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { typed } from '../../http/typed.ts';
import { askChipChallenge } from '../../media/challenge.ts';
import { Id } from '../common/schemas.ts';
import { sdkApplicant, sdkOnly } from '../common/sdk-only.ts';

const Challenge = Type.Object({
  id: Id,
  challenge: Type.String({ description: '8 random bytes for INTERNAL AUTHENTICATE, base64' }),
});

/** Route by which an app gets the bytes that the chip of a document signs. */
export function chipChallengeRoutes(instance: FastifyInstance): void {
  const app = typed(instance);

  app.post(
    '/chip_challenge',
    {
      ...sdkOnly,
      schema: {
        tags: ['capture'],
        summary: 'Ask for a challenge that the chip of a document signs',
        description:
          'Good for one upload within 15 minutes, which sends the answer as `active` in the JSON of the chip.',
        response: { 200: Type.Object({ data: Challenge }) },
      },
    },
    async (request) => ({ data: await askChipChallenge(request.session.ctx, sdkApplicant(request)) }),
  );
}
