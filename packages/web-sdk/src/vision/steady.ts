/**
 * Holds on to what was told until something else was seen often enough, so that nothing flickers. Answers what to tell now;
 * undefined until anything was.
 *
 * @param times looks in a row
 */
export function steady<T>(times: number): (seen: T) => T | undefined {
  let told: T | undefined;
  let next: T | undefined;
  let count = 0;
  return (seen) => {
    count = seen === next ? count + 1 : 1;
    next = seen;
    if (count >= times) told = seen;
    return told;
  };
}

/**
 * Tells whether something is to be said aloud: when it is new, and no more often than every `ms` milliseconds. What comes too
 * soon waits for its turn, unless something else comes meanwhile.
 *
 * @param at when something was said last
 */
export function seldom<T>(ms: number, at: number): (told: T, now: number) => boolean {
  let last: T | undefined;
  return (told, now) => {
    if (told === last || now - at < ms) return false;
    last = told;
    at = now;
    return true;
  };
}
