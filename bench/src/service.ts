import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Child } from './child.ts';
import type { DataPlace } from './database.ts';
import { operate, type Ready, raiseLimits } from './operate.ts';

/** The program that runs, `bench/dist/main.js`; modules of the bundle may lie elsewhere. */
export const benchScript = process.argv[1] as string;

const SERVICE_SCRIPT = 'packages/server/dist/cli/main.js';

/** The built service beside the built bench. */
export const serviceScript = resolve(benchScript, '../../..', SERVICE_SCRIPT);

/** The built service in another working copy. */
export const serviceScriptIn = (copy: string): string => resolve(copy, SERVICE_SCRIPT);

export interface RunningService extends Ready {
  readonly child: Child;
  readonly accountId: string;
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

/** Flags of the service for a place; free ports unless others are given. */
export function serveArguments(place: DataPlace, { port = 0, httpPort = 0, readyFile = '' } = {}): string[] {
  return [
    ...['serve', '--mode', 'development', '--data', place.directory, '--sandbox-delay', '0', '--log-level', 'error'],
    ...['--port', String(port), '--http-port', String(httpPort)],
    ...(place.databaseUrl ? ['--database-url', place.databaseUrl] : []),
    ...(readyFile ? ['--ready-file', readyFile] : []),
  ];
}

/** The environment of the service: ours without what would set it otherwise than its flags. */
export function serveEnvironment(): Record<string, string | undefined> {
  const { DATABASE_URL: _, ...rest } = process.env;
  return { ...rest, NODE_ENV: 'production' };
}

/**
 * Starts the real service as a process of its own, with more flags where given, and raises the rate limits of its account.
 *
 * @param script program of the service; of another build where two are compared
 */
export async function startService(
  place: DataPlace,
  flags: readonly string[] = [],
  script = serviceScript,
): Promise<RunningService> {
  const readyFile = join(place.directory, 'ready.json');
  await rm(readyFile, { force: true });
  const child = new Child(script, [...serveArguments(place, { readyFile }), ...flags], serveEnvironment());
  try {
    const ready = await child.until(() => readReady(readyFile));
    const accountId = await unhindered(ready);
    return { ...ready, child, accountId, stop: (signal) => child.stop(signal) };
  } catch (error) {
    await child.stop('SIGKILL');
    throw error;
  }
}

function readReady(file: string): Ready | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Ready;
  } catch {
    return undefined;
  }
}

/** Raises the rate limits of the first account; returns its id. */
async function unhindered(ready: Ready): Promise<string> {
  const { accounts } = await operate<{ accounts: { id: string }[] }>(ready, 'GET', '/accounts');
  const id = accounts[0]?.id;
  if (!id) throw new Error('The service has no account');
  await raiseLimits(ready, id);
  return id;
}
