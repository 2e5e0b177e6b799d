import { getApplicant } from '../applicants/get.ts';
import { invalid } from '../base/errors.ts';
import type { Version } from '../base/versions.ts';
import { trialLock } from '../checks/validate.ts';
import type { Ctx } from '../context/ctx.ts';
import { deleteMonitorRow, insertMonitor } from '../store/queries/monitors.ts';
import { orderMonitorCheck } from './check.ts';
import { existing, getMonitor, type Monitor, sealMonitor, toMonitor } from './monitor.ts';

export interface NewMonitor extends Pick<Monitor, 'applicant_id' | 'report_name' | 'tags'> {
  /** The version of the request. */
  readonly version: Version;
}

/**
 * Creates a monitor with its first check, which starts at once. Throws 404 or 410 for the applicant, and what a check with this
 * report throws.
 */
export async function createMonitor(ctx: Ctx, input: NewMonitor): Promise<Monitor> {
  const { applicant_id, report_name, tags, version } = input;
  await getApplicant(ctx, applicant_id);
  return ctx.transaction(async (tx) => {
    await tx.lock({ ...trialLock(ctx), activeApplicant: applicant_id });
    const applicant = await getApplicant(ctx, applicant_id, tx);
    const id = ctx.services.ids.uuid();
    const row = { id, applicant_id, report_name, created_at: ctx.now(), deleted_at: null, screened_set: null };
    await tx.run(insertMonitor, { ...row, data: sealMonitor(ctx, id, { tags, rules: version.rules }) });
    const monitor = { ...row, tags, rules: version.rules, sandbox: ctx.sandbox };
    await orderMonitorCheck(ctx, tx, { monitor, applicant, version });
    return monitor;
  });
}

/** Creates a check of a monitor now, whether anything has changed or not. Answers the id of its report. */
export async function orderReport(ctx: Ctx, id: string, version: Version): Promise<string> {
  const { applicant_id } = await getMonitor(ctx, id);
  return ctx.transaction(async (tx) => {
    const { monitor: row } = await tx.lock({ ...trialLock(ctx), activeApplicant: applicant_id, monitor: id });
    const monitor = toMonitor(ctx, existing(row));
    refuseDeleted(monitor);
    return orderMonitorCheck(ctx, tx, { monitor, applicant: await getApplicant(ctx, applicant_id, tx), version });
  });
}

/** Ends a monitor; what it has found stays. One that has ended keeps its time. Throws `resource_not_found`, `gone`. */
export async function deleteMonitor(ctx: Ctx, id: string): Promise<void> {
  const { applicant_id } = await getMonitor(ctx, id);
  await ctx.transaction(async (tx) => {
    const { activeApplicant } = await tx.lock({ activeApplicant: applicant_id, monitor: id });
    existing(activeApplicant);
    await tx.run(deleteMonitorRow, { id, deleted_at: ctx.now() });
  });
}

/** Throws `validation_error` for a monitor that has ended. */
export function refuseDeleted({ deleted_at }: Pick<Monitor, 'deleted_at'>): void {
  if (deleted_at !== null) throw invalid({ deleted_at: ['monitor is deleted'] });
}
