import { cpus } from 'node:os';
import { Command, InvalidArgumentError } from 'commander';
import { parseWithData } from './data-folder.ts';
import { interval95 } from './interval.ts';
import type { EvalOptions, Measurement } from './measurement.ts';
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
  const { data, only, ...options } = readOptions();
  console.log(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.versions.node}; data: ${data}\n`);
  for (const { name, measure } of subjects) {
    if (only && !only.includes(name)) continue;
    console.log(`${name}\n\n${table(await measure(data, options))}\n`);
  }
}

/** Reads the flags of `npm run eval`. Ends the process with a message where one is wrong, and with the list of flags for `--help`. */
function readOptions() {
  const command = new Command('npm run eval --')
    .description('Measures accuracy on data with known truth. Prints each figure beside its target.')
    .option(
      '--only <names>',
      `subjects, separated by commas: ${subjects.map(({ name }) => name).join(', ')}`,
      subjectsOf,
    )
    .option('--write <folder>', 'forgeries: writes them and sound captures to a folder, and judges nothing')
    .option('--made <folder>', 'forgeries: judges the forgeries of an earlier run')
    .option('--cache <folder>', 'forgeries: keeps analyses for the next run')
    .option('--sample <number>', 'papers of each country, or forgeries of a hundred; the same in every run')
    .option('--split <half>', 'judges one half of the documents alone: tune or held')
    .option('--busy <number>', 'forgeries: judges again beside so many busy processes, and counts verdicts that differ')
    .option('--mix <name>', 'assurance: counts by this mix alone: drawn16, eu or us')
    .option('--workers <number>', 'processes that analyse; default: the cores of the machine')
    .option(
      '--fit <file>',
      'portraits and text: writes a model that is fitted on the half for tuning; face-distribution: its table',
    )
    .option('--verdicts <file>', 'writes every verdict with its reasons as JSON');
  return parseWithData<EvalOptions & { only?: readonly string[] }>(command);
}

function subjectsOf(text: string): readonly string[] {
  const names = text.split(',');
  const known = subjects.map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new InvalidArgumentError(`${unknown.join(', ')}: unknown. Choose from ${known.join(', ')}.`);
  return names;
}
