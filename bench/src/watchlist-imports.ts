import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { finished } from 'node:stream/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { systemClock } from '../../packages/server/src/base/clock.ts';
import { importInProcess } from '../../packages/server/src/screening/import-in-process.ts';
import type { Line } from './table.ts';

/** Folder of the published lists, which are not in the repository: see test-data/README.md. */
const OPEN = join(process.env.TEST_DATA ?? 'test-data', 'watchlists');
const LISTS = [
  ['ofac_sdn.csv', 'ofac_alt.csv', 'ofac_add.csv', 'ofac_sdn_comments.csv'],
  ['un_consolidated.xml'],
] as const;

const RECORDS = 1_000_000;

/** Most seconds of each; the process of an import is ended beyond 512 MB. */
const MOST_SECONDS = { open: 5, made: 150 } as const;

/** Path of the worker beside the bundle of the service: `bench/dist` has none of its own. */
const worker = resolve(fileURLToPath(import.meta.url), '../../../packages/server/dist/screening/worker.js');

/** Measures how long imports of watchlists take, each in its process: the open files, and a million made records. */
export async function measureWatchlistImports(): Promise<Line[]> {
  const directory = await mkdtemp(join(tmpdir(), 'bonafide-bench-'));
  try {
    const lines: Line[] = [];
    if (existsSync(OPEN)) {
      const seconds = await timed(async () => {
        for (const names of LISTS)
          await importFiles(
            directory,
            names.map((name) => join(OPEN, name)),
          );
      });
      lines.push(line('open lists of OFAC and UN', seconds, MOST_SECONDS.open));
    }
    const file = join(directory, 'made.csv');
    await writeRecords(file);
    const seconds = await timed(() => importFiles(directory, [file]));
    lines.push(line(`CSV of ${RECORDS.toLocaleString('en')} records`, seconds, MOST_SECONDS.made));
    return lines;
  } finally {
    await rm(directory, { recursive: true });
  }
}

const line = (what: string, seconds: number, most: number): Line => ({
  what: `import: ${what}`,
  figure: `${seconds.toFixed(1)} s`,
  target: `≤ ${most} s, ≤ 512 MB`,
  met: seconds <= most,
});

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

async function importFiles(directory: string, paths: readonly string[]): Promise<void> {
  // The process of an import keeps no program alive that has nothing else to do.
  const alive = setInterval(() => {}, 1000);
  const files = paths.map((path) => ({ name: path, path: resolve(path) }));
  const request = { files, options: { list: 'bench' }, staging: join(directory, 'staged.jsonl') };
  await importInProcess(request, { clock: systemClock, script: pathToFileURL(worker) });
  clearInterval(alive);
}

async function writeRecords(path: string): Promise<void> {
  const stream = createWriteStream(path);
  stream.write('id,name,aliases,date_of_birth,nationality,categories\n');
  for (let i = 0; i < RECORDS; i++) {
    const born = `19${10 + (i % 90)}-0${1 + (i % 9)}`;
    const row = `${i},Ana Maria Example ${i},Anna Example ${i};A. Example,${born},FR,pep\n`;
    if (!stream.write(row)) await once(stream, 'drain');
  }
  stream.end();
  await finished(stream);
}
