import type { FieldErrors } from '../base/errors.ts';

/** Faults of a field; empty without any. Nested attributes put their own errors in the list. */
export type Messages = readonly (string | FieldErrors)[];

/** Judges one value of JSON, which may be of any type. Pure; keeps nothing. */
export type Rule = (value: unknown) => Messages;

/** Judges a text that is known to be one; undefined when it is fine. */
export type TextCheck = (text: string) => string | undefined;

export const BLANK = "can't be blank";
export const INVALID = 'is invalid';
export const CONTROL = 'must not contain control characters';
export const NOT_INCLUDED = 'is not included in the list';

const FINE: Messages = [];

/** Control characters, NUL among them, and halves of surrogate pairs, which no UTF-8 can hold. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/u;

export function isUnset(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

function isBlank(value: unknown): boolean {
  return isUnset(value) || (typeof value === 'string' && value.trim() === '');
}

/** Absent, null, empty or nothing but white space: can't be blank. */
export function required(rule: Rule): Rule {
  return (value) => (isBlank(value) ? [BLANK] : rule(value));
}

/** Absent and null are fine. */
export function optional(rule: Rule): Rule {
  return (value) => (isUnset(value) ? FINE : rule(value));
}

/** Absent, null and empty are fine: forms can't leave a field out. */
export function optionalText(rule: Rule): Rule {
  return (value) => (isUnset(value) || value === '' ? FINE : rule(value));
}

/** A text of at most `max` characters, none of them a control character, that passes every check. */
export function text(max: number, ...checks: readonly TextCheck[]): Rule {
  const all = [printable, atMost(max), ...checks];
  return (value) => {
    if (typeof value !== 'string') return ['must be a string'];
    // A character takes two units at most; a text of megabytes costs one comparison.
    if (value.length > 2 * max) return [tooLong(max)];
    let messages = FINE;
    for (const check of all) {
      const message = check(value);
      if (message !== undefined && !messages.includes(message)) messages = [...messages, message];
    }
    return messages;
  };
}

/** A text that must have a certain form. */
export function form(pattern: RegExp, message = INVALID): TextCheck {
  return (value) => (pattern.test(value) ? undefined : message);
}

/** A text that must not have certain characters; each is named in the message. */
export function without(characters: string): TextCheck {
  const message = `must not contain any of ${[...characters].join(' ')}`;
  const forbidden = new RegExp(`[${characters.replaceAll(/[\\\]^-]/g, '\\$&')}]`);
  return (value) => (forbidden.test(value) ? message : undefined);
}

function atMost(max: number): TextCheck {
  return (value) => (value.length > max && [...value].length > max ? tooLong(max) : undefined);
}

function printable(value: string): string | undefined {
  return UNPRINTABLE.test(value) ? CONTROL : undefined;
}

function tooLong(max: number): string {
  return `is too long (maximum is ${max} characters)`;
}

/** One of the texts given. */
export function oneOf(values: readonly string[]): Rule {
  const known = new Set<unknown>(values);
  return (value) => {
    if (typeof value !== 'string') return ['must be a string'];
    return known.has(value) ? FINE : [NOT_INCLUDED];
  };
}

export const boolean: Rule = (value) => (typeof value === 'boolean' ? FINE : ['must be a boolean']);

/** A list of at most `max` entries that all pass the rule; the messages of all entries come together. */
export function listOf(rule: Rule, max: number): Rule {
  return (value) => {
    if (!Array.isArray(value)) return ['must be an array'];
    if (value.length > max) return [`is too long (maximum is ${max} entries)`];
    const messages = value.flatMap((entry) => rule(entry));
    return messages.filter((message, index) => typeof message !== 'string' || messages.indexOf(message) === index);
  };
}

export type Fields = Readonly<Record<string, unknown>>;
export type Rules = Readonly<Record<string, Rule>>;

/** An object whose fields pass the rules, which may depend on the object; fields without a rule are ignored. */
export function object(rulesOf: (fields: Fields) => Rules): Rule {
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return ['must be an object'];
    const errors = errorsOf(value as Fields, rulesOf(value as Fields));
    return errors ? [errors] : FINE;
  };
}

/** The messages of every field that breaks its rule; null when none does. */
export function errorsOf(fields: Fields, rules: Rules): FieldErrors | null {
  const errors: FieldErrors = {};
  let fine = true;
  for (const field in rules) {
    const messages = rules[field]!(fields[field]);
    if (messages.length === 0) continue;
    errors[field] = messages;
    fine = false;
  }
  return fine ? null : errors;
}
