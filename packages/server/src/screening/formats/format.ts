import type { ListedCategory } from '@bonafide/verification';
import type { Source } from '../input/unpack.ts';
import type { Element } from '../input/xml.ts';
import type { Intake } from '../intake.ts';
import type { FormatName, ReadOptions } from '../options.ts';

/** A file of a list and what it holds, for formats of several files. */
export interface Part {
  readonly role: string;
  readonly source: Source;
}

export interface ListFormat {
  readonly name: FormatName;
  /** The category of records for which neither the publisher nor the operator names another one. */
  readonly category?: ListedCategory;
  /** Role of a file with this beginning in this format: `main`, or a companion. Undefined: none. */
  recognise(head: string, options: ReadOptions): string | undefined;
  /**
   * Gives every entry to the intake. Throws `ListRefused`. The parts have different roles, save `main` of formats that
   * read several.
   */
  read(parts: readonly Part[], intake: Intake, options: ReadOptions): Promise<void>;
}

/** The only file of a format of one. */
export const mainOf = (parts: readonly Part[]): Source => parts.find(({ role }) => role === 'main')!.source;

/** Cells of the first row of delimited text, to recognise it by. */
export function firstRow(head: string, delimiter: string): string[] {
  const [line = ''] = head.split(/\r\n|\n|\r/);
  const cells: string[] = [];
  let quoted = false;
  let cell = '';
  for (const character of line) {
    if (character === '"') quoted = !quoted;
    else if (character === delimiter && !quoted) {
      cells.push(cell.trim());
      cell = '';
    } else cell += character;
  }
  return [...cells, cell.trim()];
}

/** Warns of elements that the format has no use for, and gives their texts for the remarks. */
export function unknownElements(element: Element, known: ReadonlySet<string>, intake: Intake): string[] {
  return element.children.flatMap(({ name, text }) => {
    if (known.has(name)) return [];
    intake.warn(`unknown element ${name}`);
    return text === '' ? [] : [`${name}: ${text}`];
  });
}
