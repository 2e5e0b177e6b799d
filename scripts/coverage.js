// npm run coverage -- [FILES]: runs `npm test` and prints which lines of the service it ran, by folder.
//
// Tests run the bundle. V8 counts what is run of it, in the service's own processes too, and the bundle's source maps name the
// source of each line. A line counts as run when what its first mapped character begins was run in any process.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'packages/server/dist');

/** Returns whether each character of a script was run; its ranges come from the outermost to the innermost. */
function runOf({ functions }, length) {
  const run = new Uint8Array(length).fill(1);
  const ranges = functions.flatMap((one) => one.ranges);
  ranges.sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  for (const { startOffset, endOffset, count } of ranges) run.fill(count > 0 ? 1 : 0, startOffset, endOffset);
  return run;
}

/** Adds to `sources` (by path) which of the lines of a built file were run. */
function addLines(file, run, sources) {
  const map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')));
  let offset = 0;
  for (const [number, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    const indent = /^\s*/.exec(line)[0].length;
    const entry = indent < line.length ? map.findEntry(number, indent) : {};
    if (entry.originalSource && entry.generatedLine === number) {
      const source = relative(root, resolve(dirname(file), entry.originalSource.replace('file://', '')));
      if (source.startsWith('packages/') && !source.includes('node_modules')) {
        const lines = sources.get(source) ?? sources.set(source, new Map()).get(source);
        lines.set(entry.originalLine, lines.get(entry.originalLine) || run[offset + indent] === 1);
      }
    }
    offset += line.length + 1;
  }
}

/** Counts of all processes, by built file: a character was run when it was run in any of them. */
function readCounts(directory) {
  const counts = new Map();
  for (const name of readdirSync(directory)) {
    for (const script of JSON.parse(readFileSync(join(directory, name), 'utf8')).result) {
      if (!script.url.startsWith('file://')) continue;
      const file = fileURLToPath(script.url);
      if (!file.startsWith(dist) || !existsSync(`${file}.map`)) continue;
      const run = runOf(script, readFileSync(file, 'utf8').length);
      const before = counts.get(file);
      counts.set(file, before ? before.map((was, at) => was | run[at]) : run);
    }
  }
  return counts;
}

const directory = mkdtempSync(join(tmpdir(), 'bonafide-coverage-'));
try {
  const env = { ...process.env, NODE_V8_COVERAGE: directory };
  const { status } = spawnSync('npm', ['test', '--', ...process.argv.slice(2)], { cwd: root, env, stdio: 'inherit' });
  const sources = new Map();
  for (const [file, run] of readCounts(directory)) addLines(file, run, sources);
  const folders = new Map();
  for (const [source, lines] of sources) {
    const [, name, , ...path] = source.split('/');
    const folder = path.length > 1 ? `${name}/${path[0]}` : name;
    for (const key of [folder, 'all']) {
      const sum = folders.get(key) ?? folders.set(key, { lines: 0, run: 0 }).get(key);
      sum.lines += lines.size;
      sum.run += [...lines.values()].filter(Boolean).length;
    }
  }
  console.log('\nLines of the built service that the tests ran, by the folder of their sources:');
  for (const [folder, { lines, run }] of [...folders].sort(([a], [b]) => (a < b ? -1 : 1)))
    console.log(
      `${folder.padEnd(32)} ${String(lines).padStart(7)} lines ${((100 * run) / lines).toFixed(1).padStart(6)} %`,
    );
  process.exitCode = status ?? 1;
} finally {
  rmSync(directory, { recursive: true });
}
