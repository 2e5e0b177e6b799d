import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { getApplicant } from '../../applicants/get.ts';
import { isoSeconds } from '../../base/clock.ts';
import { NullableString } from '../../base/json-schema.ts';
import type { Version } from '../../base/versions.ts';
import { browserOrigin } from '../../http/browser-origin.ts';
import { siteOfPage } from '../../http/session.ts';
import { typed } from '../../http/typed.ts';
import { completeTask } from '../../workflows/runs/complete-task.ts';
import { getTask, listTasksOf } from '../../workflows/runs/get.ts';
import { locate } from '../../workflows/runs/locate.ts';
import type { Task } from '../../workflows/runs/run.ts';
import { runForToken } from '../../workflows/runs/run-token.ts';
import { isSigning, signWithSdk } from '../../workflows/signatures/for-sdk.ts';
import { DateTime, Id, IdParams } from '../common/schemas.ts';

const listed = {
  id: Type.String({ description: '`start`, or the prefix of its definition and five hexadecimal digits' }),
  workflow_run_id: Id,
  task_def_id: Type.String(),
  task_def_version: NullableString,
  created_at: DateTime,
  updated_at: DateTime,
};

const ListedTask = Type.Object(listed, { title: 'Task in a list' });

const WorkflowTask = Type.Object(
  {
    ...listed,
    input: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
    output: Type.Unsafe<unknown>({ description: 'Null until it is completed' }),
  },
  { title: 'Task' },
);

const TaskParams = Type.Object({ id: Type.String(), task: Type.String() });

function presentListed({ id, workflow_run_id, task_def_id, created_at, updated_at }: Task) {
  return {
    id,
    workflow_run_id,
    task_def_id,
    // Null in all published responses.
    task_def_version: null,
    created_at: isoSeconds(created_at),
    updated_at: isoSeconds(updated_at),
  };
}

/** A task on the wire. */
export function presentTask(task: Task) {
  return { ...presentListed(task), input: task.input, output: task.output };
}

/** Tasks of workflow runs: list, read, complete. */
export function workflowTaskRoutes(instance: FastifyInstance, version: Version): void {
  if (!version.workflows) return;
  const app = typed(instance);
  const tags = ['workflow tasks'];

  app.get(
    '/workflow_runs/:id/tasks',
    {
      schema: {
        tags,
        summary: 'List the tasks of a workflow run that were started, in that order',
        params: IdParams,
        response: { 200: Type.Array(ListedTask) },
      },
    },
    async (request) => (await listTasksOf(request.session.ctx, request.params.id)).map(presentListed),
  );

  app.get(
    '/workflow_runs/:id/tasks/:task',
    { schema: { tags, summary: 'Retrieve a task', params: TaskParams, response: { 200: WorkflowTask } } },
    async (request) => {
      const { id, task: taskId } = request.params;
      return presentTask(await getTask(request.session.ctx, id, taskId));
    },
  );

  app.post(
    '/workflow_runs/:id/tasks/:task/complete',
    {
      config: { sdk: true },
      schema: {
        tags,
        summary: 'Complete a task',
        description:
          'Takes the fields of a profile, or `[{id}]` with the media of a capture. Capture SDKs call it with the token of ' +
          'the run, also with `{response}` or `{skipped: true}` for a passkey, and with `{name, drawn, consent, code}` for a signature; the location of the applicant is then stored, unless it is already known.',
        params: TaskParams,
        body: Type.Object({
          data: Type.Unsafe<unknown>({ type: ['object', 'array'], description: 'Data that the task needs' }),
        }),
        response: { 200: Type.Object({}) },
      },
    },
    async (request) => {
      const { ctx, sdk } = request.session;
      const { id: runId, task: taskId } = request.params;
      if (sdk) {
        const run = await runForToken(ctx, runId, sdk);
        await locate(ctx, await getApplicant(ctx, run.applicant_id), request.ip);
        if (isSigning(run, await getTask(ctx, runId, taskId))) {
          await signWithSdk(ctx, run, taskId, request.body.data, browserOrigin(request));
          return {};
        }
      }
      const by = sdk ? 'applicant' : 'client';
      await completeTask(ctx, { runId, taskId, data: request.body.data, by, site: siteOfPage(request) });
      return {};
    },
  );
}
