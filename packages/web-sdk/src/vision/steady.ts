/**
 * Keeps the value before until another was seen often enough, so that hints don't flicker. Returns the value to show;
 * undefined until there is one.
 *
 * @param times looks in a row
 */
export function steady<T>(times: number): (seen: T) => T | undefined {
  let shown: T | undefined;
  let next: T | undefined;
  let count = 0;
  return (seen) => {
    count = seen === next ? count + 1 : 1;
    next = seen;
    if (count >= times) shown = seen;
    return shown;
  };
}

/**
 * Returns whether a value should be read out: when it is new, and at most every `ms` milliseconds. A value that is too early
 * waits, unless another follows meanwhile.
 * @param at time of the last value that was read out
 */
export function seldom<T>(ms: number, at: number): (value: T, now: number) => boolean {
  let last: T | undefined;
  return (value, now) => {
    if (value === last || now - at < ms) return false;
    last = value;
    at = now;
    return true;
  };
}
