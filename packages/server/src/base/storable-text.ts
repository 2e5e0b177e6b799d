/**
 * Returns whether some store can't keep a text unchanged. PostgreSQL takes no NUL (its documentation, 8.3). Half of a surrogate pair is not
 * UTF-8 (RFC 3629, section 3): encoders replace it silently, so a later read would not return the text that was sent.
 */
export function isUnstorable(text: string): boolean {
  return text.includes('\0') || !text.isWellFormed();
}

/**
 * Returns whether a text anywhere in parsed JSON or a parsed form, keys included, can't be stored.
 * @param isObject whether a value is an object of values, and not a stream or bytes
 */
export function holdsUnstorable(
  value: unknown,
  isObject: (value: unknown) => value is Record<string, unknown> = isAnyObject,
): boolean {
  // Without recursion: a body may nest deeper than the stack.
  const left = [value];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value === 'string') {
      if (isUnstorable(value)) return true;
    } else if (Array.isArray(value)) {
      for (const item of value) left.push(item);
    } else if (isObject(value)) {
      for (const key of Object.keys(value)) {
        if (isUnstorable(key)) return true;
        left.push(value[key]);
      }
    }
  }
  return false;
}

const isAnyObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
