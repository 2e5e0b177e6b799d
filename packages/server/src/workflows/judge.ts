import type { Place } from '../base/place.ts';
import { stepKind } from './steps/index.ts';
import {
  type Condition,
  decisions,
  isInput,
  type Rule,
  type Scalar,
  type Step,
  type SubWorkflowStep,
  type TaskStep,
  taskPrefix,
  taskSteps,
  type Workflow,
} from './workflow.ts';

type Path = Place['path'];

/** Steps that a condition may name, because they may have ended before, by name. */
type Known = ReadonlyMap<string, TaskStep | SubWorkflowStep>;

/** Reports errors of a workflow as a whole: duplicate names, unreachable steps, and conditions on values that do not come before. */
export function judgeFlow({ path, wrong }: Place, workflow: Workflow): void {
  const { steps, decide } = workflow;
  judgeNames({ path, wrong }, steps);
  const validator = new Judge(wrong, workflow);
  const { known, ends } = validator.block([...path, 'steps'], steps, new Map());
  const decidePath = [...path, 'decide'];
  if (ends && decide.length > 0) wrong(decidePath, 'is never reached, because every path through the steps has an end');
  if (!ends) judgeRules(decidePath, decide, wrong);
  for (const [index, rule] of decide.entries()) validator.rule([...decidePath, index], rule, known);
  for (const [key, source] of Object.entries(workflow.output)) {
    const at = [...path, 'output', key];
    if (typeof source === 'string') {
      const names = taskSteps(steps).map(({ name }) => name);
      if (!names.includes(source)) wrong(at, `must be one of ${names.join(', ')}`);
    } else if ('report' in source) validator.report([...at, 'report'], source.report, known, 'shown');
    else validator.value([...at, 'value'], source.value, known);
  }
}

/** Names are ids of tasks, so each stands once. */
function judgeNames({ wrong, path }: Pick<Place, 'wrong' | 'path'>, steps: readonly Step[]): void {
  const seen = new Set<string>();
  eachName([...path, 'steps'], steps, (at, { name }) => {
    if (name === 'start') wrong([...at, 'name'], 'must not be "start", the task with which every run begins');
    if (name === 'constants') wrong([...at, 'name'], 'must not be "constants", the values of the file');
    const prefix = taskPrefix(String(name));
    if (seen.has(prefix)) wrong(at, `"${name}" is the name of another step. Use a different name`);
    seen.add(prefix);
  });
}

/** Every result needs an outcome. Therefore the last rule has no condition, and no rule follows a rule without a condition. */
function judgeRules(path: Path, rules: readonly Rule[], wrong: Place['wrong']): void {
  if (rules.length === 0) wrong(path, 'must have at least one rule, such as outcome: approve, decline or review');
  rules.forEach((rule, index) => {
    const last = index === rules.length - 1;
    const conditional = rule.check !== undefined || rule.report !== undefined || rule.if !== undefined;
    if (last && conditional)
      wrong([...path, index], 'the last rule must have no condition, so that it decides every remaining run');
    if (!last && !conditional) wrong([...path, index], 'has no condition, so no rule may follow it');
  });
}

class Judge {
  readonly #wrong: Place['wrong'];
  readonly #workflow: Workflow;

  constructor(wrong: Place['wrong'], workflow: Workflow) {
    this.#wrong = wrong;
    this.#workflow = workflow;
  }

  /** Judges steps, and answers what may have ended after them, and whether every way through them ends the run. */
  block(path: Path, steps: readonly Step[], before: Known): { known: Known; ends: boolean } {
    let known = before;
    let ends = false;
    for (const [index, step] of steps.entries()) {
      const at = [...path, index];
      if (ends) this.#wrong(at, 'is never reached, because the previous step ends the run');
      const after = this.#step(at, step, known);
      known = after.known;
      ends ||= after.ends;
    }
    return { known, ends };
  }

