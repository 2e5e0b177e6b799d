import { getApplicant } from '../applicants/get.ts';
import type { Ctx } from '../context/ctx.ts';
import { type IdPage, pageByIds } from '../context/id-pages.ts';
import {
  countActiveMonitors,
  countAllMonitors,
  listMonitorsByAge,
  monitorsOfApplicant,
  pageOfActiveMonitors,
  pageOfAllMonitors,
} from '../store/queries/monitors.ts';
import { type Monitor, toMonitor } from './monitor.ts';

export interface MonitorPage {
  readonly monitors: readonly Monitor[];
  /** Number on all pages. */
  readonly total: number;
}

/** A page of the monitors of all applicants, newest first. `page` counts from 1. */
export async function listMonitors(
  ctx: Ctx,
  { page, perPage, includeDeleted }: { page: number; perPage: number; includeDeleted: boolean },
): Promise<MonitorPage> {
  const [counted, rows] = await Promise.all([
    ctx.read.first(includeDeleted ? countAllMonitors : countActiveMonitors, {}),
    ctx.read.all(includeDeleted ? pageOfAllMonitors : pageOfActiveMonitors, {
      limit: perPage,
      offset: (page - 1) * perPage,
    }),
  ]);
  return { monitors: rows.map((row) => toMonitor(ctx, row)), total: Number(counted?.n ?? 0) };
}

/** The monitors of all applicants, deleted ones too, newest first. */
export async function monitorsByAge(ctx: Ctx, page: IdPage): Promise<{ monitors: Monitor[]; next: string | null }> {
  const { rows, next } = await pageByIds(page, (span) => ctx.read.all(listMonitorsByAge, span));
  return { monitors: rows.map((row) => toMonitor(ctx, row)), next };
}

/** All monitors of an applicant, newest first. Throws 404 or 410 for the applicant. */
export async function listMonitorsOf(ctx: Ctx, applicant_id: string, includeDeleted: boolean): Promise<Monitor[]> {
  await getApplicant(ctx, applicant_id);
  const rows = await ctx.read.all(monitorsOfApplicant, { applicant_id });
  return rows.map((row) => toMonitor(ctx, row)).filter(({ deleted_at }) => includeDeleted || deleted_at === null);
}
