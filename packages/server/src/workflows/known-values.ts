import type { Place } from '../base/place.ts';
import { stepKind } from './steps/index.ts';
import { decisions, type Step, type Workflow } from './workflow.ts';

/** A value that conditions, inputs and mails of a workflow can name. */
export interface KnownValue {
  /** The value's path, such as `start.plan`, or a step's name alone if the step does not list its outputs. */
  readonly value: string;
  /** `string`, `number`, `boolean`, `date` or `media`; null if the workflow does not say it. */
  readonly type: string | null;
  /** The values that it can have; null if they are not listed. */
  readonly choices: readonly string[] | null;
  /** Path of the step in the file that gives the value; null for inputs and constants. */
  readonly step: Place['path'] | null;
}

/** Lists the inputs, constants and outputs of a workflow, the outputs in the order of the file. */
export function knownValues({ inputs = {}, constants = {}, steps }: Workflow): KnownValue[] {
  return [
    ...Object.entries(inputs).map(([key, { type, one_of }]) => ({
      value: `start.${key}`,
      type,
      choices: one_of?.map(String) ?? null,
      step: null,
    })),
    ...Object.entries(constants).map(([key, value]) => ({
      value: `constants.${key}`,
      type: typeof value,
      choices: null,
      step: null,
    })),
    ...outputsOf(steps, ['steps']),
  ];
}

function outputsOf(steps: readonly Step[], path: Place['path']): KnownValue[] {
  return steps.flatMap((step, index) => {
    const at = [...path, index];
    if ('task' in step) return outputsOfTask(step, at);
    if ('if' in step) return [...outputsOf(step.yes, [...at, 'then']), ...outputsOf(step.no, [...at, 'else'])];
    if ('parallel' in step) return step.parallel.flatMap((way, number) => outputsOf(way, [...at, 'parallel', number]));
    if ('repeat' in step) return outputsOf(step.repeat, [...at, 'repeat']);
    if ('end' in step) return [];
    // The steps of another file have no path in this one: their outputs come from the step that runs them.
    const inner = outputsOf(step.steps, []).map((output) => ({ ...output, step: at }));
    return [
      { value: `${step.name}.outcome`, type: 'string', choices: decisions, step: at },
      { value: `${step.name}.reason`, type: 'string', choices: null, step: at },
      ...inner,
    ];
  });
}

function outputsOfTask(step: Extract<Step, { task: string }>, at: Place['path']): KnownValue[] {
  const kind = stepKind(step);
  const types = kind.outputTypes?.(step);
  if (!types) return [{ value: step.name, type: null, choices: null, step: at }];
  return Object.entries(types).map(([key, type]) => ({
    value: `${step.name}.${key}`,
    type: type ?? null,
    choices: kind.choices?.(step, key) ?? null,
    step: at,
  }));
}
