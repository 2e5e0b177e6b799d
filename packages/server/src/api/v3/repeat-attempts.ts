import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import type { Version } from '../../base/versions.ts';
import { typed } from '../../http/typed.ts';
import { answerRepeatAttempts, RepeatAttempts, repeatAttemptsDescription } from '../common/repeat-attempts.ts';

/** `GET /{v}/repeat_attempts/{report_id}`: other attempts with the document of a report. */
export function repeatAttemptRoutes(instance: FastifyInstance, version: Version): void {
  if (!version.repeatAttempts) return;
  typed(instance).get(
    '/repeat_attempts/:report_id',
    {
      schema: {
        tags: ['reports'],
        summary: 'Retrieve repeat attempts',
        description: repeatAttemptsDescription,
        params: Type.Object({ report_id: Type.String() }),
        response: { 200: RepeatAttempts },
      },
    },
    ({ session, params }) => answerRepeatAttempts(session.ctx, params.report_id),
  );
}
