import type { FastifyInstance, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { recordAudit } from '../../audit/record.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { monitorsByAge } from '../../monitors/list.ts';
import { sweepProgress } from '../../monitors/progress.ts';
import { confirmProposal, refuseProposal, withdrawProposal } from '../../review/proposals/judge.ts';
import { getProposal, waitingProposals } from '../../review/proposals/list.ts';
import { refuseHiddenProposal, refuseHiddenSuppression } from '../../review/second-looks/refuse.ts';
import { suppressionsByAge } from '../../review/suppressions/list.ts';
import { revokeSuppression } from '../../review/suppressions/request.ts';
import { Cursor, Limit, Next } from '../common/schemas.ts';
import { MonitorBody, Progress, presentMonitor } from '../operator/monitors.ts';
import { Proposal, presentProposal } from '../operator/proposals.ts';
import { presentSuppression, SuppressionBody } from '../operator/suppressions.ts';
import { ctxOf } from './gate.ts';
import { Note, PlacedParams, PlaceParams } from './schemas.ts';

const Paging = Type.Object({ cursor: Cursor, limit: Limit });
/** Newest first: where the query of a list begins, and how many rows it takes. */
const pageOf = ({ cursor, limit = 50 }: Type.Static<typeof Paging>) => ({ after: cursor, limit });

/** Suppressed watchlist hits, proposals that wait for a second person, and monitored applicants. */
export function screeningRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);

  app.get(
    '/accounts/:account/:environment/suppressions',
    {
      config: { member: 'data.see' },
      schema: {
        params: PlaceParams,
        querystring: Paging,
        response: { 200: Type.Object({ suppressions: Type.Array(SuppressionBody), next: Next }) },
      },
    },
    async (request) => {
      const ctx = ctxOf(services, request);
      const { suppressions, next } = await suppressionsByAge(ctx, pageOf(request.query));
      await recordAudit(ctx, { action: 'suppressions_opened', object_id: ctx.account_id });
      return { suppressions: suppressions.map(presentSuppression), next };
    },
  );

  app.post(
    '/accounts/:account/:environment/suppressions/:id/revoke',
    {
      config: { member: 'suppression.make' },
      schema: {
        description:
          'Ends a suppression, so that the hit is back in the next report. Answers 202 if a second person must confirm it.',
        params: PlacedParams,
        response: { 200: SuppressionBody, 202: Proposal },
      },
    },
    async (request, reply) => {
      const ctx = ctxOf(services, request);
      await refuseHiddenSuppression(ctx, request.params.id);
      const suppression = await revokeSuppression(ctx, request.params.id);
      if ('proposal' in suppression) return reply.code(202).send(presentProposal(suppression.proposal));
      return reply.code(200).send(presentSuppression(suppression.suppression));
    },
  );

  app.get(
    '/accounts/:account/:environment/monitors',
    {
      config: { member: 'states.see' },
      schema: {
        params: PlaceParams,
        querystring: Paging,
        response: { 200: Type.Object({ progress: Progress, monitors: Type.Array(MonitorBody), next: Next }) },
      },
    },
    async (request) => {
      const ctx = ctxOf(services, request);
      const { monitors, next } = await monitorsByAge(ctx, pageOf(request.query));
      return { progress: await sweepProgress(ctx), monitors: monitors.map(presentMonitor), next };
    },
  );

  app.get(
    '/accounts/:account/:environment/proposals',
    {
      config: { member: 'data.see' },
      schema: {
        description: 'Lists proposals that need a second person.',
        params: PlaceParams,
        querystring: Paging,
        response: { 200: Type.Object({ proposals: Type.Array(Proposal), next: Next }) },
      },
    },
    async (request) => {
      const ctx = ctxOf(services, request);
      const { proposals, next } = await waitingProposals(ctx, pageOf(request.query));
      await recordAudit(ctx, { action: 'proposals_opened', object_id: ctx.account_id });
      return { proposals: proposals.map(presentProposal), next };
    },
  );

  app.post(
    '/accounts/:account/:environment/proposals/:id/withdraw',
    {
      config: { member: 'report.decide' },
      schema: {
        description: 'Withdraws a proposal of the member, which then has no effect.',
        params: PlacedParams,
        body: Type.Object({}),
        response: { 200: Proposal },
      },
    },
    async (request) => {
      const ctx = ctxOf(services, request);
      await refuseHiddenProposal(ctx, request.params.id);
      return presentProposal(await withdrawProposal(ctx, request.params.id));
    },
  );

  app.post(
    '/accounts/:account/:environment/proposals/:id/confirm',
    {
      config: { member: 'report.decide' },
      schema: {
        description: 'Confirms a proposal of another member, which takes effect at once.',
        params: PlacedParams,
        body: Type.Object({}),
        response: { 200: Proposal },
      },
    },
    async (request) => {
      const { ctx, id } = await judgedProposal(request);
      return presentProposal(await confirmProposal(ctx, id));
    },
  );

  app.post(
    '/accounts/:account/:environment/proposals/:id/refuse',
    {
      config: { member: 'report.decide' },
      schema: {
        description: 'Refuses a proposal of another member, which then has no effect.',
        params: PlacedParams,
        body: Type.Object({ note: Note }),
        response: { 200: Proposal },
      },
    },
    async (request) => {
      const { ctx, id } = await judgedProposal(request);
      return presentProposal(await refuseProposal(ctx, id, request.body.note));
    },
  );

  /** The proposal that a member judges. Throws `not_permitted` for a member who could not have made it. */
  async function judgedProposal(request: FastifyRequest) {
    const ctx = ctxOf(services, request);
    const { id } = request.params as { id: string };
    await refuseHiddenProposal(ctx, id);
    const { action } = await getProposal(ctx, id);
    // A relaxation changes a setting of the account.
    if (action.kind === 'relaxation') request.place.require('settings.change');
    if (action.kind === 'publication') request.place.require('workflow.publish');
    if (action.kind === 'overturn') request.place.require('report.overturn');
    return { ctx, id };
  }
}
