import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { recordAudit } from '../../audit/record.ts';
import { isoSeconds, isoSecondsOrNull, MINUTE_MS } from '../../base/clock.ts';
import { NullableString, nullableObject } from '../../base/json-schema.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { countQueue, hasChecks, listQueue } from '../../review/queue.ts';
import { countSecondLooks } from '../../review/second-look-queue.ts';
import { runsInReview, type WaitingRun } from '../../review/waiting-runs.ts';
import { DateTime, Id, Limit, Next, NullableDateTime } from '../common/schemas.ts';
import { ctxOf } from './gate.ts';
import { nameOf, PlaceParams } from './schemas.ts';
import { Filter, filterOf, presentWaiting, QueueCursor, Waiting } from './waiting-report.ts';

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

/** The queue of reports and of workflow runs that wait for a person. */
export function queueRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);

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
            mine: Type.Integer({ description: 'Reports that are assigned to the member' }),
            unassigned: Type.Integer({ description: 'Reports that are assigned to nobody' }),
            oldest_at: NullableDateTime,
            second_looks: Type.Integer({
              description: 'Decided reports that wait for a second look which the member may give, at most 100',
            }),
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
      if (request.query.tag !== undefined) request.place.require('data.see');
      const personal = request.place.may('data.see');
      const [{ waiting, next }, { total, byName, byDoubt, mine, unassigned, oldest }] = await Promise.all([
        listQueue(ctx, { ...filterOf(ctx, request.query), after, limit }),
        countQueue(ctx),
      ]);
      if (personal) await recordAudit(ctx, { action: 'reports_opened', object_id: ctx.account_id });
      const demo = services.settings.mode === 'development';
      const second_looks = await countSecondLooks(ctx);
      const first_steps = total === 0 && !(await hasChecks(ctx)) ? { demo } : null;
      const reports = waiting.map((report) => presentWaiting(report, personal));
      return {
        reports,
        next,
        total,
        by_report: byName,
        by_doubt: byDoubt,
        mine,
        unassigned,
        oldest_at: isoSecondsOrNull(oldest),
        second_looks,
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
}
