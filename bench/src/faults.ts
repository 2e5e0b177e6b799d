import { parseArgs } from 'node:util';
import { table } from '../../packages/server/src/cli/table.ts';
import { Cleanup } from './crash/run.ts';
import type { Fault, Made } from './faults/fault.ts';
import { faults } from './faults/faults.ts';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    times: { type: 'string' },
    only: { type: 'string' },
    seed: { type: 'string' },
    clients: { type: 'string', default: '16' },
  },
});

/** Times that each fault is made. */
const TIMES = { quick: 1, whole: 20 } as const;

const SHOWN_LINES = 10;

const times = Number(values.times ?? (values.quick ? TIMES.quick : TIMES.whole));
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const only = values.only?.split(',').map(Number);

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
    const options = { seed: seed + run, clients: Number(values.clients), quick: values.quick, print: console.log };
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
