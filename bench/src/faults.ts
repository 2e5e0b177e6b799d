import { Command } from 'commander';
import { table } from '../../packages/server/src/cli/table.ts';
import { Cleanup } from './crash/run.ts';
import type { Fault, Made } from './faults/fault.ts';
import { faults } from './faults/faults.ts';
import { positive, positives } from './numbers.ts';

const values = new Command('npm run faults --')
  .description('Makes faults of machines and services under load, and counts what was lost.')
  .option('--quick', 'each fault once')
  .option('--times <number>', 'times that each fault is made', positive)
  .option('--only <numbers>', `numbers of faults, separated by commas: 1 to ${faults.length}`, positives)
  .option('--seed <number>', 'seed of the run, to repeat it', positive)
  .option('--clients <number>', 'clients at once', positive, 16)
  .parse()
  .opts<{ quick?: true; times?: number; only?: readonly number[]; seed?: number; clients: number }>();

/** Times that each fault is made. */
const TIMES = { quick: 1, whole: 20 } as const;

const SHOWN_LINES = 10;

const times = values.times ?? (values.quick ? TIMES.quick : TIMES.whole);
const seed = values.seed ?? Date.now() % 1_000_000;
const only = values.only;

/** Result of a fault that was made several times. */
interface Outcome extends Omit<Made, 'ms'> {
  readonly fault: Fault;
  /** The slowest time. */
  readonly ms: number | undefined;
}

async function makeOnce(fault: Fault, run: number): Promise<Made> {
  const cleanup = new Cleanup();
  const interrupted = () => void cleanup.run().finally(() => process.exit(130));
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    const options = { seed: seed + run, clients: values.clients, quick: values.quick === true, print: console.log };
    return await fault.make(options, cleanup);
  } catch (error) {
    // The other runs go on.
    return { lost: [], unexpected: [`the run failed: ${(error as Error).message}`] };
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
    await cleanup.run();
  }
}

async function makeOften(fault: Fault): Promise<Outcome> {
  const all: Made[] = [];
  for (let run = 0; run < times; run++) all.push(await makeOnce(fault, run));
  const counted = all.flatMap(({ acknowledged }) => acknowledged ?? []);
  const late = all.filter(({ ms = 0, goalMs = Number.POSITIVE_INFINITY }) => ms >= goalMs);
  const goal = all.find(({ goalMs }) => goalMs !== undefined)?.goalMs;
  const slowest = all.flatMap(({ ms }) => ms ?? []);
  return {
    fault,
    lost: all.flatMap(({ lost }) => lost),
    unexpected: [
      ...all.flatMap(({ unexpected }) => unexpected),
      ...late.map(({ ms = 0, goalMs }) => `ended after ${Math.round(ms)} ms, not ${goalMs}`),
    ],
    ...(counted.length > 0 && { acknowledged: counted.reduce((total, one) => total + one) }),
    ms: slowest.length > 0 ? Math.max(...slowest) : undefined,
    ...(goal !== undefined && { goalMs: goal }),
  };
}

console.log(`Seed ${seed} (--seed ${seed} asks for the same again)`);
const outcomes: Outcome[] = [];
for (const fault of faults.filter(({ number }) => !only || only.includes(number))) {
  const reason = fault.hindrance();
  if (reason) {
    console.log(`${fault.number}. ${fault.what}: skipped, ${reason}`);
    continue;
  }
  const start = performance.now();
  const outcome = await makeOften(fault);
  outcomes.push(outcome);
  const bad = [...outcome.lost, ...outcome.unexpected];
  const verdict = bad.length === 0 ? 'nothing lost, nothing twice' : `${bad.length} faults found`;
  console.log(`${fault.number}. ${fault.what}: ${verdict}, ${Math.round((performance.now() - start) / 1000)} s`);
  for (const line of bad.slice(0, SHOWN_LINES)) console.log(`   ${line}`);
}

const columns = ['number', 'fault', 'times', 'compared', 'lost (goal 0)', 'unexpected (goal 0)', 'slowest', 'goal'];
const rows = outcomes.map(({ fault, acknowledged, lost, unexpected, ms, goalMs }) => ({
  number: String(fault.number),
  fault: fault.what,
  times: String(times),
  compared: acknowledged === undefined ? 'tests' : String(acknowledged),
  'lost (goal 0)': String(lost.length),
  'unexpected (goal 0)': String(unexpected.length),
  slowest: ms === undefined ? '' : `${Math.round(ms)} ms`,
  goal: goalMs === undefined ? '' : `< ${goalMs} ms`,
}));
console.log(`\n${table(columns, rows)}`);
process.exitCode = outcomes.every(({ lost, unexpected }) => lost.length + unexpected.length === 0) ? 0 : 1;
