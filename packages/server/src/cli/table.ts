import { printable } from './printable.ts';

type Row = Readonly<Record<string, unknown>>;

const GAP = '  ';

/** Returns whether a value is the acting principal, as the operator interface has it. */
const isPrincipal = (value: object): value is { kind: string; id: string } => 'kind' in value && 'id' in value;

function cell(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-';
  if (Array.isArray(value)) return value.length === 0 ? '-' : cell(value.join(','));
  if (typeof value === 'object' && isPrincipal(value)) return cell(`${value.kind}:${value.id}`);
  return printable(String(value).replaceAll('\n', ' '));
}

/** Rows below each other under the names of their columns, each column as wide as it must be. */
export function table(columns: readonly string[], rows: readonly object[]): string {
  if (rows.length === 0) return '(none)';
  const lines = [
    columns.map((name) => name.toUpperCase().replaceAll('_', ' ')),
    ...rows.map((row) => columns.map((name) => cell((row as Row)[name]))),
  ];
  const widths = columns.map((_, i) => Math.max(...lines.map((line) => (line[i] as string).length)));
  return lines
    .map((line) =>
      line
        .map((text, i) => text.padEnd(widths[i] as number))
        .join(GAP)
        .trimEnd(),
    )
    .join('\n');
}

/** One thing, a line for each of its facts. */
export function facts(row: Row): string {
  const width = Math.max(...Object.keys(row).map((name) => name.length));
  return Object.entries(row)
    .map(([name, value]) => `${name.padEnd(width)}${GAP}${cell(value)}`)
    .join('\n');
}
