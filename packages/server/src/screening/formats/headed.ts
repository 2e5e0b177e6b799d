import type { Row } from '../input/csv.ts';
import type { Intake } from '../intake.ts';
import { ListRefused, type Place } from '../list-refused.ts';

/** Reads the cells of a row by the name of their column; empty where the file lacks the column. */
export type Cell = (column: string) => string;

export interface Headed {
  cellsOf(row: Row): Cell;
  /** Texts in columns that the format has no use for, for the remarks. */
  unknownIn(row: Row): string[];
}

/** The columns that a row of headers names. Throws `ListRefused` where a required one is missing; warns of unknown ones. */
export function headed(
  { cells }: Row,
  columns: { readonly required: readonly string[]; readonly known: ReadonlySet<string> },
  intake: Intake,
  place: Place,
): Headed {
  const at = new Map(cells.map((name, i) => [name.replace(/^\uFEFF/, '').trim(), i]));
  const missing = columns.required.filter((name) => !at.has(name));
  if (missing.length > 0) throw new ListRefused('missing_column', `the column ${missing.join(', ')} is missing`, place);
  const unknown = [...at].filter(([name]) => !columns.known.has(name) && !columns.required.includes(name));
  for (const [name] of unknown) intake.warn(`unknown column ${name.slice(0, 60)}`);
  return {
    cellsOf: (row) => (column) => row.cells[at.get(column) ?? -1] ?? '',
    unknownIn: (row) => unknown.flatMap(([name, i]) => (row.cells[i] ? [`${name}: ${row.cells[i]}`] : [])),
  };
}
