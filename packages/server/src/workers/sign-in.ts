import { recordKeptFailure } from '../core/members/kept-failures.ts';
import type { Services } from '../core/services.ts';
import type { JobHandler } from '../jobs/worker.ts';

/** Records failed sign-ins, one after the other: they share a chain of the audit log. */
export function failedSignInHandler(services: Services): JobHandler {
  return {
    kind: 'failed_sign_in',
    concurrency: 1,
    perLane: 1,
    run: (job, hold) => recordKeptFailure(services, job, hold),
  };
}
