import type { FastifyInstance } from 'fastify';
import Type, { type Static } from 'typebox';
import { recordAudit } from '../../audit/record.ts';
import { isoSeconds, isoSecondsOrNull, MINUTE_MS } from '../../base/clock.ts';
import { NullableString, nullableObject, stringEnum } from '../../base/json-schema.ts';
import { doubtKinds, doubtOf, rankedDoubts } from '../../checks/waiting/doubts.ts';
import { queueOrders } from '../../checks/waiting/waiting.ts';
import type { Ctx } from '../../context/ctx.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { assertUnclaimed, claimReport, giveBack, takeNext } from '../../review/claims.ts';
import { referReport } from '../../review/dual-control/refer.ts';
import { countQueue, hasChecks, listQueue, type WaitingReport, waitingReport } from '../../review/queue.ts';
import { runsInReview, type WaitingRun } from '../../review/waiting-runs.ts';
import { DateTime, Empty, Id, Next, NullableDateTime } from '../common/schemas.ts';
import { Needs } from '../operator/report-standing.ts';
import { written } from '../operator/schemas.ts';
import { ctxOf } from './gate.ts';
import { ClaimedBy, Limit, nameOf, PlacedParams, PlaceParams, presentClaim } from './schemas.ts';

const Waiting = Type.Object(
  {
    id: Id,
    check_id: Id,
    applicant_id: Id,
    applicant_name: NullableString,
    name: Type.String(),
    created_at: DateTime,
    doubts: Type.Array(Type.String(), {
      description: 'Paths of the leaves that wait for a reviewer, the gravest first',
    }),
    doubt: stringEnum(doubtKinds, { description: 'Kind of the gravest finding' }),
    due_at: { ...DateTime, description: 'Due time of the review, the sort key of the order `due`' },
    failed: Type.Boolean({ description: 'True if the analysis failed' }),
    claimed_by: ClaimedBy,
    needs: Needs,
    yours: Type.Boolean({
      description: 'True if this member has decided it or passed it on, so that another member is next',
    }),
  },
  { title: 'Waiting report' },
);

/** Filter and order of reports in a query and in a body. */
const Filter = {
  report: Type.Optional(Type.String({ maxLength: 100, description: 'Name of reports; absent: any' })),
  doubt: Type.Optional(stringEnum(doubtKinds, { description: 'Kind of doubt; absent: any' })),
  waited: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 525_600, description: 'Minimum waiting time in minutes; absent: any' }),
  ),
  order: Type.Optional(stringEnum(queueOrders, { default: 'oldest', description: 'Sort order; `due` is by priority' })),
};

const QueueCursor = Type.Optional(
  Type.String({
    pattern: '^(\\d{1,15}_)?[0-9a-f-]{36}$',
    description: '`next` of the previous page in the same order',
  }),
);

const WaitingRunFacts = Type.Object(
  {
    id: Id,
    applicant_id: Id,
    applicant_name: NullableString,
    workflow_name: Type.String(),
    created_at: DateTime,
    waits_since: DateTime,
    due_at: { ...DateTime, description: 'Due time of the answer' },
  },
  { title: 'Waiting workflow run' },
);

const presentRun = ({ run, applicant, since, due }: WaitingRun, personal: boolean) => ({
  id: run.id,
  applicant_id: run.applicant_id,
  workflow_name: run.workflow.name,
  applicant_name: personal ? nameOf(applicant) : null,
  created_at: isoSeconds(run.created_at),
  waits_since: isoSeconds(since),
  due_at: isoSeconds(due),
});

const filterOf = ({ report, doubt, waited, order }: Static<ReturnType<typeof Type.Object<typeof Filter>>>) => ({
  name: report,
  doubt,
  order,
  waited: waited === undefined ? undefined : waited * MINUTE_MS,
});

const presentWaiting = ({ report, applicant, claim, decisionState }: WaitingReport, personal: boolean) => ({
  id: report.id,
  check_id: report.check_id,
  applicant_id: report.applicant_id,
  name: report.name,
  applicant_name: personal ? nameOf(applicant) : null,
  created_at: isoSeconds(report.created_at),
  doubts: rankedDoubts(report),
  doubt: doubtOf(report),
  due_at: isoSeconds(report.due_at ?? report.created_at),
  failed: report.failure !== undefined,
  claimed_by: presentClaim(claim),
  needs: decisionState.needs,
  yours: decisionState.decided || decisionState.referred,
});

