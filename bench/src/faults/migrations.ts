import { partialDeepStrictEqual } from 'node:assert';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { freshDatabase } from '../../../packages/server/src/testing/database.ts';
import {
  answersOf,
  nowOf,
  readUpgradeFixture,
  type UpgradeFixture,
  unpackUpgrade,
  upgradeFixtures,
} from '../../../packages/server/src/testing/upgrades.ts';
import { type Random, seeded } from '../crash/random.ts';
import type { Cleanup, StoreName } from '../crash/run.ts';
import { ServiceProcess } from '../crash/service-process.ts';
import { benchScript, serveEnvironment, serviceScript } from '../service.ts';
import type { FaultOptions, Made } from './fault.ts';

const FOLDER = resolve(benchScript, '../../../test-data/upgrades');

/** Kills of one migration before it may end. */
const KILLS = { quick: 3, whole: 10 } as const;

/** Address that the answers of the fixtures name. */
const PUBLIC_URL = 'https://id.example.com';

interface Place {
  readonly directory: string;
  readonly databaseUrl: string | undefined;
}

/** Kills `bonafide migrate` on the store of each earlier release at random moments, and compares the answers about every object. */
export async function killMigrations(
  store: StoreName,
  { seed, quick, print }: FaultOptions,
  cleanup: Cleanup,
): Promise<Made> {
  const random = seeded(seed);
  const lost: string[] = [];
  let compared = 0;
  for (const name of upgradeFixtures(FOLDER, store === 'postgres' ? 'postgres' : 'sqlite')) {
    const fixture = readUpgradeFixture(FOLDER, name);
    const whole = await migrate(await placeOf(store, fixture, cleanup));
    const place = await placeOf(store, fixture, cleanup);
    const kills = await killOften(place, whole, random, quick ? KILLS.quick : KILLS.whole);
    const differences = await differencesOf(fixture, place, cleanup);
    compared += fixture.answers.length;
    lost.push(...differences.map((line) => `${name}: ${line}`));
    print(
      `  ${name}: killed ${kills} times in ${Math.round(whole)} ms, ${differences.length} of ${fixture.answers.length} answers differ`,
    );
  }
  return { acknowledged: compared, lost, unexpected: [] };
}

/** Makes the store as the release left it. */
async function placeOf(store: StoreName, fixture: UpgradeFixture, cleanup: Cleanup): Promise<Place> {
  const directory = await mkdtemp(join(tmpdir(), 'bonafide-migration-'));
  cleanup.add(() => rm(directory, { recursive: true, force: true }));
  const database = store === 'postgres' ? await freshDatabase() : undefined;
  if (database) cleanup.add(database.drop);
  await unpackUpgrade(fixture, join(directory, 'data'), database?.url);
  return { directory, databaseUrl: database?.url };
}

function launch({ directory, databaseUrl }: Place) {
  const flags = ['--data', join(directory, 'data'), ...(databaseUrl ? ['--database-url', databaseUrl] : [])];
  return spawn(process.execPath, [serviceScript, 'migrate', ...flags], { env: serveEnvironment(), stdio: 'pipe' });
}

/** Migrates without a kill; returns the milliseconds. Throws what the command prints when it fails. */
async function migrate(place: Place): Promise<number> {
  const began = performance.now();
  const child = launch(place);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (said += data));
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`bonafide migrate ended with ${code}: ${said}`);
  return performance.now() - began;
}

/** Kills the command at random moments of its time, then lets it end. Returns the number of commands that were killed. */
async function killOften(place: Place, whole: number, random: Random, kills: number): Promise<number> {
  let killed = 0;
  for (let n = 0; n < kills; n++) {
    const child = launch(place);
    const ended = once(child, 'exit');
    await Promise.race([ended, pause(random.between(0, whole))]);
    child.kill('SIGKILL');
    const [, signal] = await ended;
    if (signal === 'SIGKILL') killed += 1;
  }
  await migrate(place);
  return killed;
}

/** A line for each answer of this version that is not the answer of the release, except for documented differences. */
async function differencesOf(fixture: UpgradeFixture, place: Place, cleanup: Cleanup): Promise<string[]> {
  // An API process alone runs no jobs, so nothing changes while it is read.
  const flags = ['--migrate', 'off', '--public-url', PUBLIC_URL];
  const service = new ServiceProcess({ ...place, role: 'api', number: 0, flags });
  cleanup.add(() => service.close());
  service.launch();
  const { http_base_url } = await service.ready();
  const differences: string[] = [];
  for (const { token, path, ...answer } of answersOf(fixture)) {
    const secret = fixture.tokens[token];
    const authorization = token === 'operator' ? `Bearer ${secret}` : `Token token=${secret}`;
    const response = await fetch(http_base_url + path, { headers: { authorization } });
    const bytes = Buffer.from(await response.arrayBuffer());
    const isSame = () => {
      if (answer.sha256) return createHash('sha256').update(bytes).digest('hex') === answer.sha256;
      const body = bytes.length > 0 ? JSON.parse(bytes.toString()) : undefined;
      const expected = nowOf(answer.body, path, fixture.version);
      return token === 'operator' ? includes(body, expected) : isDeepStrictEqual(body, expected);
    };
    if (response.status !== answer.status) differences.push(`${path}: ${response.status} instead of ${answer.status}`);
    else if (!isSame()) differences.push(`${path} reads otherwise`);
  }
  await service.kill();
  return differences;
}

/** Returns whether `body` has everything that `expected` has: later versions add fields to answers of the operator interface. */
function includes(body: unknown, expected: unknown): boolean {
  try {
    partialDeepStrictEqual(body, expected);
    return true;
  } catch {
    return false;
  }
}
