import { isNode, LineCounter, parseDocument } from 'yaml';
import { publishedVersions } from '../base/versions.ts';
import { acceptedReportNames, type ReportName } from '../reports/index.ts';
import { subResults } from '../reports/outcome.ts';
import { choiceAt, eachOnce, integerAt, listAt, objectAt, type Place, pathText, textAt } from './place.ts';
import {
  type OutputSource,
  profileFields,
  RUN_DAYS,
  type Rule,
  type Step,
  taskKinds,
  taskPrefix,
  type Workflow,
} from './workflow.ts';

const UUID = [/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'a UUID in lower case'] as const;

/** Names become ids of tasks, which match `^[0-9a-z_-]+$` (contract 2.1). */
const NAME = [/^[a-z][a-z0-9_]{0,59}$/, 'at most 60 lower case letters, digits and underscores'] as const;

/** Far more than any run needs. */
const MOST = { steps: 20, rules: 50, versions: 2 ** 31 - 1 } as const;

const reportNames = acceptedReportNames(publishedVersions.latest);

/**
 * Reads a workflow from YAML 1.2, of which JSON is a part. Throws one error that names everything that is wrong, each in
 * a line of its own: `file:line steps[0].task: must be one of …`.
 */
export function parseWorkflow(text: string, file: string): Workflow {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const lineOf = (offset: number) => lines.linePos(offset).line;
  if (document.errors.length > 0) {
    throw new Error(document.errors.map(({ pos, message }) => `${file}:${lineOf(pos[0])} ${message}`).join('\n'));
  }
  /** The line of a value, or of the nearest thing around it. */
  const lineAt = (path: Place['path']): number => {
    for (let depth = path.length; depth > 0; depth--) {
      const node = document.getIn(path.slice(0, depth), true);
      if (isNode(node) && node.range) return lineOf(node.range[0]);
    }
    return 1;
  };
  const found: { line: number; problem: string }[] = [];
  const workflow = readWorkflow({
    value: document.toJS(),
    path: [],
    wrong(path, message) {
      found.push({ line: lineAt(path), problem: `${pathText(path)}: ${message}` });
    },
  });
  if (found.length > 0) {
    found.sort((one, other) => one.line - other.line);
    throw new Error(found.map(({ line, problem }) => `${file}:${line} ${problem}`).join('\n'));
  }
  return workflow;
}

function readWorkflow(place: Place): Workflow {
  const whole = objectAt(place, ['id', 'version', 'name', 'steps', 'decide', 'output', 'abandon_after_days']);
  const steps = listAt(whole.at('steps'), MOST.steps, readStep);
  judgeSteps(whole.at('steps'), steps);
  const decide = listAt(whole.at('decide'), MOST.rules, readRule);
  judgeRules(whole.at('decide'), decide, steps);
  return {
    id: textAt(whole.at('id'), UUID),
    version: integerAt(whole.at('version'), 1, MOST.versions),
    name: textAt(whole.at('name')),
    steps,
    decide,
    output: whole.has('output') ? readOutput(whole.at('output'), steps) : {},
    abandon_after_days: whole.has('abandon_after_days')
      ? integerAt(whole.at('abandon_after_days'), 1, RUN_DAYS)
      : RUN_DAYS,
  };
}

const keysOf = {
  profile_data: ['task', 'name', 'completed_by', 'required', 'optional'],
  check: ['task', 'name', 'reports'],
  capture: ['task', 'name', 'completed_by'],
} as const;

function readStep(place: Place): Step {
  const kind = (place.value as { task?: unknown } | null | undefined)?.task;
  const keys = kind === 'profile_data' || kind === 'check' ? keysOf[kind] : keysOf.capture;
  const step = objectAt(place, keys);
  const task = choiceAt(step.at('task'), taskKinds);
  const name = step.has('name') ? textAt(step.at('name'), NAME) : task;
  if (task === 'check') {
    const reports = listAt(step.at('reports'), reportNames.length, (one) => choiceAt(one, reportNames));
    if (reports.length === 0) place.wrong([...place.path, 'reports'], 'must name at least one report');
    eachOnce(step.at('reports'), reports);
    return { task, name, reports };
  }
  const completed_by = step.has('completed_by')
    ? choiceAt(step.at('completed_by'), ['applicant', 'client'])
    : 'applicant';
  if (task !== 'profile_data') return { task, name, completed_by };
  const fieldsAt = (key: string) => listAt(step.at(key), profileFields.length, (one) => choiceAt(one, profileFields));
  const [required, optional] = [fieldsAt('required'), fieldsAt('optional')];
  if (required.length + optional.length === 0) place.wrong(place.path, 'must ask for something: required or optional');
  eachOnce(step.at('required'), required);
  for (const [index, field] of optional.entries()) {
    if (required.includes(field)) place.wrong([...place.path, 'optional', index], `"${field}" is required already`);
  }
  return { task, name, completed_by, required, optional };
}

