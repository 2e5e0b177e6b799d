import { isoSeconds } from '../../base/clock.ts';
import type { Ctx } from '../../context/ctx.ts';
import type { NewEvent } from '../../webhooks/event-log/record.ts';
import { factsOf, type Run, type Task } from './run.ts';

const toAll = { checkId: null, webhookIds: null } as const;

/** Records that a run has ended. */
export function runEvent(ctx: Ctx, run: Run): NewEvent {
  return {
    type: 'workflow_run.completed',
    resource: {
      type: 'workflow_run',
      id: run.id,
      status: run.status,
      facts: {
        ...factsOf(ctx, run),
        created_at: isoSeconds(run.created_at),
        updated_at: isoSeconds(run.updated_at),
      },
    },
    applicantId: run.applicant_id,
    ...toAll,
  };
}

/**
 * Records that a task was begun or completed. Its output is left out once there is one: it holds personal data, and results,
 * which no payload does (contract 12.4).
 */
export function taskEvent(run: Run, task: Task): NewEvent {
  const { id, workflow_run_id, task_def_id, completed } = task;
  return {
    type: completed ? 'workflow_task.completed' : 'workflow_task.started',
    resource: {
      type: 'workflow_task',
      id,
      status: completed ? 'completed' : 'started',
      runId: workflow_run_id,
      taskDefId: task_def_id,
      facts: {
        created_at: isoSeconds(task.created_at),
        id,
        workflow_run_id,
        updated_at: isoSeconds(task.updated_at),
        ...(completed ? {} : { input: task.input, output: null }),
        task_def_version: null,
        task_def_id,
      },
    },
    applicantId: run.applicant_id,
    ...toAll,
  };
}
