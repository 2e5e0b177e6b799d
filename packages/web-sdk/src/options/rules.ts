import { wrong } from '../problems.ts';

/** Judges one value; throws `invalid_sdk_parameter`. Null and undefined are absent, and never get here. */
export type Rule = (value: unknown, path: string) => void;

const rule =
  (words: string, holds: (value: unknown) => boolean): Rule =>
  (value, path) => {
    if (!holds(value)) throw wrong(path, words, value);
  };

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const text = rule('a string', (value) => typeof value === 'string');
export const flag = rule('true or false', (value) => typeof value === 'boolean');
export const callback = rule('a function', (value) => typeof value === 'function');
export const element = rule('an element', (value) => isRecord(value) && value.nodeType === 1);
export const anObject = rule('an object', isRecord);

export const oneOf = (...values: readonly unknown[]): Rule =>
  rule(`one of ${values.join(', ')}`, (value) => values.includes(value));

export const listOf =
  (each: Rule): Rule =>
  (value, path) => {
    if (!Array.isArray(value)) throw wrong(path, 'an array', value);
    for (const [i, item] of value.entries()) each(item, `${path}[${i}]`);
  };

/** An object whose known keys keep their rules; what else it holds is ignored, as other versions may know it. */
export const shape =
  (rules: Readonly<Record<string, Rule>>): Rule =>
  (value, path) => {
    if (!isRecord(value)) throw wrong(path, 'an object', value);
    for (const [key, rule] of Object.entries(rules)) {
      const member = value[key];
      if (member !== undefined && member !== null) rule(member, path ? `${path}.${key}` : key);
    }
  };

/** An object of any keys, whose values keep one rule. */
export const recordOf =
  (each: Rule): Rule =>
  (value, path) => {
    if (!isRecord(value)) throw wrong(path, 'an object', value);
    for (const [key, member] of Object.entries(value)) each(member, `${path}.${key}`);
  };
