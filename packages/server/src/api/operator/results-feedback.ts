import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { recordAudit } from '../../audit/record.ts';
import { isoSeconds } from '../../base/clock.ts';
import { NullableString } from '../../base/json-schema.ts';
import type { Feedback } from '../../checks/results-feedback/feedback.ts';
import { pageOfFeedback } from '../../checks/results-feedback/list.ts';
import { ctxIn } from '../../context/ctx-of.ts';
import type { Services } from '../../context/services.ts';
import { pageOf } from '../../http/pages.ts';
import { typed } from '../../http/typed.ts';
import { DateTime, Id } from '../common/schemas.ts';
import { AccountParams, Environment } from './schemas.ts';

const FeedbackBody = Type.Object(
  {
    id: Id,
    applicant_id: Id,
    check_id: Id,
    report_id: NullableString,
    expected_result: NullableString,
    feedback_notes: NullableString,
    created_at: DateTime,
  },
  { title: 'Results feedback' },
);

const presentFeedback = ({ notes, created_at, ...feedback }: Feedback) => ({
  ...feedback,
  feedback_notes: notes,
  created_at: isoSeconds(created_at),
});

/** Clients' feedback on results. */
export function resultsFeedbackRoutes(instance: FastifyInstance, services: Services): void {
  typed(instance).get(
    '/accounts/:account/results_feedback',
    {
      schema: {
        params: AccountParams,
        querystring: Type.Object({
          environment: Type.Optional({ ...Environment, default: 'live' }),
          page: Type.Optional(Type.String({ description: 'Page number, from 1', default: '1' })),
          per_page: Type.Optional(Type.String({ description: 'Entries per page, at most 500', default: '20' })),
        }),
        response: { 200: Type.Object({ results_feedback: Type.Array(FeedbackBody) }) },
      },
    },
    async (request, reply) => {
      const { environment = 'live' } = request.query;
      const ctx = await ctxIn(services, request.principal, request.params.account, environment);
      const { feedback, total } = await pageOfFeedback(ctx, pageOf(request));
      // Notes may name people.
      await recordAudit(ctx, {
        action: 'results_feedback_opened',
        object_id: ctx.account_id,
        details: { ids: feedback.map(({ id }) => id) },
      });
      reply.header('x-total-count', String(total));
      return { results_feedback: feedback.map(presentFeedback) };
    },
  );
}
