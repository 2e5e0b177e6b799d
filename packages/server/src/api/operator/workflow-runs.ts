import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { recordAudit } from '../../audit/record.ts';
import { isoSeconds } from '../../base/clock.ts';
import { NullableString, nullableObject, stringEnum } from '../../base/json-schema.ts';
import { ctxHaving, ctxIn } from '../../context/ctx-of.ts';
import type { Services } from '../../context/services.ts';
import { pageOf } from '../../http/pages.ts';
import { typed } from '../../http/typed.ts';
import { getRun, listRuns, listTasksOf, runStatuses } from '../../workflows/runs/get.ts';
import { awaitedOf, hasEnded, type Run, stateOf, type Task } from '../../workflows/runs/run.ts';
import { DateTime, Id, NullableDateTime } from '../common/schemas.ts';
import { AccountParams, Environment, ObjectParams } from './schemas.ts';

/** An entry of a list: nothing in it can name a person. */
const facts = {
  id: Id,
  applicant_id: Id,
  environment: Type.String(),
  workflow_id: Id,
  workflow_version_id: Type.Integer(),
  workflow_name: Type.String(),
  status: Type.String(),
  waits_for_member: Type.Boolean({
    description: 'True if the status is `review` because a member still has to answer',
  }),
  check_id: NullableString,
  created_at: DateTime,
  updated_at: DateTime,
  expires_at: Type.Unsafe<string | null>({
    ...NullableDateTime,
    description: 'Time at which the run is abandoned unless it ends before; null once it has ended',
  }),
};

export const RunFacts = Type.Object(facts, { title: 'Workflow run' });

export const WholeRun = Type.Object(
  {
    ...facts,
    reasons: Type.Array(Type.String()),
    error: nullableObject(Type.Object({ type: Type.String(), message: Type.String() })),
    output: Type.Unsafe<Record<string, unknown> | null>({ type: ['object', 'null'], additionalProperties: true }),
    tags: Type.Array(Type.String()),
    customer_user_id: Type.String(),
    tasks: Type.Array(
      Type.Object({
        id: Type.String(),
        task_def_id: Type.String(),
        completed_by: stringEnum(['applicant', 'client', 'member', 'service'] as const),
        created_at: DateTime,
        completed_at: NullableDateTime,
      }),
    ),
  },
  { title: 'Workflow run with its tasks' },
);

export function presentRunFacts(run: Run, environment: string) {
  return {
    id: run.id,
    applicant_id: run.applicant_id,
    environment,
    workflow_id: run.workflow.id,
    workflow_version_id: run.workflow.version,
    workflow_name: run.workflow.name,
    status: run.status,
    waits_for_member: stateOf(run) === 'in_review',
    check_id: run.check_id,
    created_at: isoSeconds(run.created_at),
    updated_at: isoSeconds(run.updated_at),
    expires_at: hasEnded(run) ? null : isoSeconds(run.expires_at),
  };
}

export function presentWholeRun(run: Run, tasks: readonly Task[], environment: string) {
  return {
    ...presentRunFacts(run, environment),
    reasons: [...run.reasons],
    error: run.error,
    output: run.output,
    tags: [...run.tags],
    customer_user_id: run.customer_user_id ?? run.applicant_id,
    tasks: tasks.map((task) => ({
      id: task.id,
      task_def_id: task.task_def_id,
      completed_by: awaitedOf(run, task) ?? ('service' as const),
      created_at: isoSeconds(task.created_at),
      completed_at: task.completed ? isoSeconds(task.updated_at) : null,
    })),
  };
}

/** Runs of workflows with their status and tasks. */
export function workflowRunRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);

  app.get(
    '/accounts/:account/workflow_runs',
    {
      schema: {
        params: AccountParams,
        querystring: Type.Object({
          environment: Type.Optional({ ...Environment, default: 'live' }),
          status: Type.Optional(stringEnum(runStatuses)),
          applicant: Type.Optional(Type.String({ description: 'Id of an applicant' })),
          page: Type.Optional(Type.String({ description: 'Page number, from 1', default: '1' })),
          per_page: Type.Optional(Type.String({ description: 'Runs per page, at most 500', default: '20' })),
        }),
        response: {
          200: Type.Object({ workflow_runs: Type.Array(RunFacts) }),
        },
      },
    },
    async (request, reply) => {
      const { environment = 'live', status, applicant: applicantId } = request.query;
      const ctx = await ctxIn(services, request.principal, request.params.account, environment);
      const { runs, total } = await listRuns(ctx, {
        ...pageOf(request),
        applicantId,
        statuses: status === undefined ? [] : [status],
        tags: [],
        createdAfter: undefined,
        createdBefore: undefined,
        sort: 'desc',
      });
      await recordAudit(ctx, {
        action: 'workflow_runs_opened',
        object_id: ctx.account_id,
        details: { ids: runs.map(({ id }) => id) },
      });
      reply.header('x-total-count', String(total));
      return { workflow_runs: runs.map((run) => presentRunFacts(run, environment)) };
    },
  );

  app.get(
    '/accounts/:account/workflow_runs/:id',
    { schema: { params: ObjectParams, response: { 200: WholeRun } } },
    async (request) => {
      const { account, id } = request.params;
      const ctx = await ctxHaving(services, request.principal, account, 'WorkflowRun', id);
      // Its output has personal data.
      const [run, tasks] = [await getRun(ctx, id), await listTasksOf(ctx, id)];
      await recordAudit(ctx, { action: 'workflow_run_opened', object_id: id });
      return presentWholeRun(run, tasks, ctx.environment);
    },
  );
}
