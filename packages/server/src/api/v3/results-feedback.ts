import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { NullableString, nullableEnum } from '../../base/json-schema.ts';
import type { Version } from '../../base/versions.ts';
import { giveFeedback } from '../../checks/results-feedback/give.ts';
import { typed } from '../../http/typed.ts';

const NOTES_LENGTH = 5000;

const Feedback = Type.Object(
  {
    expected_result: Type.Optional(nullableEnum(['clear', 'consider'])),
    check_id: Type.Optional(NullableString),
    report_id: Type.Optional(NullableString),
    feedback_notes: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: NOTES_LENGTH })),
  },
  { title: 'ResultsFeedback' },
);

/** `POST /{v}/results_feedback`: which result a client expected of a check or a report. */
export function resultsFeedbackRoutes(instance: FastifyInstance, version: Version): void {
  if (!version.resultsFeedback) return;
  typed(instance).post(
    '/results_feedback',
    {
      schema: {
        tags: ['checks'],
        summary: 'Give feedback on a result',
        description:
          'Names one check or one report, and the result that was expected, notes, or both. Operators read it; no result changes.',
        body: Feedback,
        response: { 200: Feedback },
      },
    },
    async ({ session, body }) => {
      const { expected_result = null, check_id = null, report_id = null, feedback_notes = null } = body;
      await giveFeedback(session.ctx, { expected_result, check_id, report_id, notes: feedback_notes || null });
      return body;
    },
  );
}
