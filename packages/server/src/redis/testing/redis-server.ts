import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../testing/free-port.ts';

/** The reason why no Redis can be started here; undefined if one can. */
export function noRedisServer(): string | undefined {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'no redis-server on the path';
  }
}

/** A Redis of a test's own, in memory, which the test may stop. */
export interface RedisServer {
  readonly url: string;
  /** Starts it, and waits until it answers. */
  start(): Promise<void>;
  /** Ends it; its data is gone. */
  stop(): Promise<void>;
  /** Makes it answer nothing, until `thaw`. */
  freeze(): void;
  thaw(): void;
  /** Runs one command by the inline protocol, and resolves to the answer as text. */
  command(line: string): Promise<string>;
}

/** Prepares a Redis on a free port of loopback; it doesn't run yet. */
export async function prepareRedis(...flags: string[]): Promise<RedisServer> {
  const port = await freePort();
  let server: ChildProcess | undefined;
  async function command(line: string): Promise<string> {
    const socket = connect(port, '127.0.0.1');
    socket.write(`${line}\r\n`);
    try {
      const [bytes] = await once(socket, 'data');
      return String(bytes).trim();
    } finally {
      socket.destroy();
    }
  }
  const answers = () => command('PING').then(Boolean, () => false);
  return {
    url: `redis://127.0.0.1:${port}`,
    command,
    async start() {
      const own = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', '/tmp'];
      server = spawn('redis-server', [...own, ...flags], { stdio: 'ignore' });
      while (!(await answers())) await pause(10);
    },
    async stop() {
      if (!server || server.exitCode !== null || server.signalCode !== null) return;
      const gone = once(server, 'exit');
      server.kill('SIGKILL');
      await gone;
    },
    freeze: () => void server?.kill('SIGSTOP'),
    thaw: () => void server?.kill('SIGCONT'),
  };
}
