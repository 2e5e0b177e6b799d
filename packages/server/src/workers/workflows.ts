import type { Services } from '../context/services.ts';
import type { JobHandler } from '../jobs/worker.ts';
import { reconcileRun } from '../workflows/runs/reconcile.ts';
import { ctxOf } from './ctx-of.ts';

/** Takes runs of workflows on when their check has ended or their time has run out. */
export function workflowRunHandler(services: Services): JobHandler {
  return {
    kind: 'workflow_run',
    concurrency: 8,
    perLane: 4,
    run: async (job, hold) => reconcileRun(await ctxOf(services, job), job, hold),
  };
}
