import type { NamedStatement, StatementValue } from './postgres-pipeline.ts';

/** Rows of one statement at most. Fewer are sent in statements of a power of two of rows, so that each needs few preparations. */
const MOST_ROWS = 32;

/** `insert into "t" ("a", "b") values ($1, $2)`, and what follows it. */
const INSERT = /^(insert into \S+ \(([^()]*)\) values )\((\$\d+(?:, \$\d+)*)\)(.*)$/;

/** ` on conflict ("a") do update set "n" = "t"."n" + "excluded"."n"`: the row that is there gets the sum of both. */
const SUM = /^ on conflict \(([^()]*)\) do update set ("\w+") = "\w+"\.\2 \+ "excluded"\.\2$/;

/** An insert whose rows can share a statement with rows of other transactions. */
interface Shape {
  /** The text before and after the rows. */
  readonly head: string;
  readonly tail: string;
  readonly columns: number;
  /** The positions of the columns that tell rows apart, and of the column that is added up; undefined where each row is inserted. */
  readonly sum: { readonly key: readonly number[]; readonly added: number } | undefined;
  readonly texts: Map<number, string>;
}

const shapes = new Map<string, Shape | undefined>();

function shapeOf(text: string): Shape | undefined {
  if (!shapes.has(text)) shapes.set(text, parse(text));
  return shapes.get(text);
}

function parse(text: string): Shape | undefined {
  const [, head, names, row, tail] = INSERT.exec(text) ?? [];
  if (head === undefined || names === undefined || row === undefined || tail === undefined) return undefined;
  const columns = names.split(', ');
  if (row !== parameters(0, columns.length)) return undefined;
  const shape = { head, tail, columns: columns.length, texts: new Map() };
  if (tail === '') return { ...shape, sum: undefined };
  const [, key, added] = SUM.exec(tail) ?? [];
  if (key === undefined || added === undefined) return undefined;
  return {
    ...shape,
    sum: { key: key.split(', ').map((name) => columns.indexOf(name)), added: columns.indexOf(added) },
  };
}

const parameters = (before: number, count: number) =>
  Array.from({ length: count }, (_, index) => `$${before + index + 1}`).join(', ');

/** Returns true for a statement whose rows can share a statement with rows of other transactions. */
export function isMergeable(text: string): boolean {
  return shapeOf(text) !== undefined;
}

/**
 * Statements that do the same as the inserts of some transactions, with as many rows each as possible. Rows that are added up come last,
 * in the order of their keys: two transactions that add to the same rows then lock them in the same order.
 *
 * @param inserts statements for which `isMergeable` holds
 * @param nameOf the name under which the server prepares a text
 */
export function mergedInserts(inserts: readonly NamedStatement[], nameOf: (text: string) => string): NamedStatement[] {
  const rowsByText = new Map<string, (readonly StatementValue[])[]>();
  for (const { text, values } of inserts) {
    const rows = rowsByText.get(text);
    if (rows) rows.push(values);
    else rowsByText.set(text, [values]);
  }
  const plain: NamedStatement[] = [];
  const sums: NamedStatement[] = [];
  for (const [text, rows] of [...rowsByText].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const shape = shapeOf(text) as Shape;
    if (shape.sum) sums.push(...statements(shape, added(rows, shape.sum), nameOf));
    else plain.push(...statements(shape, rows, nameOf));
  }
  return [...plain, ...sums];
}

function added(rows: readonly (readonly StatementValue[])[], { key, added }: NonNullable<Shape['sum']>) {
  const sums = new Map<string, StatementValue[]>();
  for (const row of rows) {
    const id = JSON.stringify(key.map((column) => row[column]));
    const sum = sums.get(id);
    if (sum) sum[added] = Number(sum[added]) + Number(row[added]);
    else sums.set(id, [...row]);
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

function statements(
  shape: Shape,
  rows: readonly (readonly StatementValue[])[],
  nameOf: (text: string) => string,
): NamedStatement[] {
  const found: NamedStatement[] = [];
  let from = 0;
  for (let size = MOST_ROWS; size >= 1; size /= 2) {
    for (; rows.length - from >= size; from += size) {
      const text = statementText(shape, size);
      found.push({ name: nameOf(text), text, values: rows.slice(from, from + size).flat() });
    }
  }
  return found;
}

function statementText({ head, tail, columns, texts }: Shape, size: number): string {
  let text = texts.get(size);
  if (text === undefined) {
    const rows = Array.from({ length: size }, (_, row) => `(${parameters(row * columns, columns)})`);
    text = `${head}${rows.join(', ')}${tail}`;
    texts.set(size, text);
  }
  return text;
}
