import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { notFound } from '../../base/errors.ts';
import { repeatAttemptsAnswer } from '../../sandbox/index.ts';
import { typed } from './route.ts';
import { stringEnum } from './schemas.ts';
import type { Behaviour } from './versions.ts';

const Match = stringEnum(['match', 'mismatch']);

const RepeatAttempts = Type.Object({
  report_id: Type.String(),
  repeat_attempts: Type.Array(
    Type.Object({
      report_id: Type.String(),
      applicant_id: Type.String(),
      date_of_birth: Match,
      names: Match,
      result: stringEnum(['clear', 'consider']),
      created_at: Type.String(),
      completed_at: Type.String(),
    }),
  ),
  attempts_count: Type.Integer(),
  attempts_clear_rate: Type.Number(),
  unique_mismatches_count: Type.Integer(),
});

/** `GET /v3.6/repeat_attempts/{keyword}`: what the sandbox answers to a keyword. No report has attempts yet. */
export function repeatAttemptRoutes(instance: FastifyInstance, version: Behaviour): void {
  if (version.generation !== '3.6') return;
  typed(instance).get(
    '/repeat_attempts/:report_id',
    {
      schema: {
        tags: ['reports'],
        summary: 'Retrieve repeat attempts',
        description: 'In sandbox, `match`, `mismatch`, `empty` or `error` in the place of the id asks for that answer.',
        params: Type.Object({ report_id: Type.String() }),
        response: { 200: RepeatAttempts },
      },
    },
    async ({ session, params }) => {
      const answer = session.ctx.sandbox ? repeatAttemptsAnswer(params.report_id) : undefined;
      if (!answer) throw notFound('Report', params.report_id);
      return answer;
    },
  );
}
