/** Bounds of a JSON body. The largest that a published client sends has some 500 values, eight deep. */
export const JSON_LIMITS = { values: 10_000, depth: 64 } as const;

export interface JsonSize {
  /** Members of objects and elements of lists, about. */
  readonly values: number;
  /** Objects and lists within each other. */
  readonly depth: number;
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Counts the values in a JSON text without reading it: parsing and judging hundreds of thousands of values takes seconds, this
 * some 5 ms a megabyte, and less for long strings. Stops when it passes a limit. Text that is not JSON gives some number.
 */
export function jsonSize(text: Uint8Array, limits: JsonSize): JsonSize {
  let [values, depth, deepest] = [0, 0, 0];
  for (let at = 0; at < text.length && values <= limits.values && depth <= limits.depth; at++) {
    const byte = text[at];
    if (byte === QUOTE) {
      at = endOfString(text, at);
    } else if (byte === COMMA) values += 1;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      values += 1;
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1;
  }
  return { values, depth: deepest };
}

/** Index at which the string that begins at a quote ends; the end of the text when it never does. */
export function endOfString(text: Uint8Array, start: number): number {
  for (let at = text.indexOf(QUOTE, start + 1); at >= 0; at = text.indexOf(QUOTE, at + 1)) {
    let escapes = 0;
    while (text[at - 1 - escapes] === BACKSLASH) escapes++;
    if (escapes % 2 === 0) return at;
  }
  return text.length;
}
