import type { Services } from '../context/services.ts';
import type { JobHandler } from '../jobs/worker.ts';
import { recordKeptFailure } from '../members/kept-failures.ts';

/** Records failed sign-ins, one after the other: they share a chain of the audit log. */
export function failedSignInHandler(services: Services): JobHandler {
  return {
    kind: 'failed_sign_in',
    concurrency: 1,
    perLane: 1,
    run: (job, hold) => recordKeptFailure(services, job, hold),
  };
}