  #step(at: Path, step: Step, known: Known): { known: Known; ends: boolean } {
    if ('task' in step) {
      stepKind(step).judge?.(step, {
        workflow: this.#workflow,
        at,
        known,
        wrong: this.#wrong,
        value: (path, value) => this.value(path, value, known),
      });
      return { known: new Map([...known, [step.name, step]]), ends: false };
    }
    if ('end' in step) return { known, ends: true };
    if ('if' in step) {
      this.condition([...at, 'if'], step.if, known);
      const ways = [this.block([...at, 'then'], step.yes, known), this.block([...at, 'else'], step.no, known)];
      return { known: together(ways), ends: ways.every(({ ends }) => ends) };
    }
    if ('parallel' in step) {
      // Each way knows what came before alone: which of the others has ended first is left to chance.
      const ways = step.parallel.map((way, index) => this.block([...at, 'parallel', index], way, known));
      return { known: together(ways), ends: ways.some(({ ends }) => ends) };
    }
    if ('workflow' in step) return { known: this.#workflowStep(at, step, known), ends: false };
    const round = this.block([...at, 'repeat'], step.repeat, known);
    this.condition([...at, 'until'], step.until, round.known);
    return round;
  }

  /** Judges the inputs of a workflow within this one. The file of that workflow is judged by itself. */
  #workflowStep(at: Path, step: SubWorkflowStep, before: Known): Known {
    let sound = true;
    const validator = new Judge((path, message) => {
      sound = false;
      this.#wrong(path, message);
    }, this.#workflow);
    for (const [key, path] of Object.entries(step.inputs)) validator.value([...at, 'inputs', key], path, before);
    const { known } = sound ? this.block(at, step.steps, before) : { known: before };
    return new Map([...known, [step.name, step]]);
  }

  rule(path: Path, rule: Rule, known: Known): void {
    if (rule.check !== undefined || rule.report !== undefined) this.#result(path, rule, known);
    if (rule.if) this.condition([...path, 'if'], rule.if, known);
  }

  condition(path: Path, condition: Condition, known: Known): void {
    if ('not' in condition) this.condition([...path, 'not'], condition.not, known);
    else if ('value' in condition) this.#compared(path, condition, known);
    else if ('all' in condition || 'any' in condition) {
      const [key, list] = 'all' in condition ? (['all', condition.all] as const) : (['any', condition.any] as const);
      for (const [index, part] of list.entries()) this.condition([...path, key, index], part, known);
    } else this.#result(path, condition, known);
  }

