import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './free-port.ts';

/** Folder of the server's programs in Debian, newest last. */
const DEBIAN = '/usr/lib/postgresql';

const START_LIMIT_MS = 30_000;

function programs(): string | undefined {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  return versions.map((version) => join(DEBIAN, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')));
}

function numberOf(flag: '-u' | '-g'): number | undefined {
  try {
    return Number(execFileSync('id', [flag, 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] }));
  } catch {
    return undefined;
  }
}

/** The reason why no server can be started here; undefined if one can. */
export function noPostgresServer(): string | undefined {
  if (!programs()) return `no PostgreSQL server in ${DEBIAN}`;
  if (process.getuid?.() === 0 && numberOf('-u') === undefined) return 'root, and no user postgres';
  return undefined;
}

/** A PostgreSQL server of a test's own, which the test may kill. */
export interface PostgresServer {
  readonly url: string;
  /** Starts it, and waits until it answers. */
  start(): Promise<void>;
  /** Kills its first process; the others end when they miss it. */
  kill(): void;
  /** Ends every connection except the caller's. */
  cutConnections(): Promise<void>;
  /** Kills it and deletes its data. */
  drop(): void;
}

/** Prepares a server on a free port of loopback; it doesn't run yet. */
export async function preparePostgres(): Promise<PostgresServer> {
  const bin = programs() as string;
  const directory = mkdtempSync(join(tmpdir(), 'bonafide-postgres-'));
  // The server refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  const user = isRoot ? { uid: numberOf('-u') as number, gid: numberOf('-g') as number } : {};
  chmodSync(directory, 0o700);
  if (isRoot) chownSync(directory, user.uid as number, user.gid as number);
  const data = join(directory, 'data');
  const quiet = { ...user, cwd: '/', stdio: 'ignore' } as const;
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'bonafide', '--auth=trust', '--no-sync'], quiet);
  const port = await freePort();
  const url = `postgresql://bonafide@127.0.0.1:${port}/postgres`;
  const pid = () => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);

  async function start(): Promise<void> {
    for (const end = Date.now() + START_LIMIT_MS; ; await pause(50)) {
      // A server that was killed leaves its processes for a moment, and a new one ends at once until they are gone.
      const options = ['-D', data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1'];
      const server = spawn(join(bin, 'postgres'), [...options, '-c', `unix_socket_directories=${directory}`], {
        ...quiet,
        detached: true,
      });
      const running = () => server.exitCode === null && server.signalCode === null;
      for (; running(); await pause(20)) if (await answers(url)) return server.unref();
      if (Date.now() > end) throw new Error('The PostgreSQL server of the test does not start');
    }
  }
  const kill = () => {
    try {
      process.kill(pid(), 'SIGKILL');
    } catch {
      // It is dead already.
    }
  };
  return {
    url,
    start,
    kill,
    async cutConnections() {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query('select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()');
      await client.end();
    },
    drop() {
      kill();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
