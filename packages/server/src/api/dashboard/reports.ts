import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { isoSeconds } from '../../base/clock.ts';
import { problem } from '../../base/errors.ts';
import { recordAudit } from '../../core/audit/record.ts';
import { getCheck } from '../../core/checks/get.ts';
import { reportCrop } from '../../core/reports/crop.ts';
import { decideReport } from '../../core/reports/decide.ts';
import { openDoubts, suppressing } from '../../core/reports/decision.ts';
import { reviewedHits, waitingDecision } from '../../core/reports/hits.ts';
import { getReportAtWork } from '../../core/reports/list.ts';
import { assertUnclaimed, claimOf, giveBack } from '../../core/review/claims.ts';
import { facesBeside } from '../../core/review/faces.ts';
import { portraitBeside } from '../../core/review/portrait.ts';
import type { Services } from '../../core/services.ts';
import { sendFile } from '../../http/files.ts';
import { typed } from '../../http/typed.ts';
import { DateTime, Id, NullableString } from '../common/schemas.ts';
import { Proposal, presentProposal } from '../operator/proposals.ts';
import { DecisionBody, decisionOf } from '../operator/report-decision.ts';
import { KeptDecision, presentStanding } from '../operator/report-standing.ts';
import { Doubts, presentWhole, result, Whole } from '../operator/report-whole.ts';
import { ctxOf } from './gate.ts';
import { Faces, presentFaces } from './report-faces.ts';
import { ClaimedBy, PlacedParams, presentClaim } from './schemas.ts';

const Report = Type.Object(
  {
    ...Whole.properties,
    breakdown: Type.Unsafe<object>({ type: 'object', additionalProperties: true }),
    applicant: Type.Object(
      {
        ...{ first_name: Type.String(), middle_name: NullableString, last_name: Type.String(), dob: NullableString },
        address: Type.Unsafe<object | null>({ type: ['object', 'null'], additionalProperties: true }),
      },
      { description: 'As it was when the check was made. Personal data' },
    ),
    check: Type.Object({
      ...{ id: Id, status: Type.String(), result: NullableString, created_at: DateTime },
      tags: Type.Array(Type.String()),
    }),
    claimed_by: ClaimedBy,
    portrait: Type.Union([Type.Null(), Type.Object({ report_id: Id, part: Type.String() })], {
      description: 'Of a report that compares faces: the crop of the portrait that a document report found',
    }),
    faces: Faces,
  },
  { title: 'Report in review' },
);

/** One report: what was found, the pictures that show it, and the decision of a person. */
export function reportRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);

  app.get(
    '/accounts/:account/:environment/reports/:id',
    { config: { member: 'data.see' }, schema: { params: PlacedParams, response: { 200: Report } } },
    async (request) => {
      const ctx = ctxOf(services, request);
      const report = await getReportAtWork(ctx, request.params.id);
      const { check } = await getCheck(ctx, report.check_id);
      const hits = await reviewedHits(ctx, report);
      const proposal = await waitingDecision(ctx, report);
      await recordAudit(ctx, { action: 'report_opened', object_id: report.id });
      const { first_name, middle_name = null, last_name, dob, address } = check.applicant;
      const { id, status, result: found, tags, created_at } = check;
      return {
        ...presentWhole(report, ctx.environment, { hits, proposal, standing: await presentStanding(ctx, report) }),
        breakdown: { ...report.breakdown },
        applicant: { first_name, middle_name, last_name, dob, address: address && { ...address } },
        check: { id, status, result: found, tags: [...tags], created_at: isoSeconds(created_at) },
        claimed_by: presentClaim(await claimOf(ctx, report.id)),
        portrait: await portraitBeside(ctx, report),
        faces: presentFaces(facesBeside(ctx, report)),
      };
    },
  );

  app.get(
    '/accounts/:account/:environment/reports/:id/crops/:part',
    {
      config: { member: 'media.open' },
      schema: {
        description: 'A part of an uploaded picture as PNG. The audit records who opened it.',
        params: Type.Intersect([PlacedParams, Type.Object({ part: Type.String() })]),
      },
    },
    async (request, reply) => {
      const { id, part } = request.params;
      const body = await reportCrop(ctxOf(services, request), id, part);
      return sendFile(reply, { body, mediaType: 'image/png', fileName: `${part}_${id}.png` });
    },
  );

  app.post(
    '/accounts/:account/:environment/reports/:id/decide',
    {
      config: { member: 'report.decide' },
      schema: {
        description: 'Throws `claimed` while another member is at work on the report.',
        params: PlacedParams,
        body: DecisionBody,
        response: {
          200: Type.Object({ id: Id, check_id: Id, name: Type.String(), ...result, doubts: Doubts }),
          202: Type.Union([Proposal, KeptDecision]),
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const decision = decisionOf(request.body);
      if (suppressing(decision).length > 0 && !request.place.may('suppression.make')) throw problem('not_permitted');
      const ctx = ctxOf(services, request);
      await assertUnclaimed(ctx, id);
      const { report, proposal, waitsFor } = await decideReport(ctx, id, decision);
      if (waitsFor) {
        await giveBack(ctx, id);
        return reply.code(202).send({ id, waits_for: waitsFor });
      }
      if (proposal) return reply.code(202).send(presentProposal(proposal));
      if (openDoubts(report).length === 0) await giveBack(ctx, id);
      return reply.code(200).send({ ...report, doubts: openDoubts(report) });
    },
  );
}
