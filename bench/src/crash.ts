import { Command } from 'commander';
import { table } from '../../packages/server/src/cli/table.ts';
import { killOften } from './crash/kills.ts';
import type { Deed } from './crash/ledger.ts';
import { Cleanup, type Result, runUnderLoad, type StoreName } from './crash/run.ts';
import { positive } from './numbers.ts';

const values = new Command('npm run crash --')
  .description('Kills the service under load, starts it again, and counts what was lost.')
  .option('--quick', 'fewer kills')
  .option('--seed <number>', 'seed of the run, to repeat it', positive)
  .option('--kills <number>', 'kills of each store', positive)
  .option('--clients <number>', 'clients at once', positive, 16)
  .parse()
  .opts<{ quick?: true; seed?: number; kills?: number; clients: number }>();

const KILLS = { quick: 4, full: 20 } as const;
const SHOWN_LINES = 20;

const deeds = [
  'applicants',
  'updates',
  'documents',
  'live_photos',
  'checks',
  'deletions',
  'restores',
  'erasures',
] as const satisfies readonly Deed[];

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN;
}

/** Figures of one store by their name. */
function figures({ acknowledged, checks, events, restarts, lost, surprises, ...result }: Result): [string, unknown][] {
  return [
    ['kills', kills],
    ...deeds.map((deed) => [`acknowledged ${deed.replace('_', ' ')}`, acknowledged.get(deed) ?? 0] as [string, number]),
    ['requests without an answer', result.unacknowledged],
    ['lost', lost.length],
    ['unexpected answers', surprises.length],
    ['checks complete', `${checks.complete} of ${checks.found}`],
    ['events received', `${events.received} of ${events.expected}`],
    ['events received again', events.duplicates],
    ['restart to ready, median', `${Math.round(median(restarts))} ms`],
    ['errors logged', result.errors.length],
  ];
}

function print(results: readonly Result[]): void {
  const columns = results.map(figures);
  const rows = (columns[0] ?? []).map(([figure], row) => ({
    figure,
    ...Object.fromEntries(results.map(({ store }, column) => [store, String(columns[column]?.[row]?.[1])])),
  }));
  console.log(`\n${table(['figure', ...results.map(({ store }) => store)], rows)}`);
  for (const { store, ...lines } of results) {
    for (const name of ['lost', 'surprises', 'errors'] as const) {
      if (lines[name].length === 0) continue;
      console.log(`\n${store}, ${name}:`);
      for (const line of lines[name].slice(0, SHOWN_LINES)) console.log(`  ${line}`);
    }
  }
}

const seed = values.seed ?? Date.now() % 1_000_000;
const kills = values.kills ?? (values.quick ? KILLS.quick : KILLS.full);
const stores: StoreName[] = process.env.DATABASE_URL ? ['embedded', 'postgres'] : ['embedded'];
const cleanup = new Cleanup();
let interruption: Promise<void> | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    interruption = cleanup.run().finally(() => process.exit(130));
  });
}

console.log(`Seed ${seed} (--seed ${seed} asks for the same again)`);
const results: Result[] = [];
try {
  for (const store of stores) {
    console.log(`${store}: ${kills} kills under the load of ${values.clients} clients`);
    const options = { seed, clients: values.clients, print: console.log };
    results.push(await runUnderLoad({ store }, (stage) => killOften(stage, kills), options, cleanup));
    await cleanup.run();
  }
} catch (error) {
  // A signal that stops the test stops the service under it, which is not a failure.
  if (!interruption) throw error;
  await interruption;
} finally {
  await cleanup.run();
}
print(results);
process.exitCode = results.every(({ lost, surprises }) => lost.length + surprises.length === 0) ? 0 : 1;
