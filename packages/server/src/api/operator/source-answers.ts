import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { recordAudit } from '../../audit/record.ts';
import { isoSeconds, isoSecondsOrNull } from '../../base/clock.ts';
import { stringEnum } from '../../base/json-schema.ts';
import { ctxHaving } from '../../context/ctx-of.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { sourceKinds } from '../../reports/live/lookup.ts';
import { answersOfReport } from '../../sources/answers.ts';
import { DateTime, NullableDateTime } from '../common/schemas.ts';
import { ObjectParams } from './schemas.ts';

const Anything = Type.Unsafe<Record<string, unknown> | null>({
  type: ['object', 'null'],
  additionalProperties: true,
});

/** Answers of the sources that reports have asked. */
export function sourceAnswerRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);

  app.get(
    '/accounts/:account/reports/:id/source_answers',
    {
      schema: {
        description: 'Lists the questions that were sent to data providers for a report, oldest first.',
        params: ObjectParams,
        response: {
          200: Type.Object({
            source_answers: Type.Array(
              Type.Object(
                {
                  request_id: Type.String(),
                  source: Type.String(),
                  kind: stringEnum(sourceKinds),
                  asked_at: DateTime,
                  answered_at: NullableDateTime,
                  tries: Type.Integer(),
                  answer: Anything,
                },
                { title: 'Answer of a source' },
              ),
            ),
          }),
        },
      },
    },
    async (request) => {
      const { account, id } = request.params;
      const ctx = await ctxHaving(services, request.principal, account, 'Report', id);
      const answers = await answersOfReport(ctx, id);
      await recordAudit(ctx, { action: 'source_answers_opened', object_id: id });
      return {
        source_answers: answers.map(({ id: request_id, asked_at, answered_at, answer, ...rest }) => ({
          request_id,
          ...rest,
          answer: answer && { ...answer },
          asked_at: isoSeconds(asked_at),
          answered_at: isoSecondsOrNull(answered_at),
        })),
      };
    },
  );
}
