import { getApplicant } from '../../applicants/get.ts';
import { notFound } from '../../base/errors.ts';
import type { Ctx } from '../../context/ctx.ts';
import { missing } from '../../context/missing.ts';
import { findRun, findTask, listTasks, type RunFilter, runStatuses, runsBy } from '../../store/queries/workflows.ts';
import type { WorkflowRunRow, WorkflowRunStatus } from '../../store/schema.ts';
import { type Run, type Task, tagMark, toRun, toTask } from './run.ts';

export type { WorkflowRunStatus };
export { runStatuses };

/** The row of a run. Throws `resource_not_found`, or `gone` for a run that was erased. */
export async function getRunRow(ctx: Ctx, id: string): Promise<WorkflowRunRow> {
  const row = await ctx.read.first(findRun, { id });
  if (!row) throw await missing(ctx, 'WorkflowRun', id);
  return row;
}

/** The run. Throws `resource_not_found`, or `gone` with its applicant. */
export async function getRun(ctx: Ctx, id: string): Promise<Run> {
  const row = await getRunRow(ctx, id);
  await getApplicant(ctx, row.applicant_id);
  return toRun(ctx, row);
}

/** The tasks of a run that were begun, in that order. Throws as `getRun` does. */
export async function listTasksOf(ctx: Ctx, runId: string): Promise<Task[]> {
  const run = await getRun(ctx, runId);
  return (await ctx.read.all(listTasks, { workflow_run_id: run.id })).map((row) => toTask(ctx, run, row));
}

/** A task that was begun. Throws as `getRun` does, for the task too. */
export async function getTask(ctx: Ctx, runId: string, id: string): Promise<Task> {
  const run = await getRun(ctx, runId);
  const row = await ctx.read.first(findTask, { workflow_run_id: run.id, id });
  if (!row) throw notFound('Task', id);
  return toTask(ctx, run, row);
}

export interface RunQuery {
  /** Number of the page, from 1. */
  readonly page: number;
  readonly perPage: number;
  readonly sort: 'asc' | 'desc';
  readonly applicantId: string | undefined;
  /** Any of them; empty for all. */
  readonly statuses: readonly WorkflowRunStatus[];
  /** All of them. */
  readonly tags: readonly string[];
  /** Unix milliseconds, exclusive. */
  readonly createdAfter: number | undefined;
  readonly createdBefore: number | undefined;
}

/** A page of runs and how many there are on all. Throws 404 or 410 for an applicant that it names. */
export async function listRuns(ctx: Ctx, query: RunQuery): Promise<{ runs: Run[]; total: number }> {
  const { page, perPage, sort, applicantId, tags } = query;
  if (applicantId !== undefined) await getApplicant(ctx, applicantId);
  // Every place of the query is filled, the last ones by repetition.
  const statuses = query.statuses.length > 0 ? query.statuses : runStatuses;
  const filter: RunFilter = {
    ...Object.fromEntries(runStatuses.map((_, index) => [`status${index}`, statuses[index] ?? statuses[0]])),
    ...Object.fromEntries(tags.map((tag, index) => [`tag${index}`, `% ${tagMark(ctx, tag)} %`])),
    ...(applicantId === undefined ? {} : { applicant_id: applicantId }),
    after: query.createdAfter ?? Number.MIN_SAFE_INTEGER,
    before: query.createdBefore ?? Number.MAX_SAFE_INTEGER,
  };
  const listing = runsBy({ applicant: applicantId !== undefined, tags: tags.length, sort });
  const rows = await ctx.read.all(listing.page, { ...filter, limit: perPage, offset: (page - 1) * perPage });
  const counted = await ctx.read.first(listing.count, filter);
  return { runs: rows.map((row) => toRun(ctx, row)), total: counted?.n ?? 0 };
}

/** Runs that are read at once. */
const PAGE = 500;

/** The runs of an applicant, newest first. Throws 404 or 410 for the applicant. */
export async function runsOfApplicant(ctx: Ctx, applicantId: string): Promise<Run[]> {
  const found: Run[] = [];
  for (let page = 1; ; page += 1) {
    const { runs } = await listRuns(ctx, {
      page,
      perPage: PAGE,
      sort: 'desc',
      applicantId,
      statuses: [],
      tags: [],
      createdAfter: undefined,
      createdBefore: undefined,
    });
    found.push(...runs);
    if (runs.length < PAGE) return found;
  }
}
