import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './free-port.ts';

/** Sessions of the server: fewer than a process has connections, so that they are really shared. */
const SESSIONS = 5;

/** The reason why no PgBouncer can be started here; undefined if one can. */
export function noPgbouncer(): string | undefined {
  try {
    execFileSync('pgbouncer', ['--version'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'no pgbouncer on the path';
  }
}

export interface Pgbouncer {
  /** Address of the database through the pooler. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a PgBouncer in transaction mode before a database; each transaction takes the next session. */
export async function startPgbouncer(database: string, connectQuery: string): Promise<Pgbouncer> {
  const directory = mkdtempSync(join(tmpdir(), 'bonafide-pgbouncer-'));
  const { hostname, port: serverPort, username, pathname } = new URL(database);
  const port = await freePort();
  const file = join(directory, 'pgbouncer.ini');
  const target = `host=${hostname} port=${serverPort} user=${username} connect_query='${connectQuery}'`;
  writeFileSync(
    file,
    `[databases]
${pathname.slice(1)} = ${target}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${SESSIONS}
max_client_conn = 200
server_round_robin = 1
`,
  );
  // It refuses to run as root, and reads its file as the other user.
  chmodSync(directory, 0o755);
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const server: ChildProcess = spawn('pgbouncer', ['-q', ...user, file], { stdio: 'ignore' });
  while (!(await listens(port))) {
    if (server.exitCode !== null) throw new Error(`pgbouncer ended with ${server.exitCode}`);
    await pause(10);
  }
  const url = new URL(database);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    async stop() {
      const gone = once(server, 'exit');
      server.kill('SIGKILL');
      await gone;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
