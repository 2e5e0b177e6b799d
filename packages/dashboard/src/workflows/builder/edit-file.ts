import { addEntry, addKey, exchangeEntries, NotEditable, removeEntry, removeKey, replaceValue } from './edit-text.ts';
import { isFields, type Path, parsedText } from './outline.ts';

/** Returns whether two values of a file say the same. The order of keys doesn't count. */
function equal(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((entry, index) => equal(entry, other[index]));
  }
  if (!isFields(one) || !isFields(other)) return Object.is(one, other);
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => key in other && equal(one[key], other[key]));
}

/**
 * The text of a file with another value. Only the pieces of the text that say something else change. Throws `NotEditable` if the
 * result would not say exactly the value.
 */
export function editFile(text: string, value: unknown): string {
  return checked(reconcile(text, [], parsedText(text), value), value);
}

/** The text with two neighbours of a list exchanged, with their comments. Throws `NotEditable`. */
export function exchangeInFile(text: string, list: Path, index: number): string {
  const value = parsedText(text);
  const after = [...(valueAt(value, list) as readonly unknown[])];
  [after[index], after[index + 1]] = [after[index + 1], after[index]];
  const whole = withValue(value, list, after);
  try {
    return checked(exchangeEntries(text, list, index), whole);
  } catch (error) {
    if (!(error instanceof NotEditable)) throw error;
    // The first step of a branch follows the dash of its list. The steps exchange their fields in place.
    return editFile(text, whole);
  }
}

function checked(text: string, value: unknown): string {
  if (!equal(parsedText(text), value)) throw new NotEditable();
  return text;
}

/** The value at a path; undefined where there is nothing. */
export const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Readonly<Record<string, unknown>> | undefined)?.[key], value);

/** A copy of a value with another value at a path; undefined removes a key. */
export function withValue(value: unknown, [key, ...rest]: Path, inner: unknown): unknown {
  if (key === undefined) return inner;
  if (typeof key === 'number') {
    return (value as readonly unknown[]).map((entry, index) => (index === key ? withValue(entry, rest, inner) : entry));
  }
  const fields = isFields(value) ? value : {};
  const changed = withValue(fields[key], rest, inner);
  if (changed !== undefined) return { ...fields, [key]: changed };
  return Object.fromEntries(Object.entries(fields).filter(([other]) => other !== key));
}

function reconcile(text: string, path: Path, before: unknown, after: unknown): string {
  if (equal(before, after)) return text;
  if (isFields(before) && isFields(after)) return reconcileKeys(text, path, before, after);
  if (Array.isArray(before) && Array.isArray(after)) return reconcileEntries(text, path, before, after);
  try {
    return replaceValue(text, path, after);
  } catch (error) {
    const key = path.at(-1);
    if (!(error instanceof NotEditable) || key === undefined) throw error;
    // A list or map over several lines gives way to another kind of value.
    const around = path.slice(0, -1);
    if (typeof key === 'number') return removeEntry(addEntry(text, around, key, after), around, key + 1);
    return addKey(removeKey(text, around, key), around, key, after);
  }
}

type Values = Readonly<Record<string, unknown>>;

/** Adds keys before it removes others, so that no map is empty meanwhile. */
function reconcileKeys(text: string, path: Path, before: Values, after: Values): string {
  let result = text;
  for (const [key, value] of Object.entries(after)) {
    if (key in before) result = reconcile(result, [...path, key], before[key], value);
    else result = addKey(result, path, key, value);
  }
  for (const key of Object.keys(before)) if (!(key in after)) result = removeKey(result, path, key);
  return result;
}

/** Changes the entries between those that are equal at the start and at the end of both lists. */
function reconcileEntries(text: string, path: Path, before: readonly unknown[], after: readonly unknown[]): string {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && equal(before[start], after[start])) start++;
  let end = 0;
  while (end < shorter - start && equal(before.at(-1 - end), after.at(-1 - end))) end++;
  const changed = shorter - start - end;
  let result = text;
  for (let index = start; index < start + changed; index++) {
    result = reconcile(result, [...path, index], before[index], after[index]);
  }
  const at = start + changed;
  for (let index = at; index < after.length - end; index++) result = addEntry(result, path, index, after[index]);
  for (let index = before.length - end - 1; index >= at; index--) result = removeEntry(result, path, index);
  return result;
}