  #result(path: Path, { report }: Pick<Rule, 'report'>, known: Known): void {
    if (reportsIn(known).length === 0) this.#wrong(path, 'has no effect, because no check comes before it');
    else if (report !== undefined) this.report([...path, 'report'], report, known, 'judged');
  }

  report(path: Path, report: string, known: Known, use: 'shown' | 'judged'): void {
    const reports = reportsIn(known);
    if (reports.length === 0) this.#wrong(path, 'shows nothing, because no check comes before it');
    else if (!reports.includes(report)) {
      this.#wrong(path, `must be ${use === 'shown' ? 'one of' : 'a report of the check:'} ${reports.join(', ')}`);
    }
  }

  #compared(path: Path, condition: Extract<Condition, { value: string }>, known: Known): void {
    const type = this.value([...path, 'value'], condition.value, known);
    if (type === undefined) return;
    const isNumber = condition.at_least !== undefined || condition.at_most !== undefined;
    if (isNumber && type !== 'number') this.#wrong(path, `compares numbers, but "${condition.value}" is a ${type}`);
    const values = condition.in ?? (condition.is === undefined ? [] : [condition.is]);
    const other = values.find((value) => (type === 'date' ? !isInput(value, 'date') : typeof value !== type));
    if (other !== undefined)
      this.#wrong(path, `"${condition.value}" is a ${type}, so it can't be ${JSON.stringify(other)}`);
    else this.#listed(path, condition.value, values, known);
    const { at_least = -Infinity, at_most = Infinity } = condition;
    if (at_least > at_most)
      this.#wrong(path, `is never true: no number is at least ${at_least} and at most ${at_most}`);
  }

  /** Reports a value that a path never comes to, where the file lists those that it can. */
  #listed(path: Path, value: string, values: readonly Scalar[], known: Known): void {
    const [name, key, ...rest] = value.split('.') as [string, string, ...string[]];
    const step = known.get(name);
    const choices = step && key !== undefined ? choicesOf(step, key) : undefined;
    const other = choices && values.find((value) => !choices.includes(String(value)));
    if (other !== undefined) this.#wrong(path, `must be a choice of "${name}": ${choices?.join(', ')}`);
    const list = name === 'start' && rest.length === 0 ? this.#workflow.inputs?.[key]?.one_of : undefined;
    const never = list && values.find((value) => !list.includes(value));
    if (never !== undefined) this.#wrong(path, `must be a value that "${value}" can have: ${list?.join(', ')}`);
  }

  /** Judges the path of a value, and answers its type where the file says it. */
  value(path: Path, value: string, known: Known): string | undefined {
    const { inputs, constants = {} } = this.#workflow;
    const [name, key, ...rest] = String(value).split('.') as [string, ...string[]];
    if (name === 'constants') {
      const constant =
        key === undefined || rest.length > 0 || !Object.hasOwn(constants, key) ? undefined : constants[key];
      if (constant === undefined) this.#wrong(path, `must be one of ${pathsOf('constants', Object.keys(constants))}`);
      return constant === undefined ? undefined : typeof constant;
    }
    if (name === 'start') {
      if (!inputs || key === undefined) return undefined;
      const input = Object.hasOwn(inputs, key) ? inputs[key] : undefined;
      if (!input) this.#wrong(path, `must be one of ${pathsOf('start', Object.keys(inputs))}`);
      return rest.length > 0 ? undefined : input?.type;
    }
    const step = known.get(name);
    if (!step) {
      const names = ['start', 'constants', ...known.keys()].join(', ');
      this.#wrong(path, `must begin with the name of a step that comes before: ${names}`);
    }
    const shown = step && ('task' in step ? stepKind(step).outputTypes?.(step) : endTypes);
    if (shown && key !== undefined) {
      if (!Object.hasOwn(shown, key)) this.#wrong(path, `must be one of ${pathsOf(name, Object.keys(shown))}`);
      return shown[key];
    }
    return undefined;
  }
}

/** Types of the outputs of a workflow that runs as a step. */
const endTypes: Readonly<Record<string, string>> = { outcome: 'string', reason: 'string' };

/** The values that a key of the output of a step can have, where they are listed. */
function choicesOf(step: TaskStep | SubWorkflowStep, key: string): readonly string[] | undefined {
  if (!('task' in step)) return key === 'outcome' ? decisions : undefined;
  return stepKind(step).choices?.(step, key);
}

const pathsOf = (name: string, keys: readonly string[]) => keys.map((key) => `${name}.${key}`).join(', ');

const together = (ways: readonly { known: Known }[]): Known => new Map(ways.flatMap(({ known }) => [...known]));

const tasksIn = (known: Known): TaskStep[] => [...known.values()].filter((step) => 'task' in step);

const reportsIn = (known: Known): string[] =>
  tasksIn(known).flatMap((step) => (step.task === 'check' ? step.reports : []));

/** Calls with each step that has a name, and its path. */
function eachName(path: Path, steps: readonly Step[], call: (path: Path, step: { name: string }) => void): void {
  for (const [index, step] of steps.entries()) {
    const at = [...path, index];
    if ('task' in step || 'workflow' in step) call(at, step);
    if ('workflow' in step) eachName(at, step.steps, call);
    else if ('if' in step) {
      eachName([...at, 'then'], step.yes, call);
      eachName([...at, 'else'], step.no, call);
    } else if ('parallel' in step) {
      for (const [way, list] of step.parallel.entries()) eachName([...at, 'parallel', way], list, call);
    } else if ('repeat' in step) eachName([...at, 'repeat'], step.repeat, call);
  }
}
