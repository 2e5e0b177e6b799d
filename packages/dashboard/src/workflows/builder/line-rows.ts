import { diffLines } from 'diff';

/** A line of a text with its number, from 1. */
export interface Line {
  readonly number: number;
  readonly text: string;
}

/** A line of each text beside the other: equal, or one of them changed, added or removed. */
export interface LineRow {
  readonly before: Line | null;
  readonly after: Line | null;
  readonly equal: boolean;
}

const linesOf = (value: string): string[] => {
  const lines = value.split('\n');
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
};

/** The lines of two texts side by side. A removed line stands beside the line that was added in its place. */
export function rowsOf(before: string, after: string): LineRow[] {
  const rows: LineRow[] = [];
  let [left, right] = [0, 0];
  /** Index of the next removed line without an added line beside it; the number of rows if there is none. */
  let open = 0;
  for (const { value, added, removed } of diffLines(before, after)) {
    const lines = linesOf(value);
    if (removed) {
      open = rows.length;
      rows.push(...lines.map((text) => ({ before: { number: ++left, text }, after: null, equal: false })));
    } else if (added) {
      for (const text of lines) {
        rows[open] = { before: rows[open]?.before ?? null, after: { number: ++right, text }, equal: false };
        open += 1;
      }
    } else {
      for (const text of lines) {
        rows.push({ before: { number: ++left, text }, after: { number: ++right, text }, equal: true });
      }
      open = rows.length;
    }
  }
  return rows;
}

/** Rows to show, or equal rows that are folded. */
export type Section = { readonly rows: readonly LineRow[]; readonly folded: boolean };

/** Equal rows that stay beside a change, and the fewest that are worth folding. */
const CONTEXT = 3;
const FEWEST = 3;

/** Sections of rows. Equal rows are folded where there are many, except the three beside each change. */
export function sectionsOf(rows: readonly LineRow[]): Section[] {
  const sections: Section[] = [];
  for (let start = 0; start < rows.length; ) {
    const { equal } = rows[start] as LineRow;
    const length = rows.slice(start).findIndex((row) => row.equal !== equal);
    const end = length < 0 ? rows.length : start + length;
    if (equal) {
      const [from, to] = [start === 0 ? 0 : start + CONTEXT, end === rows.length ? end : end - CONTEXT];
      const parts =
        to - from < FEWEST
          ? [[start, end, false] as const]
          : ([
              [start, from, false],
              [from, to, true],
              [to, end, false],
            ] as const);
      for (const [first, last, folded] of parts) {
        if (last > first) sections.push({ rows: rows.slice(first, last), folded });
      }
    } else sections.push({ rows: rows.slice(start, end), folded: false });
    start = end;
  }
  return sections;
}
