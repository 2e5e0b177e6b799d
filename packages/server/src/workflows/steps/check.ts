import { isDeepStrictEqual } from 'node:util';
import { getApplicant } from '../../applicants/get.ts';
import { Problem } from '../../base/errors.ts';
import { fieldsInWords } from '../../base/field-words.ts';
import { choiceAt, eachOnce, integerAt, listAt, objectAt, type Place, textAt } from '../../base/place.ts';
import { publishedVersions } from '../../base/versions.ts';
import { checkFieldsOf, toCheck } from '../../checks/check.ts';
import { insertCheck } from '../../checks/insert.ts';
import { ageProperty } from '../../checks/reports/age-answer.ts';
import { type ValidatedCheck, validateCheck } from '../../checks/validate.ts';
import type { Ctx } from '../../context/ctx.ts';
import { AGE_REPORT, askedAges } from '../../reports/age-only.ts';
import { acceptedReportNames, type ReportName, reportType } from '../../reports/index.ts';
import { toReport } from '../../reports/records/report.ts';
import { UsDrivingLicence } from '../../reports/us-driving-licence-fields.ts';
import { isWatchlistReport } from '../../reports/watchlist.ts';
import { findCheck, listReports } from '../../store/queries/checks.ts';
import type { ReportRow } from '../../store/schema.ts';
import type { ScopedTx } from '../../store/store.ts';
import { licenceOf } from '../runs/driving-licence.ts';
import { moveRun } from '../runs/move.ts';
import { type ReportOutputs, shownReports } from '../runs/report-output.ts';
import { type Run, stepOf } from '../runs/run.ts';
import { createTask, finishTask, tasksIn } from '../runs/tasks.ts';
import type { CheckStep } from '../workflow.ts';
import {
  type BegunStep,
  type EarlierTask,
  OF_THE_SERVICE,
  type OpenTask,
  type StepFields,
  type StepKind,
  type TaskPlace,
} from './kind.ts';

const reportNames = acceptedReportNames(publishedVersions.latest);

/** Reports of a check that has ended, as the output of its run shows them. */
interface EndedCheck {
  readonly outputs: ReportOutputs;
}

/** Runs one check with all its reports. */
export const check: StepKind<CheckStep, EndedCheck> = {
  keys: ['reports', 'age_over', 'us_driving_licence'],
  parse(head, fields, place) {
    const reports = listAt(fields.at('reports'), reportNames.length, (item) => choiceAt(item, reportNames));
    if (reports.length === 0) place.wrong([...place.path, 'reports'], 'must name at least one report');
    eachOnce(fields.at('reports'), reports);
    return { ...head, reports, ...readAge(fields, reports), ...readLicence(place, fields, reports) };
  },
  judge({ us_driving_licence: licence = {} }, { at, value }) {
    for (const [field, path] of Object.entries(licence)) value([...at, 'us_driving_licence', field], path);
  },
  rename(step, naming) {
    const { us_driving_licence: licence } = step;
    if (!licence) return step;
    const renamed = Object.entries(licence).map(([field, path]) => [field, naming.path(path)]);
    return { ...step, us_driving_licence: Object.fromEntries(renamed) };
  },
  outputFrom: earlierOutput,
  hint: ({ reports }) => reports.join(', '),
  begin: (ctx, tx, run, { place, step }) => beginCheck(ctx, tx, run, place, step),
  completion: OF_THE_SERVICE,
  async work(ctx, run, { task }) {
    const outputs = await shownReports(ctx, run, task);
    return outputs && { outputs };
  },
  // Without outputs the check ended just now: the job that its end has queued takes the result.
  async settle(ctx, tx, run, open, ended) {
    return ended && takeCheck(ctx, tx, run, open, ended);
  },
};

/**
 * The output of an earlier check with the reports of this one; undefined if the earlier check had fewer reports, or other data for
 * one of them.
 */
function earlierOutput(step: CheckStep, { step: before, output }: EarlierTask<CheckStep>): unknown {
  const added = step.reports.some((name) => !before.reports.includes(name));
  const otherLicence = !isDeepStrictEqual(step.us_driving_licence ?? {}, before.us_driving_licence ?? {});
  if (added || otherLicence || step.age_over !== before.age_over) return undefined;
  const check = output as { readonly reports: readonly { readonly name: string }[] };
  const names: readonly string[] = step.reports;
  return { ...check, reports: check.reports.filter(({ name }) => names.includes(name)) };
}

/** Reads the age that the document report answers for. */
function readAge(fields: StepFields, reports: readonly ReportName[]) {
  if (!fields.has('age_over')) return {};
  const at = fields.at('age_over');
  const onDocuments = reports.filter((name) => reportType(name).family === 'document');
  if (onDocuments.length !== 1 || onDocuments[0] !== AGE_REPORT) {
    at.wrong(at.path, `needs ${AGE_REPORT} as the only report on documents`);
  }
  return { age_over: integerAt(at, askedAges.minimum, askedAges.maximum) };
}

