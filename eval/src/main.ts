import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { dataFolder } from './data-folder.ts';
import { interval95 } from './interval.ts';
import type { Measurement } from './measurement.ts';
import { subjects } from './subjects.ts';
import { ANALYSER, BUSY, serveAnalyses, takeTime } from './verdicts/analyser.ts';

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

function row({ what, right, of, figure, target, met }: Measurement): string[] {
  const counted = right !== undefined && of !== undefined;
  const [low, high] = counted ? interval95(right, of) : [0, 0];
  return [
    what,
    counted ? `${right} of ${of}` : (figure ?? ''),
    counted ? `${percent(right / of)} (${percent(low)} to ${percent(high)})` : '',
    target ?? '',
    met === undefined ? '' : met ? 'met' : 'MISSED',
  ];
}

function table(lines: readonly Measurement[]): string {
  const rows = [['', 'count or figure', 'share (95 %)', 'target', ''], ...lines.map(row)];
  const widths = rows[0]!.map((_, i) => Math.max(3, ...rows.map((cells) => cells[i]!.length)));
  const print = (cells: string[]) => `| ${cells.map((cell, i) => cell.padEnd(widths[i]!)).join(' | ')} |`;
  const [head, ...body] = rows.map(print);
  return [head, `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...body].join('\n');
}

if (process.argv[2] === ANALYSER) serveAnalyses();
else if (process.argv[2] === BUSY) takeTime();
else await measureAll();

async function measureAll() {
  const text = { type: 'string' } as const;
  const forging = {
    write: text,
    made: text,
    cache: text,
    sample: text,
    split: text,
    busy: text,
    workers: text,
    verdicts: text,
    fit: text,
    mix: text,
  };
  const { values } = parseArgs({ options: { data: text, only: text, ...forging } });
  const data = dataFolder(values.data);
  const wanted = values.only?.split(',');
  console.log(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.versions.node}; data: ${data}\n`);
  for (const { name, measure } of subjects) {
    if (wanted && !wanted.includes(name)) continue;
    console.log(`${name}\n\n${table(await measure(data, values))}\n`);
  }
}
