import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { recordAudit } from '../../audit/record.ts';
import { NullableString, nullableEnum, stringEnum } from '../../base/json-schema.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { runsByAge } from '../../insights/runs.ts';
import { layOut } from '../../workflows/layout.ts';
import { allVersions, type WorkflowVersion } from '../../workflows/published.ts';
import { decideTask } from '../../workflows/runs/decide-task.ts';
import { getRun, listTasksOf, runStatuses } from '../../workflows/runs/get.ts';
import { completerOf } from '../../workflows/runs/run.ts';
import { ruleText } from '../../workflows/words.ts';
import { taskSteps } from '../../workflows/workflow.ts';
import { Id, Limit, Next } from '../common/schemas.ts';
import { presentRunFacts, presentWholeRun, RunFacts, WholeRun } from '../operator/workflow-runs.ts';
import { ctxOf } from './gate.ts';
import { PlacedParams, PlaceParams } from './schemas.ts';
import { PictureSchema, presentPicture } from './workflow-picture.ts';

const Anything = Type.Unsafe<object>({ type: 'object', additionalProperties: true });

/** Letters of the reason of a member. */
const REASON_LENGTH = 500;

const Definition = Type.Object(
  {
    id: Id,
    version: Type.Integer(),
    name: Type.String(),
    steps: Type.Array(
      Type.Object({
        name: Type.String(),
        task: Type.String(),
        completed_by: nullableEnum(['applicant', 'client', 'member'] as const, {
          description: 'Null if the service completes it',
        }),
        reports: Type.Array(Type.String(), { description: 'Names of the reports of a check' }),
      }),
    ),
    decide: Type.Array(
      Type.Object({
        when: { ...NullableString, description: 'The condition in words; null where the rule always decides' },
        outcome: Type.String(),
        reason: NullableString,
      }),
      { description: 'Rules in order. The first rule whose condition holds decides' },
    ),
    picture: PictureSchema,
    abandon_after_days: Type.Integer(),
  },
  { title: 'Workflow' },
);

type Definition = Parameters<typeof presentWholeRun>[0]['workflow'];

const presentDefinition = ({ id, version, name, steps, decide, abandon_after_days }: Definition) => ({
  id,
  version,
  name,
  abandon_after_days,
  steps: taskSteps(steps).map((step) => ({
    name: step.name,
    task: step.task,
    completed_by: completerOf(step),
    reports: step.task === 'check' ? [...step.reports] : [],
  })),
  decide: decide.map((rule) => ({
    when: ruleText(rule) ?? null,
    outcome: rule.outcome,
    reason: rule.reason ?? null,
  })),
  picture: presentPicture(layOut({ steps, decide })),
});

const Run = Type.Object(
  {
    ...WholeRun.properties,
    workflow: Definition,
    data: Type.Record(Type.String(), Type.Object({ input: Anything, output: Type.Unsafe<unknown>({}) }), {
      description: 'Input and output of each started task, by task id. Personal data',
    }),
  },
  { title: 'Workflow run with its data' },
);

/** Workflows of this deployment, and their runs. */
export function workflowRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);

  app.get(
    '/accounts/:account/:environment/workflows',
    {
      config: { member: 'states.see' },
      schema: {
        description:
          'Lists the workflows in the files of the deployment and those that members have published. A run keeps the version that it began with.',
        params: PlaceParams,
        response: {
          200: Type.Object({
            workflows: Type.Array(
              Type.Object({
                ...Definition.properties,
                earlier: Type.Array(Definition, { description: 'Earlier versions, highest first' }),
              }),
            ),
          }),
        },
      },
    },
    async (request) => ({
      workflows: (await allVersions(ctxOf(services, request))).map(([newest, ...earlier]) => ({
        ...presentDefinition((newest as WorkflowVersion).workflow),
        earlier: earlier.map(({ workflow }) => presentDefinition(workflow)),
      })),
    }),
  );

  app.get(
    '/accounts/:account/:environment/workflow_runs',
    {
      config: { member: 'states.see' },
      schema: {
        description: 'Lists workflow runs, newest first',
        params: PlaceParams,
        querystring: Type.Object({
          status: Type.Optional(stringEnum(runStatuses)),
          cursor: Type.Optional(
            Type.String({ pattern: '^\\d{1,16}_[0-9a-f-]{36}$', description: '`next` of the previous page' }),
          ),
          limit: Limit,
        }),
        response: { 200: Type.Object({ workflow_runs: Type.Array(RunFacts), next: Next }) },
      },
    },
    async (request) => {
      const ctx = ctxOf(services, request);
      const { status, cursor, limit = 50 } = request.query;
      const { runs, next } = await runsByAge(ctx, { status, after: cursor, limit });
      return { workflow_runs: runs.map((run) => presentRunFacts(run, ctx.environment)), next };
    },
  );

  app.get(
    '/accounts/:account/:environment/workflow_runs/:id',
    { config: { member: 'data.see' }, schema: { params: PlacedParams, response: { 200: Run } } },
    async (request) => {
      const ctx = ctxOf(services, request);
      const { id } = request.params;
      const [run, tasks] = [await getRun(ctx, id), await listTasksOf(ctx, id)];
      await recordAudit(ctx, { action: 'workflow_run_opened', object_id: id });
      return {
        ...presentWholeRun(run, tasks, ctx.environment),
        workflow: presentDefinition(run.workflow),
        data: Object.fromEntries(
          tasks.map((task) => [task.id, { input: { ...task.input }, output: task.output ?? null }]),
        ),
      };
    },
  );

  app.post(
    '/accounts/:account/:environment/workflow_runs/:id/tasks/:task/decide',
    {
      config: { member: 'report.decide' },
      schema: {
        description:
          'Answers a manual review. The reason is added to the reasons of the run, which the client can read.',
        params: Type.Intersect([PlacedParams, Type.Object({ task: Type.String() })]),
        body: Type.Object({
          choice: Type.String({ description: 'One of the `choices` in the input of the task' }),
          reason: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: REASON_LENGTH })),
        }),
        response: { 200: RunFacts },
      },
    },
    async (request) => {
      const ctx = ctxOf(services, request);
      const { id: runId, task: taskId } = request.params;
      const { choice, reason } = request.body;
      const run = await decideTask(ctx, { runId, taskId, choice, reason: reason?.trim() || null });
      return presentRunFacts(run, ctx.environment);
    },
  );
}
