import { monitorsOfAccount, monitorsOfApplicant } from '../../store/queries/monitors.ts';
import { getApplicant } from '../applicants/get.ts';
import type { Ctx } from '../ctx.ts';
import { type Monitor, toMonitor } from './monitor.ts';

interface Listed {
  /** Undefined: those of all applicants. */
  readonly applicantId?: string | undefined;
  readonly includeDeleted: boolean;
}

/** Monitors, newest first. Throws 404 or 410 for the applicant. */
export async function listMonitors(ctx: Ctx, { applicantId, includeDeleted }: Listed): Promise<Monitor[]> {
  if (applicantId !== undefined) await getApplicant(ctx, applicantId);
  const rows =
    applicantId === undefined
      ? await ctx.read.all(monitorsOfAccount, {})
      : await ctx.read.all(monitorsOfApplicant, { applicant_id: applicantId });
  return rows.map((row) => toMonitor(ctx, row)).filter(({ deleted_at }) => includeDeleted || deleted_at === null);
}
