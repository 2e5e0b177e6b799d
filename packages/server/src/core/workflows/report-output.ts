import { Problem } from '../../base/errors.ts';
import { reportType } from '../../reports/index.ts';
import type { Breakdowns, Properties } from '../../reports/outcome.ts';
import { type RepeatAttempts, repeatAttemptsAnswer } from '../../sandbox/repeat-attempts.ts';
import { findCheck, listReports } from '../../store/queries/checks.ts';
import { findRun } from '../../store/queries/workflows.ts';
import type { Ctx } from '../ctx.ts';
import { inIsoTimes, repeatAttempts } from '../reports/repeat-attempts.ts';
import { type Report, toReport } from '../reports/report.ts';
import { type Run, toRun } from './run.ts';

/** A report as the output of a run shows it, in the shape of v3.6. Published clients compare these very keys. */
interface ReportOutput {
  readonly breakdown: Breakdowns;
  readonly properties: Properties;
  /** Of document reports only; null where the report has no result. */
  readonly repeat_attempts?: RepeatAttempts | null;
  readonly result: Report['result'];
  readonly status: Report['status'];
  readonly sub_result: Report['sub_result'];
  /** The id of the report. */
  readonly uuid: string;
}

export type ReportOutputs = Readonly<Record<string, ReportOutput>>;

/**
 * What the output of a run shows of the reports of its check, by key; undefined where it shows some and the check has not
 * ended. Reports don't change then, so it is read before the transaction that writes it.
 */
export async function reportOutputs(ctx: Ctx, runId: string): Promise<ReportOutputs | undefined> {
  const row = await ctx.read.first(findRun, { id: runId });
  const run = row && toRun(ctx, row);
  if (!run || run.check_id === null || reportsShown(run).length === 0) return {};
  const check = await ctx.read.first(findCheck, { id: run.check_id });
  if (check?.status !== 'complete' && check?.status !== 'withdrawn') return undefined;
  const reports = (await ctx.read.all(listReports, { check_id: check.id })).map((one) => toReport(ctx, one));
  const outputs: Record<string, ReportOutput> = {};
  for (const [key, name] of reportsShown(run)) {
    const report = reports.find((one) => one.name === name);
    if (report) outputs[key] = await outputOf(ctx, report);
  }
  return outputs;
}

/** Keys of the output, each with the report that it shows. */
function reportsShown({ workflow }: Run): [key: string, report: string][] {
  return Object.entries(workflow.output).flatMap(([key, source]): [string, string][] =>
    typeof source === 'string' ? [] : [[key, source.report]],
  );
}

async function outputOf(ctx: Ctx, report: Report): Promise<ReportOutput> {
  const { id, name, breakdown, properties, result, status, sub_result } = report;
  const isDocument = reportType(name).family === 'document';
  return {
    breakdown,
    properties,
    ...(isDocument && { repeat_attempts: await attemptsOf(ctx, report) }),
    result,
    status,
    sub_result,
    uuid: id,
  };
}

/** In sandbox nothing is read from a document, so it has no other attempt. */
async function attemptsOf(ctx: Ctx, { id, status }: Report): Promise<RepeatAttempts | null> {
  if (status !== 'complete') return null;
  if (ctx.sandbox) return repeatAttemptsAnswer('empty') ?? null;
  try {
    return inIsoTimes(await repeatAttempts(ctx, id));
  } catch (error) {
    // The applicant is scheduled for deletion: the run ends all the same.
    if (error instanceof Problem && error.type === 'gone') return null;
    throw error;
  }
}