/** Reads the value of each field of a licence, by its path. A report that needs a licence can't begin without one. */
function readLicence(place: Place, fields: StepFields, reports: readonly string[]) {
  const needed = reports.includes('us_driving_licence');
  const at = fields.at('us_driving_licence');
  if (needed !== fields.has('us_driving_licence')) {
    const [path, problem] = needed
      ? [place.path, 'must have us_driving_licence, with values for id_number, issue_state and other fields']
      : [at.path, 'is for the report us_driving_licence, which the check does not have'];
    place.wrong(path, problem);
  }
  if (!fields.has('us_driving_licence')) return {};
  const names = Object.keys(UsDrivingLicence.properties);
  const licence = objectAt(at, names);
  for (const field of ['id_number', 'issue_state'] as const) {
    if (!licence.has(field)) at.wrong(at.path, `must have ${field}`);
  }
  const licenceFields = names.filter((field) => licence.has(field));
  return { us_driving_licence: Object.fromEntries(licenceFields.map((field) => [field, textAt(licence.at(field))])) };
}

/** Creates the check of the run. An error of the client's data ends the run. */
async function beginCheck(ctx: Ctx, tx: ScopedTx, run: Run, place: TaskPlace, step: CheckStep): Promise<BegunStep> {
  const licence = await licenceOf(ctx, tx, run, step);
  if ('wrong' in licence) {
    const error = { type: 'validation_error', message: licence.wrong };
    return { run: await moveRun(ctx, tx, run, 'failed', { error }), task: undefined };
  }
  let check: ValidatedCheck;
  try {
    check = await validateCheck(ctx, tx, {
      applicant: await getApplicant(ctx, run.applicant_id, tx),
      reports: step.reports.map((name) => ({ name })),
      version: ctx.services.versions.latest,
      fields: checkFieldsOf({
        document_ids: await documentsIn(ctx, tx, run, step),
        tags: run.tags,
        suppress_form_emails: true,
        workflow_run_id: run.id,
        us_driving_licence: licence.licence,
        age_over: step.age_over,
      }),
    });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const failed = { type: error.type, message: inWords(error) };
    return { run: await moveRun(ctx, tx, run, 'failed', { error: failed }), task: undefined };
  }
  const created = await insertCheck(ctx, tx, check);
  const input = { check_id: created.check.id, report_ids: created.reportIds, report_names: step.reports };
  const task = await createTask(ctx, tx, run, { ...place, input });
  return { run: { ...run, check_id: created.check.id }, task };
}

/** Returns the message of an error with its fields and without their values. */
function inWords({ message, fields }: Problem): string {
  return fields === undefined ? message : `${message}: ${fieldsInWords(fields)}`;
}

/** Steps that take identity documents. */
const documentSteps: ReadonlySet<string | undefined> = new Set(['document_photo', 'digital_credential']);

/**
 * Returns the ids of the documents of this run, the newest of each step, if a report of the check takes documents. Other documents of
 * the applicant don't count.
 */
async function documentsIn(ctx: Ctx, tx: ScopedTx, run: Run, { reports }: CheckStep): Promise<string[] | undefined> {
  if (!reports.some((name) => reportType(name).acceptsDocumentIds)) return undefined;
  const captured = new Map<number, string[]>();
  for (const task of await tasksIn(ctx, tx, run)) {
    if (!documentSteps.has(stepOf(run, task)?.task) || !task.completed) continue;
    captured.set(
      task.step,
      (task.output as { id: string }[]).map(({ id }) => id),
    );
  }
  const ids = [...new Set([...captured.values()].flat())];
  return ids.length > 0 ? ids : undefined;
}

/** Completes the task of a check that has ended; undefined while it has not. */
async function takeCheck(
  ctx: Ctx,
  tx: ScopedTx,
  run: Run,
  { task, step }: OpenTask<CheckStep>,
  { outputs }: EndedCheck,
): Promise<Run | undefined> {
  const row = await tx.first(findCheck, { id: String(task.input.check_id) });
  if (row?.status !== 'complete' && row?.status !== 'withdrawn') return undefined;
  const ended = toCheck(ctx, row);
  const reports = await tx.all(listReports, { check_id: ended.id });
  const completed = await finishTask(ctx, tx, run, task, {
    check_id: ended.id,
    status: ended.status,
    result: ended.result,
    reports: reports.map(({ id, name, result, sub_result }) => ({ id, name, result, sub_result })),
    ...propertiesOf(ctx, reports, step),
  });
  const after =
    Object.keys(outputs).length === 0 ? completed : { ...completed, output: { ...completed.output, ...outputs } };
  if (ended.status === 'complete') return after;
  const error = { type: 'check_withdrawn', message: 'The check of this run was withdrawn' };
  return moveRun(ctx, tx, after, 'failed', { error });
}

/** Properties of a check in the output of its task; absent without any. */
function propertiesOf(ctx: Ctx, reports: readonly ReportRow[], { age_over }: CheckStep) {
  const properties = { ...alertIn(reports), ...(age_over !== undefined && answerIn(ctx, reports, age_over)) };
  return Object.keys(properties).length > 0 ? { properties } : {};
}

/** Returns the id of the first watchlist report that found anything, null if none did, and nothing for a check without such reports. */
function alertIn(reports: readonly Pick<ReportRow, 'id' | 'name' | 'result'>[]) {
  const searched = reports.filter(({ name }) => isWatchlistReport(name));
  if (searched.length === 0) return {};
  return { alert_identifier: searched.find(({ result }) => result === 'consider')?.id ?? null };
}

/** Returns the answer of the report that was asked for an age; null where it has none. */
function answerIn(ctx: Ctx, reports: readonly ReportRow[], age: number) {
  const row = reports.find(({ name }) => name === AGE_REPORT);
  const property = ageProperty(age);
  return { [property]: (row && toReport(ctx, row).properties[property]) ?? null };
}
