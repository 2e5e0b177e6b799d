import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { noRedisServer } from '../../../packages/server/src/redis/testing/redis-server.ts';
import { noPostgresServer } from '../../../packages/server/src/testing/postgres-server.ts';
import { mountSmallDisk } from '../../../packages/server/src/testing/small-disk.ts';
import { type Deployment, type Disturb, runUnderLoad } from '../crash/run.ts';
import { hasProxy } from '../rolling/proxy.ts';
import { rollingRestart } from '../rolling/run.ts';
import { benchScript } from '../service.ts';
import { killBetween } from './effects.ts';
import type { Fault } from './fault.ts';
import { killMigrations } from './migrations.ts';
import { noCluster } from './patroni.ts';

const root = resolve(benchScript, '../../..');

const noDatabase = () => (process.env.DATABASE_URL ? undefined : 'no DATABASE_URL');

/** The reason why the parts of a deployment can't run on this machine. */
function missingPart({ store, server, with: part }: Deployment): string | undefined {
  if (part === 'redis' && noRedisServer()) return noRedisServer();
  if (part === 'small disk') {
    const probe = mountSmallDisk(1);
    if (!probe) return 'this user may not mount a disk';
    probe.drop();
  }
  if (server === 'own') return noPostgresServer();
  if (server === 'cluster') return noCluster();
  return store === 'postgres' ? noDatabase() : undefined;
}

type Rest = 'hindrance' | 'make';

/**
 * A fault that is made while clients use the real service. Then every acknowledged object is read and compared.
 *
 * @param goalMs milliseconds in which all events must have come after the load
 */
export function underLoad(
  deployment: Deployment,
  disturb: (quick: boolean) => Disturb,
  goalMs?: number,
): Pick<Fault, Rest> {
  return {
    hindrance: () => missingPart(deployment),
    async make(options, cleanup) {
      const result = await runUnderLoad(deployment, disturb(options.quick), options, cleanup);
      const { lost, surprises, settleMs } = result;
      return {
        acknowledged: sum(result.acknowledged.values()),
        lost,
        unexpected: surprises,
        ms: settleMs,
        ...(goalMs && { goalMs }),
      };
    },
  };
}

/** Milliseconds from SIGTERM to the end of a process: orchestrators of the strictest kind kill then. */
const STOP_GOAL_MS = 10_000;

/** Every process restarts while clients use the service through a proxy, and no request may fail. */
export const rolling: Pick<Fault, Rest> = {
  hindrance: () => (hasProxy() ? noDatabase() : 'not installed: haproxy'),
  async make({ seed, clients, print }, cleanup) {
    const result = await rollingRestart({ seed, rounds: 1, clients, print }, cleanup);
    const { acknowledged, lost, failed, badStops, stops, events } = result;
    const twice = events.duplicates > 0 ? [`${events.duplicates} events came twice`] : [];
    const unexpected = [...failed, ...badStops, ...twice];
    return { acknowledged, lost, unexpected, ms: Math.max(...stops), goalMs: STOP_GOAL_MS };
  },
};

/** `bonafide migrate` is killed again and again on stores of earlier releases. Then their answers must be as before. */
export function migrationsKilled(store: Deployment['store']): Pick<Fault, Rest> {
  return {
    hindrance: () => (store === 'postgres' ? noDatabase() : undefined),
    make: (options, cleanup) => killMigrations(store, options, cleanup),
  };
}

/** A process is killed when a webhook or a mail has arrived, before it has recorded that. */
export function betweenEffects(store: Deployment['store']): Pick<Fault, Rest> {
  return {
    hindrance: () => (store === 'postgres' ? noDatabase() : undefined),
    make: (options, cleanup) => killBetween(store, options, cleanup),
  };
}

/**
 * Tests that make the fault on a clock of their own, or at an exact step, where a load would meet it by chance.
 *
 * @param files below `packages/server/src`
 */
export function tested(...files: string[]): Pick<Fault, Rest> {
  return {
    hindrance: () => undefined,
    async make() {
      const paths = files.map((file) => `packages/server/src/${file}`);
      const { status, stdout } = spawnSync('npm', ['test', '--', ...paths], { cwd: root, encoding: 'utf8' });
      if (status === 0) return { lost: [], unexpected: [] };
      return { lost: [...stdout.split('\n').filter((line) => /FAIL|✗|×/.test(line)), 'tests failed'], unexpected: [] };
    },
  };
}

/** A measurement of `npm run bench` that makes the fault; without `--embedded` or `--postgres` on both stores. */
export function measured(name: string, ...flags: string[]): Pick<Fault, Rest> {
  return {
    hindrance: noDatabase,
    async make({ quick, print }) {
      const args = ['run', '-s', 'bench', '--', ...flags, '--only', name, ...(quick ? ['--quick'] : [])];
      const { status, stdout } = spawnSync('npm', args, { cwd: root, encoding: 'utf8' });
      print(stdout);
      const unexpected = stdout.split('\n').filter((line) => line.includes('MISSED'));
      return { lost: status === 0 ? [] : ['the measurement failed'], unexpected };
    },
  };
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
