import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { isoSeconds, isoSecondsOrNull } from '../../base/clock.ts';
import { stringEnum } from '../../base/json-schema.ts';
import { getAccount } from '../../context/account-facts.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { previewRetention, retentionKinds } from '../../insights/retention.ts';
import { DateTime, Id, NullableDateTime } from '../common/schemas.ts';

const Preview = Type.Object({
  account_id: Id,
  environment: Type.String(),
  kind: stringEnum(retentionKinds),
  days: Type.Integer({ description: 'Days of the setting, or of the request' }),
  before: DateTime,
  count: Type.Integer(),
  oldest: NullableDateTime,
  bytes: Type.Integer({ description: 'Bytes of files, or of sealed data' }),
});

/** Dry run of retention. */
export function retentionRoutes(instance: FastifyInstance, services: Services): void {
  typed(instance).get(
    '/retention',
    {
      schema: {
        querystring: Type.Object({
          account: Type.Optional(Id),
          days: Type.Optional(Type.Integer({ minimum: 1, maximum: 36_500 })),
        }),
        response: { 200: Type.Object({ previews: Type.Array(Preview) }) },
      },
    },
    async ({ query: { account, days } }) => {
      if (account !== undefined) await getAccount(services, account);
      const previews = await previewRetention(services, { account, days });
      return {
        previews: previews.map(({ n, before, oldest, ...preview }) => ({
          ...preview,
          before: isoSeconds(before),
          count: n,
          oldest: isoSecondsOrNull(oldest),
        })),
      };
    },
  );
}
