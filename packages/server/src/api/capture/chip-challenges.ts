import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { typed } from '../../http/typed.ts';
import { askChipChallenge, dataGroup14In } from '../../media/challenge.ts';
import { Id } from '../common/schemas.ts';
import { sdkApplicant, sdkOnly } from '../common/sdk-only.ts';

const Challenge = Type.Object({
  id: Id,
  challenge: Type.String({ description: '8 random bytes for INTERNAL AUTHENTICATE, base64' }),
  chip_authentication: Type.Union([
    Type.Object({
      commands: Type.Array(Type.String(), {
        description: 'Command APDUs, base64. Send them in this order in the session with the chip.',
      }),
      proof: Type.String({
        description:
          'Command APDU, base64. After all `commands`, send it without secure messaging. Upload the whole response APDU.',
      }),
    }),
    Type.Null({ description: 'Null without `dg14`, and for chips that offer no chip authentication' }),
  ]),
});

const Asking = Type.Unsafe<unknown>({
  description:
    'Optional: `{ "dg14": … }`, data group 14 as numbers from -128 to 255 or as base64, for chip authentication',
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
          'Good for one upload within 15 minutes, which sends the answers as `active` in the JSON of the chip. With `dg14`, the answer has the commands of chip authentication, too.',
        body: Asking,
        response: { 200: Type.Object({ data: Challenge }) },
      },
    },
    async (request) => ({
      data: await askChipChallenge(request.session.ctx, sdkApplicant(request), dataGroup14In(request.body)),
    }),
  );
}
