import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { benchScript } from '../service.ts';

const CONFIG = resolve(benchScript, '../../../deploy/compose/haproxy.cfg');

const UP_LIMIT_MS = 30_000;
const LOOK_MS = 50;

export interface ProxiedServer {
  readonly name: string;
  readonly port: number;
  readonly adminPort: number;
}

export interface Proxy {
  readonly url: string;
  /** Lines of the proxy's log about servers that it took out or in, and about requests that did not end well. */
  said(): string[];
  /** Resolves once the proxy sends requests to so many servers. */
  up(count: number): Promise<void>;
  close(): Promise<void>;
}

/** Returns whether HAProxy is installed. */
export const hasProxy = () => spawnSync('haproxy', ['-v']).status === 0;

/**
 * The configuration of `compose.yaml`, with the addresses of this test: plain HTTP for clients, and each server by its port. All
 * other lines are the lines of that file.
 */
function configOf(
  servers: readonly ProxiedServer[],
  { port, caFile, socket }: Record<'port' | 'caFile' | 'socket', string>,
) {
  const tls = `ssl verify required ca-file ${caFile} verifyhost localhost`;
  const checked = servers.map(
    ({ name, port: of, adminPort }) => `  server ${name} 127.0.0.1:${of} port ${adminPort} ${tls}`,
  );
  const unchecked = servers.map(({ name, port: of }) => `  server ${name} 127.0.0.1:${of} ${tls}`);
  return readFileSync(CONFIG, 'utf8')
    .replace(/^global\n/m, `global\n  stats socket ${socket}\n`)
    .replace(/^ {2}bind :8443.*$/m, `  bind 127.0.0.1:${port}`)
    .replace(/^ {2}bind :8080\n.*\n/m, '')
    .replace(/^ {2}server-template.*$/m, checked.join('\n'))
    .replace(/^ {2}server-template.*$/m, unchecked.join('\n'));
}

/**
 * Returns whether a line of the format `httplog` is about a request that got no answer of a server: it has a status of 5xx or -1,
 * or a termination state other than `--`.
 */
function endedBadly(line: string): boolean {
  const [, status, termination] = / (-1|\d{3}) \d+ \S \S (\S\S)\S\S /.exec(line) ?? [];
  return status !== undefined && (status === '-1' || status.startsWith('5') || termination !== '--');
}

/** Starts HAProxy in front of the servers. */
export async function openProxy(
  directory: string,
  { port, caFile, servers }: { port: number; caFile: string; servers: readonly ProxiedServer[] },
): Promise<Proxy> {
  const socket = join(directory, 'haproxy.sock');
  const file = join(directory, 'haproxy.cfg');
  writeFileSync(file, configOf(servers, { port: String(port), caFile, socket }));
  // HAProxy drops lines that a pipe has no room for.
  const log = join(directory, 'haproxy.log');
  const out = openSync(log, 'w');
  const child: ChildProcess = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', out, out] });
  closeSync(out);
  const said = () => readFileSync(log, 'utf8');

  async function upCount(): Promise<number> {
    const stats = connect(socket);
    stats.end('show stat\n');
    const rows = (await text(stats))
      .split('\n')
      .filter((row) => row.startsWith('service,') && !row.includes('BACKEND'));
    return rows.filter((row) => row.split(',')[17] === 'UP').length;
  }

  return {
    said: () =>
      said()
        .split('\n')
        .filter((line) => line.includes('Server service/') || endedBadly(line)),
    url: `http://127.0.0.1:${port}`,
    async up(count) {
      const deadline = performance.now() + UP_LIMIT_MS;
      while ((await upCount().catch(() => 0)) < count) {
        if (child.exitCode !== null || performance.now() > deadline)
          throw new Error(`HAProxy has no server: ${said()}`);
        await pause(LOOK_MS);
      }
    },
    async close() {
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
