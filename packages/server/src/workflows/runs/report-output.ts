import { Problem } from '../../base/errors.ts';
import { inIsoTimes, repeatAttempts } from '../../checks/reports/repeat-attempts.ts';
import type { Ctx } from '../../context/ctx.ts';
import { reportType } from '../../reports/index.ts';
import type { Breakdowns, Properties } from '../../reports/outcome.ts';
import { type Report, toReport } from '../../reports/records/report.ts';
import { type RepeatAttempts, repeatAttemptsAnswer } from '../../reports/sandbox/repeat-attempts.ts';
import { findCheck, listReports } from '../../store/queries/checks.ts';
import type { Run, Task } from './run.ts';

/** A report as the output of a run shows it, in the shape of v3.6. Published clients compare these very keys. */
interface ReportOutput {
  readonly breakdown: Breakdowns;
  readonly properties: Properties;
  /** Repeat attempts of document reports; null if the report has no result. */
  readonly repeat_attempts?: RepeatAttempts | null;
  readonly result: Report['result'];
  readonly status: Report['status'];
  readonly sub_result: Report['sub_result'];
  /** The id of the report. */
  readonly uuid: string;
}

/** Reports in the output of a run, by key. */
export type ReportOutputs = Readonly<Record<string, ReportOutput>>;

/**
 * Returns the reports that the output of a run shows of the check of a task; undefined while the check has not ended. Reports of an
 * ended check don't change, so they are read before the transaction that writes them.
 */
export async function shownReports(ctx: Ctx, run: Run, { input }: Task): Promise<ReportOutputs | undefined> {
  const check = await ctx.read.first(findCheck, { id: String(input.check_id) });
  if (check?.status !== 'complete' && check?.status !== 'withdrawn') return undefined;
  const reports = (await ctx.read.all(listReports, { check_id: check.id })).map((row) => toReport(ctx, row));
  const outputs: Record<string, ReportOutput> = {};
  for (const [key, name] of reportsShown(run)) {
    const report = reports.find((report) => report.name === name);
    if (report) outputs[key] = await outputOf(ctx, report);
  }
  return outputs;
}

/** Keys of the output, each with the report that it shows. */
function reportsShown({ workflow }: Run): [key: string, report: string][] {
  return Object.entries(workflow.output).flatMap(([key, source]): [string, string][] =>
    typeof source === 'object' && 'report' in source ? [[key, source.report]] : [],
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

/** Repeat attempts of a report. In sandbox nothing is read from a document, so it has no other attempt. */
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
