import { stepKind } from './steps/index.ts';
import type { Naming } from './steps/kind.ts';
import type { Condition, Rule, Step, TaskStep } from './workflow.ts';

/**
 * The names of a workflow that runs as the step `name` of another one. Steps and constants get the name of that step in front, so
 * that each stands once in the whole; inputs become the values that the step gives for them.
 *
 * @param inputs paths by input; null where the workflow declares none, and sees the custom data of the run as it is
 */
export function namingWithin(name: string, inputs: Readonly<Record<string, string>> | null): Naming {
  const step = (own: string) => `${name}_${own}`;
  return {
    step,
    path(path) {
      const [first, key, ...rest] = path.split('.') as [string, ...string[]];
      if (first === 'constants') return ['constants', ...(key === undefined ? [] : [step(key)]), ...rest].join('.');
      if (first !== 'start') return [step(first), ...(key === undefined ? [] : [key]), ...rest].join('.');
      const value = key === undefined || !inputs || !Object.hasOwn(inputs, key) ? undefined : inputs[key];
      return value === undefined ? path : [value, ...rest].join('.');
    },
  };
}

/** Steps under other names. */
export function renameSteps(steps: readonly Step[], naming: Naming): Step[] {
  return steps.map((step): Step => {
    if ('task' in step) return renameTask(step, naming);
    if ('end' in step) return step;
    if ('if' in step) {
      const ways = { yes: renameSteps(step.yes, naming), no: renameSteps(step.no, naming) };
      return { if: renameCondition(step.if, naming), ...ways };
    }
    if ('parallel' in step) return { parallel: step.parallel.map((way) => renameSteps(way, naming)) };
    if ('repeat' in step) {
      return {
        ...step,
        repeat: renameSteps(step.repeat, naming),
        until: renameCondition(step.until, naming),
      };
    }
    return {
      ...step,
      name: naming.step(step.name),
      inputs: renameValues(step.inputs, naming),
      steps: renameSteps(step.steps, naming),
      decide: renameRules(step.decide, naming),
    };
  });
}

/** Rules about steps under other names. */
export function renameRules(rules: readonly Rule[], naming: Naming): Rule[] {
  return rules.map((rule) => (rule.if ? { ...rule, if: renameCondition(rule.if, naming) } : rule));
}

function renameTask(step: TaskStep, naming: Naming): TaskStep {
  const renamed = stepKind(step).rename?.(step, naming) ?? step;
  return { ...renamed, name: naming.step(step.name) };
}

const renameValues = (values: Readonly<Record<string, string>>, naming: Naming) =>
  Object.fromEntries(Object.entries(values).map(([key, path]) => [key, naming.path(path)]));

function renameCondition(condition: Condition, naming: Naming): Condition {
  const each = (part: Condition) => renameCondition(part, naming);
  if ('all' in condition) return { all: condition.all.map(each) };
  if ('any' in condition) return { any: condition.any.map(each) };
  if ('not' in condition) return { not: each(condition.not) };
  return 'value' in condition ? { ...condition, value: naming.path(condition.value) } : condition;
}
