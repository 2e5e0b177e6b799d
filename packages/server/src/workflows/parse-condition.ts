import { CONTROL_CHARACTERS, choiceAt, listAt, objectAt, type Place, textAt } from '../base/place.ts';
import type { ReportName } from '../reports/index.ts';
import { subResults } from '../reports/outcome.ts';
import type { Condition, ResultCondition, Scalar, ValueCondition } from './workflow.ts';

/** Conditions of a list, and values that one compares with. */
const MOST = { conditions: 20, values: 300 } as const;

/** Keys of a condition about a check or a report. */
export const resultKeys = ['check', 'report', 'result', 'sub_result'] as const;

const valueKeys = ['value', 'is', 'in', 'at_least', 'at_most', 'exists'] as const;

const groups = ['all', 'any', 'not'] as const;

/** Reads a condition: of results, of a value, or of conditions. */
export function readCondition(place: Place): Condition {
  const { value, path, wrong } = place;
  const keys = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  const group = groups.find((key) => keys.includes(key));
  if (group) {
    const whole = objectAt(place, [group]);
    if (group === 'not') return { not: readCondition(whole.at('not')) };
    const found = listAt(whole.at(group), MOST.conditions, readCondition);
    if (found.length === 0) wrong([...path, group], 'must have at least one condition');
    return group === 'all' ? { all: found } : { any: found };
  }
  if (keys.includes('value')) return readValue(place);
  const found = readResult(place, objectAt(place, resultKeys));
  if (Object.keys(found).length === 0) wrong(path, 'must have one of check, report, value, all, any, not');
  return found;
}

/** Reads what of an object is about a check or a report. */
export function readResult(place: Place, whole: ReturnType<typeof objectAt>): ResultCondition {
  const ofReport = whole.has('result') || whole.has('sub_result');
  if (whole.has('check') && whole.has('report')) place.wrong(place.path, 'must be about the check or about a report');
  if (whole.has('report') && !ofReport)
    place.wrong(place.path, 'must have result or sub_result, the value to compare with');
  if (ofReport && !whole.has('report')) place.wrong(place.path, 'must have report, the name of the report');
  return {
    ...(whole.has('check') && { check: choiceAt(whole.at('check'), ['clear', 'consider']) }),
    ...(whole.has('report') && { report: textAt(whole.at('report')) as ReportName }),
    ...(whole.has('result') && { result: choiceAt(whole.at('result'), ['clear', 'consider', 'unidentified']) }),
    ...(whole.has('sub_result') && { sub_result: choiceAt(whole.at('sub_result'), subResults) }),
  };
}

function readValue(place: Place): ValueCondition {
  const whole = objectAt(place, valueKeys);
  const compared = valueKeys.slice(1).filter((key) => whole.has(key));
  const isRange = compared.length > 0 && compared.every((key) => key === 'at_least' || key === 'at_most');
  if (compared.length !== 1 && !isRange) {
    place.wrong(place.path, 'must have a comparison: is, in, exists, at_least or at_most');
  }
  return {
    value: textAt(whole.at('value')),
    ...(whole.has('is') && { is: scalarAt(whole.at('is')) }),
    ...(whole.has('in') && { in: listAt(whole.at('in'), MOST.values, scalarAt) }),
    ...(whole.has('at_least') && { at_least: numberAt(whole.at('at_least')) }),
    ...(whole.has('at_most') && { at_most: numberAt(whole.at('at_most')) }),
    ...(whole.has('exists') && { exists: booleanAt(whole.at('exists')) }),
  };
}

/** A text, a number, true or false. */
export function scalarAt({ value, path, wrong }: Place): Scalar {
  const isScalar = typeof value === 'number' ? Number.isFinite(value) : ['string', 'boolean'].includes(typeof value);
  if (!isScalar) wrong(path, 'must be a string, a number, true or false');
  else if (CONTROL_CHARACTERS.test(String(value))) wrong(path, 'must not contain control characters');
  return value as Scalar;
}

function numberAt({ value, path, wrong }: Place): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) wrong(path, 'must be a number');
  return value as number;
}

/** True or false. */
export function booleanAt({ value, path, wrong }: Place): boolean {
  if (typeof value !== 'boolean') wrong(path, 'must be true or false');
  return value as boolean;
}
