import { processLiveReport, processSandboxCheck } from '../checks/process.ts';
import type { Services } from '../context/services.ts';
import type { JobHandler } from '../jobs/worker.ts';
import { ctxOf } from './ctx-of.ts';

/** Answers sandbox checks from the trigger tables. */
export function sandboxCheckHandler(services: Services): JobHandler {
  return {
    kind: 'check',
    concurrency: 32,
    perLane: 16,
    run: async (job, hold) => processSandboxCheck(await ctxOf(services, job), job, hold),
  };
}

/** Processes live reports; analysers are heavy, so no more at once than the machine has cores for. */
export function liveReportHandler(services: Services): JobHandler {
  return {
    kind: 'report',
    concurrency: 4,
    perLane: 2,
    run: async (job, hold) => processLiveReport(await ctxOf(services, job), job, hold),
  };
}
