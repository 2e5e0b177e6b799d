import type { Condition, ResultCondition, ValueCondition } from './workflow.ts';

/** A report of a check, as it ended. */
export interface EndedReport {
  readonly name: string;
  readonly result: string | null;
  readonly sub_result: string | null;
}

/** State of a run so far. */
export interface Scope {
  /** Newest output of each step, by name; `start` is the client's custom data, `constants` come from the file. */
  readonly outputs: ReadonlyMap<string, unknown>;
  /** Reports of the newest check of each step, in the order in which they ended. */
  readonly checks: ReadonlyMap<string, readonly EndedReport[]>;
}

/** Returns whether a condition holds. One without any key always does. */
export function holds(condition: Condition, scope: Scope): boolean {
  if ('all' in condition) return condition.all.every((part) => holds(part, scope));
  if ('any' in condition) return condition.any.some((part) => holds(part, scope));
  if ('not' in condition) return !holds(condition.not, scope);
  return 'value' in condition ? valueHolds(condition, scope) : resultHolds(condition, scope);
}

/**
 * A report that was cancelled or withdrawn has no result, and isn't clear: a report that was not processed approves no
 * applicant, though the result of the check leaves it out.
 */
function resultHolds({ check, report: name, result, sub_result }: ResultCondition, { checks }: Scope): boolean {
  const reports = [...checks.values()].flat();
  if (check !== undefined) {
    return checks.size > 0 && reports.every((report) => report.result === 'clear') === (check === 'clear');
  }
  if (name === undefined) return true;
  const report = reports.findLast((report) => report.name === name);
  if (!report) return false;
  return (
    (result === undefined || report.result === result) && (sub_result === undefined || report.sub_result === sub_result)
  );
}

function valueHolds({ value: path, is, in: list, at_least, at_most, exists }: ValueCondition, scope: Scope): boolean {
  const value = valueAt(path, scope);
  if (exists !== undefined) return (value !== undefined && value !== null) === exists;
  if (is !== undefined) return value === is;
  if (list) return list.some((entry) => entry === value);
  if (typeof value !== 'number') return false;
  return (at_least === undefined || value >= at_least) && (at_most === undefined || value <= at_most);
}

/** The value at a path such as `profile_data.address.country`; undefined without a value. */
export function valueAt(path: string, { outputs }: Scope): unknown {
  const [name, ...keys] = path.split('.') as [string, ...string[]];
  let value = outputs.get(name);
  for (const key of keys) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}
