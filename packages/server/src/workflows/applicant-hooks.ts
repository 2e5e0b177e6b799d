import type { ApplicantHooks } from '../applicants/hooks.ts';
import { enqueueRunsOf } from './runs/reconcile.ts';

/** Runs stand still while the deletion of their applicant waits, and continue after a restore. */
export const workflowApplicantHooks: ApplicantHooks = { restored: enqueueRunsOf };
