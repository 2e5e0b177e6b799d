import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import type { Ctx } from '../../context/ctx.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { assertUnclaimed, claimReport, giveBack, takeNext } from '../../review/claims.ts';
import { referReport } from '../../review/dual-control/refer.ts';
import { waitingReport } from '../../review/queue.ts';
import { Empty, Id } from '../common/schemas.ts';
import { written } from '../operator/schemas.ts';
import { ctxOf } from './gate.ts';
import { PlacedParams, PlaceParams } from './schemas.ts';
import { Filter, filterOf, presentWaiting, QueueCursor, Waiting } from './waiting-report.ts';

const REFERRAL_LENGTH = 2000;

/** Reports that a request for the next one may leave out. */
const MOST_EXCEPT = 100;

/** Schema of the reports that a request for the next one leaves out. */
export const Except = Type.Optional(
  Type.Array(Id, {
    maxItems: MOST_EXCEPT,
    description: 'Reports to leave out because their decisions can still be undone in the requesting page',
  }),
);

/** Claims: who works on which report that waits, and who hands a report on. */
export function claimRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);
  const present = async (ctx: Ctx, id: string) => presentWaiting(await waitingReport(ctx, id), true);

  app.post(
    '/accounts/:account/:environment/queue/take',
    {
      config: { member: 'report.decide' },
      schema: {
        description:
          'Claims the first report of the queue for 15 minutes: one that is assigned to the member, else one of nobody. Answers 204 without either.',
        params: PlaceParams,
        body: Type.Object({
          ...Filter,
          applicant: Type.Optional({ ...Id, description: 'Applicant of the reports; absent: any' }),
          after: QueueCursor,
          except: Except,
        }),
        response: { 200: Waiting, 204: Empty },
      },
    },
    async (request, reply) => {
      const ctx = ctxOf(services, request);
      const { after, applicant, except } = request.body;
      const id = await takeNext(ctx, { ...filterOf(ctx, request.body), applicant, after }, new Set(except));
      if (id === undefined) return reply.code(204).send();
      return reply.code(200).send(await present(ctx, id));
    },
  );

  app.post(
    '/accounts/:account/:environment/reports/:id/claim',
    { config: { member: 'report.decide' }, schema: { params: PlacedParams, response: { 200: Waiting } } },
    async (request) => {
      const ctx = ctxOf(services, request);
      await claimReport(ctx, request.params.id);
      return present(ctx, request.params.id);
    },
  );

  app.delete(
    '/accounts/:account/:environment/reports/:id/claim',
    { config: { member: 'report.decide' }, schema: { params: PlacedParams, response: { 204: Empty } } },
    async (request, reply) => {
      await giveBack(ctxOf(services, request), request.params.id);
      return reply.code(204).send();
    },
  );

  app.post(
    '/accounts/:account/:environment/reports/:id/refer',
    {
      config: { member: 'report.decide' },
      schema: {
        description:
          'Passes a report on for a second opinion and releases it. The member does not get this report as the next one.',
        params: PlacedParams,
        body: Type.Object({ note: Type.String({ minLength: 1, maxLength: REFERRAL_LENGTH, description: 'Reason' }) }),
        response: { 204: Empty },
      },
    },
    async (request, reply) => {
      const ctx = ctxOf(services, request);
      const { id } = request.params;
      await assertUnclaimed(ctx, id);
      await referReport(ctx, id, written(request.body.note));
      return reply.code(204).send();
    },
  );
}
