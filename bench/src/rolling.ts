import { Command } from 'commander';
import { table } from '../../packages/server/src/cli/table.ts';
import { Cleanup } from './crash/run.ts';
import { positive } from './numbers.ts';
import { hasProxy } from './rolling/proxy.ts';
import { rollingRestart } from './rolling/run.ts';

const values = new Command('npm run rolling --')
  .description('Restarts the processes of a service behind HAProxy in turn, under load, and counts failed requests.')
  .option('--rounds <number>', 'rolling restarts', positive, 5)
  .option('--clients <number>', 'clients at once', positive, 16)
  .option('--seed <number>', 'seed of the run, to repeat it', positive)
  .parse()
  .opts<{ rounds: number; clients: number; seed?: number }>();

/** Orchestrators of the strictest kind kill after so many milliseconds. */
const STOP_GOAL_MS = 10_000;
const SHOWN_LINES = 20;

if (!hasProxy() || !process.env.DATABASE_URL) {
  console.log('Rolling restarts need HAProxy, and PostgreSQL in DATABASE_URL. Skipped.');
  process.exit(0);
}

const seed = values.seed ?? Date.now() % 1_000_000;
const cleanup = new Cleanup();
let interruption: Promise<void> | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    interruption = cleanup.run().finally(() => process.exit(130));
  });
}

console.log(`Seed ${seed}: ${values.rounds} rolling restarts under the load of ${values.clients} clients`);
try {
  const options = { seed, rounds: values.rounds, clients: values.clients, print: console.log };
  const result = await rollingRestart(options, cleanup);
  const { checks, events, failed, lost, badStops, stops } = result;
  const slowest = Math.max(...stops);
  console.log(
    `\n${table(
      ['figure', 'measured', 'goal'],
      [
        { figure: 'processes restarted', measured: String(stops.length), goal: '' },
        { figure: 'acknowledged requests that write', measured: String(result.acknowledged), goal: '' },
        { figure: 'failed requests', measured: String(failed.length), goal: '0' },
        { figure: 'lost', measured: String(lost.length), goal: '0' },
        { figure: 'checks complete', measured: `${checks.complete} of ${checks.found}`, goal: 'all' },
        { figure: 'events received', measured: `${events.received} of ${events.expected}`, goal: 'all' },
        { figure: 'events received again', measured: String(events.duplicates), goal: '0' },
        { figure: 'SIGTERM to the end, slowest', measured: `${slowest} ms`, goal: `< ${STOP_GOAL_MS} ms` },
        { figure: 'ends with another code than 0', measured: String(badStops.length), goal: '0' },
        { figure: 'errors logged', measured: String(result.errors.length), goal: '' },
      ],
    )}`,
  );
  for (const [name, lines] of Object.entries({ failed, lost, badStops, errors: result.errors })) {
    for (const line of lines.slice(0, SHOWN_LINES)) console.log(`  ${name}: ${line}`);
  }
  if (failed.length > 0) for (const line of result.proxySaid) console.log(`  proxy: ${line}`);
  const faults = failed.length + lost.length + badStops.length + events.duplicates;
  process.exitCode = faults === 0 && slowest < STOP_GOAL_MS ? 0 : 1;
} catch (error) {
  // A signal that stops the test stops the service under it, which is not a failure.
  if (!interruption) throw error;
  await interruption;
} finally {
  await cleanup.run();
}
