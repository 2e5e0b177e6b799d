import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { recordAudit } from '../../audit/record.ts';
import { stringEnum } from '../../base/json-schema.ts';
import { reportCrop } from '../../checks/reports/crop.ts';
import { reviewedHits, waitingDecision } from '../../checks/reports/hits.ts';
import { getReportAtWork, listReportsOfStatus } from '../../checks/reports/list.ts';
import { ctxHaving, ctxIn } from '../../context/ctx-of.ts';
import type { Services } from '../../context/services.ts';
import { sendFile } from '../../http/files.ts';
import { pageOf } from '../../http/pages.ts';
import { typed } from '../../http/typed.ts';
import { openDoubts } from '../../reports/records/decision.ts';
import { decideReport } from '../../review/decide.ts';
import { Id } from '../common/schemas.ts';
import { Proposal, presentProposal } from './proposals.ts';
import { DecisionBody, decisionOf } from './report-decision.ts';
import { KeptDecision, presentDecisionState } from './report-decision-state.ts';
import { Doubts, facts, presentFacts, presentWhole, result, Whole } from './report-whole.ts';
import { AccountParams, Environment, ObjectParams } from './schemas.ts';

const Status = stringEnum([
  ...(['awaiting_approval', 'awaiting_data', 'paused', 'complete', 'withdrawn', 'cancelled'] as const),
]);
/** Live reports: the findings of their analysers, and manual review. */
export function reportRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);

  app.get(
    '/accounts/:account/reports',
    {
      schema: {
        params: AccountParams,
        querystring: Type.Object({
          status: Type.Optional({ ...Status, default: 'awaiting_approval' }),
          environment: Type.Optional({ ...Environment, default: 'live' }),
          page: Type.Optional(Type.String({ description: 'Page number, from 1', default: '1' })),
          per_page: Type.Optional(Type.String({ description: 'Reports per page, at most 500', default: '20' })),
        }),
        response: { 200: Type.Object({ reports: Type.Array(Type.Object(facts, { title: 'Report' })) }) },
      },
    },
    async (request, reply) => {
      const { status = 'awaiting_approval', environment = 'live' } = request.query;
      const ctx = await ctxIn(services, request.principal, request.params.account, environment);
      const { reports, total } = await listReportsOfStatus(ctx, status, pageOf(request));
      await recordAudit(ctx, {
        action: 'reports_opened',
        object_id: ctx.account_id,
        details: { ids: reports.map(({ id }) => id) },
      });
      reply.header('x-total-count', String(total));
      return { reports: reports.map((report) => presentFacts(report, environment)) };
    },
  );

  app.get(
    '/accounts/:account/reports/:id',
    { schema: { params: ObjectParams, response: { 200: Whole } } },
    async (request) => {
      const { account, id } = request.params;
      const ctx = await ctxHaving(services, request.principal, account, 'Report', id);
      // It has data that was read from the document.
      const report = await getReportAtWork(ctx, id);
      const hits = await reviewedHits(ctx, report);
      await recordAudit(ctx, { action: 'report_opened', object_id: id });
      const proposal = await waitingDecision(ctx, report);
      return presentWhole(report, ctx.environment, {
        hits,
        proposal,
        decisionState: await presentDecisionState(ctx, report),
      });
    },
  );

  app.get(
    '/accounts/:account/reports/:id/crops/:part',
    {
      schema: {
        description: 'A part of an uploaded picture as PNG. The audit records who opened it.',
        params: Type.Intersect([ObjectParams, Type.Object({ part: Type.String() })]),
      },
    },
    async (request, reply) => {
      const { account, id, part } = request.params;
      const ctx = await ctxHaving(services, request.principal, account, 'Report', id);
      const body = await reportCrop(ctx, id, part);
      return sendFile(reply, { body, mediaType: 'image/png', fileName: `${part}_${id}.png` });
    },
  );

  app.post(
    '/accounts/:account/reports/:id/decide',
    {
      schema: {
        params: ObjectParams,
        body: DecisionBody,
        response: {
          200: Type.Object({ id: Id, check_id: Id, name: Type.String(), ...result, doubts: Doubts }),
          202: Type.Union([Proposal, KeptDecision]),
        },
      },
    },
    async (request, reply) => {
      const { account, id } = request.params;
      const decision = decisionOf(request.body);
      const ctx = await ctxHaving(services, request.principal, account, 'Report', id);
      const { report, proposal, waitsFor } = await decideReport(ctx, id, decision);
      if (waitsFor) return reply.code(202).send({ id, waits_for: waitsFor });
      if (proposal) return reply.code(202).send(presentProposal(proposal));
      return reply.code(200).send({ ...report, doubts: openDoubts(report) });
    },
  );
}
