import { setImmediate as nextTurn } from 'node:timers/promises';
import { DAY_MS, MINUTE_MS } from '../../base/clock.ts';
import { toCheck } from '../../checks/check.ts';
import type { Ctx } from '../../context/ctx.ts';
import { everyCtx } from '../../context/ctx-of.ts';
import type { Services } from '../../context/services.ts';
import { leafResults } from '../../reports/breakdown.ts';
import { type Report, toReport } from '../../reports/records/report.ts';
import { findCheck } from '../../store/queries/checks.ts';
import {
  dayCountsWithin,
  findDayCountProgress,
  moveDayCounts,
  putDayCount,
  reportsCompletedAfter,
} from '../../store/queries/day-counts.ts';
import { findRun } from '../../store/queries/workflows.ts';
import type { DayCountRow } from '../../store/schema.ts';
import { toRun } from '../../workflows/runs/run.ts';
import { addFigures, type Figures, figuresOf } from './figures.ts';
import { timeOf } from './times.ts';

/** Reports that are counted in one transaction. */
const PAGE = 200;

/** Milliseconds for which a report waits to be counted: until then, transactions with an earlier time may still commit. */
const LAG_MS = 5 * MINUTE_MS;

/** An id after every other one. */
const LAST_ID = 'z';

type Dimension = DayCountRow['dimension'];

/** The figures of reports, by their place in the store. */
type Counted = Map<string, Pick<DayCountRow, 'dimension' | 'day' | 'value'> & { figures: Figures[] }>;

/**
 * Counts the reports that ended since the last run, in every account and environment. Each report counts once, with its first result.
 * Several processes may count at once. Returns the number of reports.
 */
export async function countDays(services: Services, stopped: () => boolean = () => false): Promise<number> {
  let counted = 0;
  for await (const ctx of everyCtx(services, 'upkeep')) {
    for (let page = PAGE; page === PAGE && !stopped(); ) {
      page = await countPage(ctx, services.clock.now() - LAG_MS);
      counted += page;
      await nextTurn();
    }
  }
  return counted;
}

/** Counts the next reports that ended until a time, and returns their number. */
async function countPage(ctx: Ctx, until: number): Promise<number> {
  const progress = await ctx.read.first(findDayCountProgress, {});
  const from = { at: Number(progress?.counted_until ?? 0), id: progress?.last_id ?? '' };
  if (from.at > until) return 0;
  const rows = await ctx.read.all(reportsCompletedAfter, { ...from, until, limit: PAGE });
  const last = rows.length < PAGE ? undefined : rows.at(-1);
  const to = { counted_until: Number(last?.completed_at ?? until), last_id: last?.id ?? LAST_ID };
  const counted = await figuresOfReports(
    ctx,
    rows.map((row) => toReport(ctx, row)),
  );
  return ctx.transaction(async (tx) => {
    // Where another process has counted them, nothing moves.
    if ((await tx.run(moveDayCounts, { ...to, from_until: from.at, from_id: from.id })) === 0) return 0;
    const days = [...counted.values()].map(({ day }) => day);
    const known = new Map<string, Figures>();
    if (days.length > 0) {
      const span = { first: Math.min(...days), last: Math.max(...days) };
      for (const row of await tx.all(dayCountsWithin, span)) known.set(keyOf(row), figuresOf(row));
    }
    for (const [key, { dimension, day, value, figures }] of counted) {
      const before = known.get(key);
      const { times, reasons, ...counts } = addFigures(before ? [before, ...figures] : figures);
      const texts = { times: JSON.stringify(times), reasons: JSON.stringify(reasons) };
      await tx.run(putDayCount, { dimension, day, value, ...counts, ...texts });
    }
    return rows.length;
  });
}

const keyOf = ({ dimension, day, value }: Pick<DayCountRow, 'dimension' | 'day' | 'value'>): string =>
  `${dimension} ${Number(day)} ${value}`;

async function figuresOfReports(ctx: Ctx, reports: readonly Report[]): Promise<Counted> {
  const counted: Counted = new Map();
  const workflowOf = workflows(ctx);
  for (const report of reports) {
    const day = Math.floor(Number(report.completed_at) / DAY_MS);
    const figures = figuresOfReport(report);
    const workflow = await workflowOf(report.check_id);
    for (const [dimension, value] of valuesOf(report, workflow)) {
      const place = { dimension, day, value };
      const found = counted.get(keyOf(place));
      if (found) found.figures.push(figures);
      else counted.set(keyOf(place), { ...place, figures: [figures] });
    }
  }
  return counted;
}

function figuresOfReport({ result, breakdown, created_at, completed_at, due_at }: Report): Figures {
  const is = (one: Report['result']) => Number(result === one);
  const found = leafResults(breakdown).filter(([, leaf]) => leaf !== null && leaf !== 'clear');
  return {
    reports: 1,
    clear: is('clear'),
    consider: is('consider'),
    unidentified: is('unidentified'),
    reviewed: Number(due_at !== null),
    times: timeOf(Number(completed_at) - Number(created_at)),
    reasons: result === 'clear' ? {} : Object.fromEntries(found.map(([path]) => [path, 1])),
  };
}

interface WorkflowVersion {
  readonly id: string;
  readonly version: number;
}

/** Looks up the workflow for which a check was made; undefined for a check of no workflow. Each run is read once. */
function workflows(ctx: Ctx): (checkId: string) => Promise<WorkflowVersion | undefined> {
  const known = new Map<string, Promise<WorkflowVersion | undefined>>();
  const read = async (checkId: string) => {
    const row = await ctx.read.first(findCheck, { id: checkId });
    const run_id = row && toCheck(ctx, row).workflow_run_id;
    const run = run_id && (await ctx.read.first(findRun, { id: run_id }));
    return run ? toRun(ctx, run).workflow : undefined;
  };
  return (checkId) => {
    const found = known.get(checkId) ?? read(checkId);
    known.set(checkId, found);
    return found;
  };
}

/** The values under which a report counts. Country and document type are of reports that have read a document. */
function valuesOf({ name, properties }: Report, workflow: WorkflowVersion | undefined): [Dimension, string][] {
  const { issuing_country: country, document_type: type } = properties;
  const isDocument = typeof country === 'string' || typeof type === 'string';
  return [
    ['all', ''],
    ['report', name],
    ['workflow', workflow?.id ?? ''],
    ['workflow_version', workflow ? `${workflow.id} ${workflow.version}` : ''],
    ...(isDocument ? ([['country', textOf(country)]] as const) : []),
    ...(isDocument ? ([['document_type', textOf(type)]] as const) : []),
  ] as [Dimension, string][];
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
