import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { isoSeconds, isoSecondsOrNull } from '../../base/clock.ts';
import { NullableString } from '../../base/json-schema.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { noticesOf } from '../../members/notices.ts';
import { DateTime, Id, NullableDateTime } from '../common/schemas.ts';

/** Mails to a member about how they sign in, and about the accounts that they administrate. */
export function noticeRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);

  app.get(
    '/notices',
    {
      config: { member: 'signed_in' },
      schema: {
        description:
          'The newest 20 mails to the member about how they sign in and about accounts that they administrate, of the last 90 days.',
        response: {
          200: Type.Object({
            notices: Type.Array(
              Type.Object({
                id: Id,
                subject: Type.String(),
                device: { ...NullableString, description: 'Browser of the change; null for mail about an account' },
                address: {
                  ...NullableString,
                  description: 'Network address of the change; null for mail about an account',
                },
                created_at: DateTime,
                sent_at: { ...NullableDateTime, description: 'Time at which a mail server accepted it; null before' },
              }),
            ),
          }),
        },
      },
    },
    async ({ signedIn }) => ({
      notices: (await noticesOf(services, signedIn.member.id)).map(({ created_at, sent_at, ...rest }) => ({
        ...rest,
        created_at: isoSeconds(created_at),
        sent_at: isoSecondsOrNull(sent_at),
      })),
    }),
  );
}
