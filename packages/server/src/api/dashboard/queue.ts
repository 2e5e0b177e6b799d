import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { isoSeconds, isoSecondsOrNull } from '../../base/clock.ts';
import { recordAudit } from '../../core/audit/record.ts';
import type { Ctx } from '../../core/ctx.ts';
import { referReport } from '../../core/double-review/refer.ts';
import { openDoubts } from '../../core/reports/decision.ts';
import { assertUnclaimed, claimReport, giveBack, takeNext } from '../../core/review/claims.ts';
import { countQueue, listQueue, type WaitingReport, waitingReport } from '../../core/review/queue.ts';
import type { Services } from '../../core/services.ts';
import { typed } from '../../http/typed.ts';
import { DateTime, Empty, Id, NullableDateTime, NullableString } from '../common/schemas.ts';
import { Needs } from '../operator/report-standing.ts';
import { written } from '../operator/schemas.ts';
import { ctxOf } from './gate.ts';
import { ClaimedBy, Cursor, Limit, Next, nameOf, PlacedParams, PlaceParams, presentClaim } from './schemas.ts';

const Waiting = Type.Object(
  {
    ...{ id: Id, check_id: Id, applicant_id: Id, applicant_name: NullableString, name: Type.String() },
    created_at: DateTime,
    doubts: Type.Array(Type.String(), { description: 'Paths of the leaves that wait for a person' }),
    failed: Type.Boolean({ description: 'Analysers gave up on it' }),
    claimed_by: ClaimedBy,
    needs: Needs,
    yours: Type.Boolean({ description: 'Whether this member has decided it or handed it on: another one is next' }),
  },
  { title: 'Waiting report' },
);

const Name = Type.Optional(Type.String({ maxLength: 100, description: 'Of reports; absent: any' }));

const present = ({ report, applicant, claim, standing }: WaitingReport, personal: boolean) => ({
  ...{ id: report.id, check_id: report.check_id, applicant_id: report.applicant_id, name: report.name },
  applicant_name: personal ? nameOf(applicant) : null,
  created_at: isoSeconds(report.created_at),
  doubts: openDoubts(report),
  failed: report.failure !== undefined,
  claimed_by: presentClaim(claim),
  needs: standing.needs,
  yours: standing.decided || standing.referred,
});

const REFERRAL_LENGTH = 2000;

/** The queue of reports that wait for a person, and who works on which. */
export function queueRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);
  const one = async (ctx: Ctx, id: string) => present(await waitingReport(ctx, id), true);

  app.get(
    '/accounts/:account/:environment/queue',
    {
      config: { member: 'states.see' },
      schema: {
        params: PlaceParams,
        querystring: Type.Object({ report: Name, cursor: Cursor, limit: Limit }),
        response: {
          200: Type.Object({
            reports: Type.Array(Waiting),
            next: Next,
            total: Type.Integer(),
            by_report: Type.Record(Type.String(), Type.Integer()),
            oldest_at: NullableDateTime,
          }),
        },
      },
    },
    async (request) => {
      const ctx = ctxOf(services, request);
      const { report: name, cursor: after, limit = 50 } = request.query;
      const personal = request.place.may('data.see');
      const [{ waiting, next }, { total, byName, oldest }] = await Promise.all([
        listQueue(ctx, { name, after, limit }),
        countQueue(ctx),
      ]);
      if (personal) await recordAudit(ctx, { action: 'reports_opened', object_id: ctx.account_id });
      const reports = waiting.map((report) => present(report, personal));
      return { reports, next, total, by_report: byName, oldest_at: isoSecondsOrNull(oldest) };
    },
  );

  app.post(
    '/accounts/:account/:environment/queue/take',
    {
      config: { member: 'report.decide' },
      schema: {
        description: 'Claims the report that has waited longest for 15 minutes; 204 where none is left.',
        params: PlaceParams,
        body: Type.Object({ report: Name, after: Cursor }),
        response: { 200: Waiting, 204: Empty },
      },
    },
    async (request, reply) => {
      const ctx = ctxOf(services, request);
      const { report: name, after } = request.body;
      const id = await takeNext(ctx, { name, after });
      if (id === undefined) return reply.code(204).send();
      return reply.code(200).send(await one(ctx, id));
    },
  );

  app.post(
    '/accounts/:account/:environment/reports/:id/claim',
    { config: { member: 'report.decide' }, schema: { params: PlacedParams, response: { 200: Waiting } } },
    async (request) => {
      const ctx = ctxOf(services, request);
      await claimReport(ctx, request.params.id);
      return one(ctx, request.params.id);
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
          'Hands a report on for a second opinion, and gives it back. Its member does not get it as the next.',
        params: PlacedParams,
        body: Type.Object({ note: Type.String({ minLength: 1, maxLength: REFERRAL_LENGTH, description: 'Why' }) }),
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
