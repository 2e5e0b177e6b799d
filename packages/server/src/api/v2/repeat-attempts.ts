import type { FastifyInstance, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { typed } from '../../http/typed.ts';
import { answerRepeatAttempts, RepeatAttempts, repeatAttemptsDescription } from '../common/repeat-attempts.ts';

/** `/v2/repeat_attempts/{report_id}`: other attempts with the document of a report; POST as published, or GET as in v3. */
export function repeatAttemptRoutes(instance: FastifyInstance): void {
  const app = typed(instance);
  const schema = {
    tags: ['reports'],
    summary: 'Retrieve repeat attempts',
    description: repeatAttemptsDescription,
    params: Type.Object({ report_id: Type.String() }),
    response: { 200: RepeatAttempts },
  };
  const answer = ({ session, params }: FastifyRequest) =>
    answerRepeatAttempts(session.ctx, (params as { report_id: string }).report_id);
  app.post('/repeat_attempts/:report_id', { schema }, answer);
  app.get('/repeat_attempts/:report_id', { schema }, answer);
}
