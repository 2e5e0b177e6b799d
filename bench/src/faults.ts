import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { table } from '../../packages/server/src/cli/table.ts';
import { noPostgresServer } from '../../packages/server/src/testing/postgres-server.ts';
import { Cleanup, type Result, runUnderLoad } from './crash/run.ts';
import type { Fault } from './faults/fault.ts';
import { faults } from './faults/faults.ts';
import { noCluster } from './faults/patroni.ts';
import { benchScript } from './service.ts';

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
const root = resolve(benchScript, '../../..');

/** Result of a fault that was made several times. */
interface Outcome {
  readonly fault: Fault;
  readonly times: number;
  readonly acknowledged: number | undefined;
  /** Objects that were acknowledged and are missing or changed; failed tests. */
  readonly lost: readonly string[];
  /** Effects that happened twice, and answers that the fault does not explain. */
  readonly unexpected: readonly string[];
  readonly slowestMs: number | undefined;
}

async function underLoad(fault: Extract<Fault, { deployment: object }>): Promise<Outcome> {
  const results: Result[] = [];
  for (let run = 0; run < times; run++) {
    const cleanup = new Cleanup();
    const interrupted = () => void cleanup.run().finally(() => process.exit(130));
    process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
    try {
      const options = { seed: seed + run, clients: Number(values.clients), print: console.log };
      results.push(await runUnderLoad(fault.deployment, fault.disturb(values.quick), options, cleanup));
    } finally {
      process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
      await cleanup.run();
    }
  }
  const slowestMs = Math.max(...results.map(({ settleMs }) => settleMs));
  const late = fault.settledWithin !== undefined && slowestMs > fault.settledWithin;
  return {
    fault,
    times,
    acknowledged: results.reduce((sum, one) => sum + [...one.acknowledged.values()].reduce((a, b) => a + b, 0), 0),
    lost: results.flatMap(({ lost }) => lost),
    unexpected: [
      ...results.flatMap(({ surprises }) => surprises),
      ...(late ? [`complete after ${Math.round(slowestMs)} ms, not ${fault.settledWithin}`] : []),
    ],
    slowestMs,
  };
}

/** Runs test files as often; a failed run is a line of `lost`. */
function tested(fault: Extract<Fault, { tests: readonly string[] }>): Outcome {
  const lost: string[] = [];
  for (let run = 0; run < times; run++) {
    const files = fault.tests.map((file) => `packages/server/src/${file}`);
    const { status, stdout } = spawnSync('npm', ['test', '--', ...files], { cwd: root, encoding: 'utf8' });
    if (status !== 0) lost.push(...stdout.split('\n').filter((line) => /FAIL|✗|×/.test(line)), `run ${run + 1} failed`);
  }
  return { fault, times, acknowledged: undefined, lost, unexpected: [], slowestMs: undefined };
}

function measured(fault: Extract<Fault, { bench: string }>): Outcome {
  const args = ['run', '-s', 'bench', '--', '--postgres', '--only', fault.bench, ...(values.quick ? ['--quick'] : [])];
  const { status, stdout } = spawnSync('npm', args, { cwd: root, encoding: 'utf8' });
  console.log(stdout);
  const missed = stdout.split('\n').filter((line) => line.includes('MISSED'));
  return {
    fault,
    times: 1,
    acknowledged: undefined,
    lost: status === 0 ? [] : ['the bench failed'],
    unexpected: missed,
    slowestMs: undefined,
  };
}

async function make(fault: Fault): Promise<Outcome> {
  if ('deployment' in fault) return underLoad(fault);
  return 'tests' in fault ? tested(fault) : measured(fault);
}

/** The reason why a fault can't be made on this machine. */
function hindrance(fault: Fault): string | undefined {
  const server = 'deployment' in fault ? fault.deployment.server : undefined;
  if (server === 'own') return noPostgresServer();
  if (server === 'cluster') return noCluster();
  const needsUrl = 'bench' in fault || ('deployment' in fault && fault.deployment.store === 'postgres');
  return needsUrl && !process.env.DATABASE_URL ? 'no DATABASE_URL' : undefined;
}

console.log(`Seed ${seed} (--seed ${seed} asks for the same again)`);
const outcomes: Outcome[] = [];
for (const fault of faults.filter(({ number }) => !only || only.includes(number))) {
  const reason = hindrance(fault);
  if (reason) {
    console.log(`${fault.number}. ${fault.what}: skipped, ${reason}`);
    continue;
  }
  const start = performance.now();
  const outcome = await make(fault);
  outcomes.push(outcome);
  const bad = [...outcome.lost, ...outcome.unexpected];
  const verdict = bad.length === 0 ? 'nothing lost, nothing twice' : `${bad.length} faults found`;
  console.log(`${fault.number}. ${fault.what}: ${verdict}, ${Math.round((performance.now() - start) / 1000)} s`);
  for (const line of bad.slice(0, SHOWN_LINES)) console.log(`   ${line}`);
}

const columns = ['number', 'fault', 'times', 'acknowledged', 'lost', 'unexpected', 'complete after ms'];
const rows = outcomes.map(({ fault, times, acknowledged, lost, unexpected, slowestMs }) => ({
  number: String(fault.number),
  fault: fault.what,
  times: String(times),
  acknowledged: acknowledged === undefined ? 'tests' : String(acknowledged),
  lost: String(lost.length),
  unexpected: String(unexpected.length),
  'complete after ms': slowestMs === undefined ? '' : String(Math.round(slowestMs)),
}));
console.log(`\n${table(columns, rows)}`);
process.exitCode = outcomes.every(({ lost, unexpected }) => lost.length + unexpected.length === 0) ? 0 : 1;
