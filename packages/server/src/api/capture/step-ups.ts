import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { isoSeconds } from '../../base/clock.ts';
import { NullableString, nullableEnum, stringEnum } from '../../base/json-schema.ts';
import { declineStepUp, handIn, stepUpsOf } from '../../checks/reports/applicant-step-ups.ts';
import { typed } from '../../http/typed.ts';
import { symbolPlaces } from '../../reports/live/document/evidence/evidence.ts';
import { stepUpKinds } from '../../reports/records/report.ts';
import { DateTime, Id } from '../common/schemas.ts';
import { sdkApplicant, sdkOnly } from '../common/sdk-only.ts';

const tags = ['capture'];

const StepUps = Type.Object({
  data: Type.Array(
    Type.Object({
      report_id: Id,
      offers: Type.Array(stringEnum(stepUpKinds), {
        description:
          'credential: the same document in a wallet, by `GET /digital_credentials/request` with its type; chip: the data of the chip as JSON; ' +
          'back: the other side; seal: a close-up of the signed barcode',
      }),
      expires_at: DateTime,
      document: Type.Object(
        { type: Type.String(), issuing_country: NullableString },
        { description: 'Type and country of the uploaded document that needs the evidence' },
      ),
      symbol: nullableEnum(symbolPlaces, {
        description: 'The place of the signed barcode that was not read, for a close-up',
      }),
    }),
    { description: 'Reports that wait for more evidence before a reviewer is asked' },
  ),
  pending: Type.Boolean({
    description: 'True while a document is analysed. More evidence may be asked for afterwards, so ask again',
  }),
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
      const { open, pending } = await stepUpsOf(request.session.ctx, sdkApplicant(request));
      return {
        data: open.map(({ report_id, offers, until, document, symbol }) => ({
          report_id,
          offers: [...offers],
          expires_at: isoSeconds(until),
          document,
          symbol,
        })),
        pending,
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
        body: Type.Object({
          document_id: Type.String(),
          offer: Type.Optional(
            stringEnum(stepUpKinds, {
              description:
                'The offer that the document answers: `seal` for a close-up. Needed where several are offered',
            }),
          ),
        }),
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { session, params, body } = request;
      await handIn(session.ctx, sdkApplicant(request), params.id, {
        documentId: body.document_id,
        offer: body.offer,
      });
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/step_ups/:id/decline',
    {
      ...sdkOnly,
      schema: {
        tags,
        summary: 'Continue without more evidence: a reviewer is asked at once, or the report ends',
        params: Type.Object({ id: Type.String({ description: 'Id of the report' }) }),
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { session, params } = request;
      await declineStepUp(session.ctx, sdkApplicant(request), params.id);
      return reply.code(204).send(null);
    },
  );
}
