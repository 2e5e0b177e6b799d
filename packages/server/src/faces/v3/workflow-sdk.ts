import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import type { SdkClaims } from '../../core/tokens/sdk-token.ts';
import { listTasksOf } from '../../core/workflows/get.ts';
import { runForToken } from '../../core/workflows/of-token.ts';
import { completerOf, isOpen, type Run, stepOf } from '../../core/workflows/run.ts';
import { sdkOnly } from '../capture/sdk-only.ts';
import { typed } from '../common/route.ts';
import { Id, IdParams, NullableString, nullableObject, stringEnum } from '../common/schemas.ts';
import type { Behaviour } from './versions.ts';

const statuses = ['awaiting_input', 'processing', 'complete', 'abandoned', 'error'] as const;

/**
 * What an applicant's browser learns of a run: what there is to do, and when nothing more is. How it was decided is told to
 * the client alone.
 */
function statusOf(run: Run, now: number): (typeof statuses)[number] {
  if (run.status === 'abandoned' || run.status === 'error') return run.status;
  if (run.status === 'awaiting_input') return isOpen(run, now) ? 'awaiting_input' : 'abandoned';
  return run.status === 'processing' || run.status === 'awaiting_client_input' ? 'processing' : 'complete';
}

const SdkRun = Type.Object(
  {
    id: Id,
    status: stringEnum(statuses),
    language: NullableString,
    task: nullableObject(
      Type.Object({
        id: Type.String(),
        task_def_id: Type.String(),
        kind: Type.String({ description: '`task` of the step in the workflow' }),
        input: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
      }),
    ),
  },
  { title: 'Workflow run of a capture SDK' },
);

/** What a capture SDK that has a `workflowRunId` asks: where the run stands, and what comes next. */
export function workflowSdkRoutes(instance: FastifyInstance, version: Behaviour): void {
  if (version.generation === '3.2') return;
  typed(instance).get(
    '/sdk/workflow_runs/:id',
    {
      ...sdkOnly,
      config: { ...sdkOnly.config, endedWorkflowRun: true },
      schema: {
        tags: ['capture'],
        summary: 'Ask what an applicant has to do in a workflow run',
        params: IdParams,
        response: { 200: SdkRun },
      },
    },
    async (request) => {
      const { ctx, sdk } = request.session;
      const run = await runForToken(ctx, request.params.id, sdk as SdkClaims);
      const status = statusOf(run, ctx.now());
      const tasks = status === 'awaiting_input' ? await listTasksOf(ctx, run.id) : [];
      const open = tasks.find((task) => !task.completed && completerOf(stepOf(run, task)) === 'applicant');
      const task = open && {
        id: open.id,
        task_def_id: open.task_def_id,
        kind: stepOf(run, open)?.task as string,
        input: open.input,
      };
      return { id: run.id, status, language: run.link.language, task: task ?? null };
    },
  );
}
