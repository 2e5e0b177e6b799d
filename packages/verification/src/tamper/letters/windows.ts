/** Anything in a line of text; things of one line have the same one. */
interface InLine {
  readonly line: unknown;
}

/** Letters in a row of one line, and the mean of their values. */
export interface Row<Letter> {
  readonly letters: readonly Letter[];
  readonly mean: number;
}

/**
 * The row of so many letters of one line with the highest mean; null where every line is shorter.
 *
 * @param letters line by line, each from left to right
 * @param values of each letter
 */
export function highestRow<Letter extends InLine>(
  letters: readonly Letter[],
  values: readonly number[],
  size: number,
): Row<Letter> | null {
  let best: Row<Letter> | null = null;
  for (let from = 0; from + size <= letters.length; from++) {
    if (letters[from]!.line !== letters[from + size - 1]!.line) continue;
    const mean = values.slice(from, from + size).reduce((sum, value) => sum + value, 0) / size;
    if (!best || mean > best.mean) best = { letters: letters.slice(from, from + size), mean };
  }
  return best;
}

/** Mean value of each line that has enough letters. */
export function meansOfLines(letters: readonly InLine[], values: readonly number[], least: number): number[] {
  const lines = new Map<unknown, number[]>();
  for (const [i, { line }] of letters.entries()) {
    const of = lines.get(line) ?? [];
    of.push(values[i]!);
    lines.set(line, of);
  }
  return [...lines.values()]
    .filter((of) => of.length >= least)
    .map((of) => of.reduce((sum, value) => sum + value, 0) / of.length);
}