const REFERRAL_LENGTH = 2000;

/** Reports that a request for the next one may leave out. */
const MOST_EXCEPT = 100;

/** The queue of reports that wait for a person, and who works on which. */
export function queueRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);
  const one = async (ctx: Ctx, id: string) => presentWaiting(await waitingReport(ctx, id), true);

  app.get(
    '/accounts/:account/:environment/queue',
    {
      config: { member: 'states.see' },
      schema: {
        params: PlaceParams,
        querystring: Type.Object({ ...Filter, cursor: QueueCursor, limit: Limit }),
        response: {
          200: Type.Object({
            reports: Type.Array(Waiting),
            next: Next,
            total: Type.Integer(),
            by_report: Type.Record(Type.String(), Type.Integer()),
            by_doubt: Type.Record(Type.String(), Type.Integer()),
            oldest_at: NullableDateTime,
            first_steps: {
              ...nullableObject(
                Type.Object({
                  demo: Type.Boolean({ description: 'True if the service may be filled with made-up checks' }),
                }),
              ),
              description: 'Offer that the page shows instead of a queue while the environment has no checks',
            },
          }),
        },
      },
    },
    async (request) => {
      const ctx = ctxOf(services, request);
      const { cursor: after, limit = 50 } = request.query;
      const personal = request.place.may('data.see');
      const [{ waiting, next }, { total, byName, byDoubt, oldest }] = await Promise.all([
        listQueue(ctx, { ...filterOf(request.query), after, limit }),
        countQueue(ctx),
      ]);
      if (personal) await recordAudit(ctx, { action: 'reports_opened', object_id: ctx.account_id });
      const demo = services.settings.mode === 'development';
      const first_steps = total === 0 && !(await hasChecks(ctx)) ? { demo } : null;
      const reports = waiting.map((report) => presentWaiting(report, personal));
      return {
        reports,
        next,
        total,
        by_report: byName,
        by_doubt: byDoubt,
        oldest_at: isoSecondsOrNull(oldest),
        first_steps,
      };
    },
  );

  app.get(
    '/accounts/:account/:environment/queue/workflow_runs',
    {
      config: { member: 'states.see' },
      schema: {
        description: 'Lists workflow runs that wait for the answer of a member, by due time',
        params: PlaceParams,
        querystring: Type.Object({
          waited: Filter.waited,
          cursor: Type.Optional(
            Type.String({ pattern: '^\\d{1,15}_[0-9a-f-]{36}$', description: '`next` of the previous page' }),
          ),
          limit: Limit,
        }),
        response: {
          200: Type.Object({ workflow_runs: Type.Array(WaitingRunFacts), next: Next, total: Type.Integer() }),
        },
      },
    },
    async (request) => {
      const ctx = ctxOf(services, request);
      const { waited = 0, cursor: after, limit = 50 } = request.query;
      const personal = request.place.may('data.see');
      const { waiting, next, total } = await runsInReview(ctx, { waited: waited * MINUTE_MS, after, limit });
      if (personal && waiting.length > 0) {
        await recordAudit(ctx, { action: 'workflow_runs_opened', object_id: ctx.account_id });
      }
      return { workflow_runs: waiting.map((run) => presentRun(run, personal)), next, total };
    },
  );

  app.post(
    '/accounts/:account/:environment/queue/take',
    {
      config: { member: 'report.decide' },
      schema: {
        description: 'Claims the first report of the queue for 15 minutes. Answers 204 if the queue is empty.',
        params: PlaceParams,
        body: Type.Object({
          ...Filter,
          after: QueueCursor,
          except: Type.Optional(
            Type.Array(Id, {
              maxItems: MOST_EXCEPT,
              description: 'Reports to leave out because their decisions can still be undone in the requesting page',
            }),
          ),
        }),
        response: { 200: Waiting, 204: Empty },
      },
    },
    async (request, reply) => {
      const ctx = ctxOf(services, request);
      const { after, except } = request.body;
      const id = await takeNext(ctx, { ...filterOf(request.body), after }, new Set(except));
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
