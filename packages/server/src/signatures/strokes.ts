/** The field that a signature is drawn in: its coordinates are integers from the upper left corner. */
export const STROKE_FIELD = { width: 1000, height: 400 } as const;

/** The strokes of a drawn signature, each `[x, y, x, y, …]`. */
export type Strokes = readonly (readonly number[])[];

/** Some 3,000 points; a signature has a tenth of them, since browsers leave out points that lie close together. */
const LONGEST = 30_000;

/** Extent below which, in both directions, a stroke is a slip of the finger. */
const LEAST_EXTENT = 50;

const COORDINATE = /^\d{1,4}$/;

/**
 * Reads a signature as browsers send it: numbers with spaces between them, and semicolons between strokes. Undefined where
 * it isn't one, leaves its field, or is too small.
 */
export function readStrokes(text: string): Strokes | undefined {
  if (text.length > LONGEST) return undefined;
  const strokes: number[][] = [];
  const [xs, ys]: [number[], number[]] = [[], []];
  for (const part of text.split(';')) {
    const words = part.split(' ');
    if (words.length % 2 !== 0 || !words.every((word) => COORDINATE.test(word))) return undefined;
    const stroke = words.map(Number);
    for (const [at, value] of stroke.entries()) (at % 2 === 0 ? xs : ys).push(value);
    strokes.push(stroke);
  }
  const [wide, tall] = [extentOf(xs), extentOf(ys)];
  const inside = wide.most <= STROKE_FIELD.width && tall.most <= STROKE_FIELD.height;
  return inside && Math.max(wide.extent, tall.extent) >= LEAST_EXTENT ? strokes : undefined;
}

function extentOf(values: readonly number[]): { most: number; extent: number } {
  const most = Math.max(...values);
  return { most, extent: most - Math.min(...values) };
}
