/** A line of the printed table; times in milliseconds. */
export interface Line {
  readonly what: string;
  readonly rate?: number;
  readonly p50?: number;
  readonly p99?: number;
  /** Microseconds of the server's processor time for a request. */
  readonly cpu?: number;
  /** The bare framework's processor time for a request as a part of ours: what else the machine does touches it less. */
  readonly cpuOfBare?: number;
  /** Our rate as a part of the bare framework's, and as a multiple of Prism's. */
  readonly ofBare?: number;
  readonly ofPrism?: number;
  /** Our rate as a part of the rate of the other build. */
  readonly ofOther?: number;
  /** The part of the bare framework's rate that `docs/operations/benchmarks.md` has. */
  readonly documented?: number;
  /** A figure that none of the columns holds. */
  readonly figure?: string;
  readonly target?: string;
  /** True if the target is met; absent without a target. */
  readonly met?: boolean;
}

const number = (value: number | undefined, digits = 0) =>
  value === undefined || Number.isNaN(value)
    ? ''
    : value.toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: digits });

const columns: readonly [string, (line: Line) => string][] = [
  ['', ({ what }) => what],
  ['requests/s', ({ rate }) => number(rate)],
  ['p50 ms', ({ p50 }) => number(p50, p50 !== undefined && p50 < 10 ? 1 : 0)],
  ['p99 ms', ({ p99 }) => number(p99, p99 !== undefined && p99 < 10 ? 1 : 0)],
  ['CPU µs', ({ cpu }) => number(cpu)],
  ['of bare', ({ ofBare }) => number(ofBare, 2)],
  ['documented', ({ documented }) => number(documented, 2)],
  ['by CPU', ({ cpuOfBare }) => number(cpuOfBare, 2)],
  ['of other', ({ ofOther }) => number(ofOther, 2)],
  ['× Prism', ({ ofPrism }) => number(ofPrism, 1)],
  ['figure', ({ figure }) => figure ?? ''],
  ['target', ({ target }) => target ?? ''],
  ['', ({ met }) => (met === undefined ? '' : met ? 'met' : 'MISSED')],
];

/** The lines as a table in Markdown, columns aligned. */
export function table(lines: readonly Line[]): string {
  const rows = [columns.map(([head]) => head), ...lines.map((line) => columns.map(([, cell]) => cell(line)))];
  const widths = columns.map((_, i) => Math.max(3, ...rows.map((row) => row[i]?.length ?? 0)));
  const print = (row: readonly string[]) => `| ${row.map((cell, i) => cell.padEnd(widths[i] as number)).join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [print(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...body.map(print)].join('\n');
}