function judgeSteps({ path, wrong }: Place, steps: readonly Step[]): void {
  const prefixes = steps.map(({ name }) => taskPrefix(String(name)));
  steps.forEach(({ task, name }, index) => {
    if (name === 'start') wrong([...path, index, 'name'], 'must not be "start", the task with which every run begins');
    if (prefixes.indexOf(taskPrefix(String(name))) < index) {
      wrong([...path, index], `"${name}" is the name of another step: give it a name of its own`);
    }
    if (task === 'check' && index < steps.length - 1) wrong([...path, index], 'a check must be the last step');
  });
}

function readRule(place: Place): Rule {
  const rule = objectAt(place, ['check', 'report', 'result', 'sub_result', 'outcome', 'reason']);
  const ofReport = rule.has('result') || rule.has('sub_result');
  if (rule.has('check') && rule.has('report')) place.wrong(place.path, 'must be about the check or about a report');
  if (rule.has('report') && !ofReport) place.wrong(place.path, 'must say which result or sub_result of the report');
  if (ofReport && !rule.has('report')) place.wrong(place.path, 'must say of which report');
  return {
    ...(rule.has('check') && { check: choiceAt(rule.at('check'), ['clear', 'consider']) }),
    ...(rule.has('report') && { report: textAt(rule.at('report')) as ReportName }),
    ...(rule.has('result') && { result: choiceAt(rule.at('result'), ['clear', 'consider', 'unidentified']) }),
    ...(rule.has('sub_result') && {
      sub_result: choiceAt(rule.at('sub_result'), subResults),
    }),
    outcome: choiceAt(rule.at('outcome'), ['approve', 'decline', 'review']),
    ...(rule.has('reason') && { reason: textAt(rule.at('reason')) }),
  };
}

/** Every result must lead somewhere: so the last rule has no condition, and nothing comes after one that has none. */
function judgeRules({ path, wrong }: Place, rules: readonly Rule[], steps: readonly Step[]): void {
  const check = steps.find((step) => step.task === 'check');
  if (rules.length === 0) wrong(path, 'must have a rule at least: outcome: approve, decline or review');
  rules.forEach(({ check: result, report }, index) => {
    const last = index === rules.length - 1;
    const conditional = result !== undefined || report !== undefined;
    if (last && conditional) wrong([...path, index], 'the last rule must have no condition, for what no other decides');
    if (!last && !conditional) wrong([...path, index], 'decides everything, so no rule may follow');
    if (conditional && !check) wrong([...path, index], 'there is no check whose result could decide');
    if (check && report !== undefined && !check.reports.includes(report)) {
      wrong([...path, index, 'report'], `must be a report of the check: ${check.reports.join(', ')}`);
    }
  });
}

function readOutput(place: Place, steps: readonly Step[]): Record<string, OutputSource> {
  const keys = typeof place.value === 'object' && place.value !== null ? Object.keys(place.value) : [];
  const output = objectAt(place, keys);
  return Object.fromEntries(keys.map((key) => [key, readSource(output.at(key), steps)]));
}

/** The name of a step, or `{report: document}`. */
function readSource(place: Place, steps: readonly Step[]): OutputSource {
  if (typeof place.value !== 'object' || place.value === null) {
    return choiceAt(
      place,
      steps.map(({ name }) => name),
    );
  }
  const report = objectAt(place, ['report']).at('report');
  const check = steps.find((step) => step.task === 'check');
  if (check) return { report: choiceAt(report, check.reports) };
  report.wrong(report.path, 'there is no check whose report could be shown');
  return { report: report.value as ReportName };
}
