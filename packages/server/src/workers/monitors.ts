import type { Services } from '../context/services.ts';
import type { JobHandler } from '../jobs/worker.ts';
import { sweepMonitor, sweepMonitors } from '../monitors/sweep.ts';
import { ctxOf } from './ctx-of.ts';

/** Searches the active watchlists for the applicants of all monitors of an account. */
export function monitorSweepHandler(services: Services): JobHandler {
  return {
    kind: 'monitor_sweep',
    concurrency: 2,
    perLane: 1,
    run: async (job, hold) => sweepMonitors(await ctxOf(services, job), hold),
  };
}

/** Searches them for the applicant of one monitor. */
export function monitorHandler(services: Services): JobHandler {
  return {
    kind: 'watchlist_monitor',
    concurrency: 4,
    perLane: 2,
    run: async (job, hold) => sweepMonitor(await ctxOf(services, job), job, hold),
  };
}
