import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { isoSeconds } from '../../base/clock.ts';
import { stringEnum } from '../../base/json-schema.ts';
import { handIn, openStepUps } from '../../checks/reports/step-up.ts';
import { typed } from '../../http/typed.ts';
import { stepUpKinds } from '../../reports/records/report.ts';
import { DateTime, Id } from '../common/schemas.ts';
import { sdkApplicant, sdkOnly } from '../common/sdk-only.ts';

const tags = ['capture'];

const StepUps = Type.Object({
  data: Type.Array(
    Type.Object({
      report_id: Id,
      offers: Type.Array(stringEnum(stepUpKinds), {
        description: 'chip: the data of the chip as JSON; back: the other side; seal: a close-up of the signed barcode',
      }),
      expires_at: DateTime,
    }),
    { description: 'Reports that wait for more evidence before a reviewer is asked' },
  ),
});

/** Routes by which applicants hand in more evidence on a document before a reviewer is asked. */
export function stepUpRoutes(instance: FastifyInstance): void {
  const app = typed(instance);

  app.get(
    '/step_ups',
    {
      ...sdkOnly,
      schema: {
        tags,
        summary: 'List reports that wait for more evidence of the applicant',
        response: { 200: StepUps },
      },
    },
    async (request) => {
      const open = await openStepUps(request.session.ctx, sdkApplicant(request));
      return {
        data: open.map(({ report_id, offers, until }) => ({
          report_id,
          offers: [...offers],
          expires_at: isoSeconds(until),
        })),
      };
    },
  );

  app.post(
    '/step_ups/:id',
    {
      ...sdkOnly,
      schema: {
        tags,
        summary: 'Hand in a document, already uploaded, for a report that waits for it',
        params: Type.Object({ id: Type.String({ description: 'Id of the report' }) }),
        body: Type.Object({ document_id: Type.String() }),
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { session, params, body } = request;
      await handIn(session.ctx, sdkApplicant(request), params.id, body.document_id);
      return reply.code(204).send(null);
    },
  );
}
