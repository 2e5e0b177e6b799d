/** A value in a file, with its position and a function that reports errors about it. */
export interface Place {
  readonly value: unknown;
  readonly path: readonly (string | number)[];
  wrong(path: Place['path'], message: string): void;
}

/** Readers answer a value of their type in any case: what is read counts only when nothing was wrong. */

/** The object at a place. Reports a problem for any other value and for every unknown key. */
export function objectAt(
  place: Place,
  known: readonly string[],
): { at(key: string): Place; has(key: string): boolean } {
  const { value, path, wrong } = place;
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject) wrong(path, 'must be an object');
  const fields = (isObject ? value : {}) as Readonly<Record<string, unknown>>;
  for (const key of Object.keys(fields)) {
    if (!known.includes(key)) wrong([...path, key], `is unknown. Known keys: ${known.join(', ')}`);
  }
  return {
    has: (key) => Object.hasOwn(fields, key),
    at: (key) => ({ value: Object.hasOwn(fields, key) ? fields[key] : undefined, path: [...path, key], wrong }),
  };
}

/** An object of at most `most` keys, which the file chooses; those beyond are not read. */
export function recordAt<T>(place: Place, read: (value: Place) => T, most = 100): Record<string, T> {
  const { value, path, wrong } = place;
  const keys = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  if (keys.length > most) wrong(path, `must not have more than ${most} keys`);
  const whole = objectAt(place, keys);
  return Object.fromEntries(keys.slice(0, most).map((key) => [key, read(whole.at(key))]));
}

/** Characters that JSON and PDF can't show, and a terminal obeys; line breaks and tabs are fine. */
export const CONTROL_CHARACTERS = /[^\P{Cc}\n\r\t]|\p{Cs}/u;

const shortened = (text: string) => (text.length > 100 ? `${text.slice(0, 100)}…` : text);

/** A text of at least one character; `form` says what it must look like, in words. */
export function textAt({ value, path, wrong }: Place, form?: readonly [pattern: RegExp, words: string]): string {
  if (typeof value !== 'string' || value.trim() === '')
    wrong(path, value === undefined ? 'is missing' : 'must be a string');
  else if (CONTROL_CHARACTERS.test(value)) wrong(path, 'must not contain control characters');
  else if (form && !form[0].test(value)) wrong(path, `must be ${form[1]}, not "${shortened(value)}"`);
  return String(value);
}

export function integerAt({ value, path, wrong }: Place, least: number, most: number): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > most) {
    wrong(path, value === undefined ? 'is missing' : `must be a whole number from ${least} to ${most}`);
  }
  return value as number;
}

export function choiceAt<const T extends string>({ value, path, wrong }: Place, values: readonly T[]): T {
  if (!values.includes(value as T)) {
    wrong(path, `${value === undefined ? 'is missing: it must be' : 'must be'} one of ${values.join(', ')}`);
  }
  return value as T;
}

/** A list of at most `most` entries, none when it is absent; those beyond are not read. */
export function listAt<T>({ value, path, wrong }: Place, most: number, read: (place: Place) => T): T[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) {
    wrong(path, 'must be a list');
    return [];
  }
  if (value.length > most) wrong(path, `must not have more than ${most} entries`);
  return value.slice(0, most).map((entry, index) => read({ value: entry, path: [...path, index], wrong }));
}

/** Reports every entry that has come before. */
export function eachOnce({ path, wrong }: Place, entries: readonly string[]): void {
  entries.forEach((entry, index) => {
    if (entries.indexOf(entry) < index) wrong([...path, index], `"${entry}" occurs twice`);
  });
}

/** `steps[1].reports`, as messages show it; empty for the value as a whole. */
export function pathText(path: Place['path']): string {
  const text = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`)).join('');
  return text.replace(/^\./, '');
}
