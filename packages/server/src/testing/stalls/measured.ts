import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

/** The longest time, in milliseconds, for which the event loop of the service did not turn. */
export interface Stall {
  /** Time of the main thread on a processor. */
  readonly cpu: number;
  /** Time on the clock, including the time that other programs of the machine took. */
  readonly wall: number;
}

export interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly token?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer | FormData;
}

export interface Received {
  readonly status: number;
  readonly bytes: Buffer;
}

const SOURCES = join(import.meta.dirname, '..', '..');
const MAIN = join(SOURCES, '..', 'dist', 'cli', 'main.js');
const PATIENCE_MS = 60_000;

/** The built service as a process of its own whose event loop is watched, with the flags given. */
export async function startMeasured(...flags: string[]) {
  const directory = mkdtempSync(join(tmpdir(), 'bonafide-stalls-'));
  const [readyFile, stalls] = [join(directory, 'ready.json'), join(directory, 'stalls.json')];
  const { DATABASE_URL: _, ...environment } = process.env;
  const child: ChildProcess = spawn(
    process.execPath,
    [
      ...['--import', pathToFileURL(join(import.meta.dirname, 'meter.js')).href, MAIN],
      ...['serve', '--mode', 'development', '--data', join(directory, 'data'), '--port', '0', '--http-port', '0'],
      ...['--sandbox-delay', '0', '--rate-limits', 'off', '--log-level', 'error', '--ready-file', readyFile, ...flags],
    ],
    { stdio: ['ignore', 'ignore', 'inherit'], env: { ...environment, BONAFIDE_STALLS: stalls } },
  );
  await until(() => existsSync(readyFile) && readFileSync(readyFile, 'utf8').endsWith('}\n'));
  const ready = JSON.parse(readFileSync(readyFile, 'utf8'));

  async function send({ method = 'GET', path, token, headers, body }: Sent): Promise<Received> {
    const authorization = token ?? `Token token=${ready.sandbox_token}`;
    const answer = await fetch(new URL(path, ready.http_base_url), {
      method,
      headers: { ...(authorization !== '' && { authorization }), ...headers },
      ...(body !== undefined && { body: body as string | FormData }),
    });
    return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
  }

  async function stall(): Promise<Stall> {
    rmSync(stalls, { force: true });
    child.kill('SIGUSR2');
    await until(() => existsSync(stalls));
    return JSON.parse(readFileSync(stalls, 'utf8'));
  }

  return {
    send,
    operatorKey: ready.operator_key as string,
    liveToken: ready.live_token as string,
    /** Sends a request, and says how long the event loop stood still meanwhile. */
    async measure(sent: Sent): Promise<Received & Stall> {
      await stall();
      const received = await send(sent);
      return { ...received, ...(await stall()) };
    },
    /** Memory of the process in megabytes: the most that it has held. */
    peak: () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

export type MeasuredService = Awaited<ReturnType<typeof startMeasured>>;

async function until(look: () => boolean): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (!look()) {
    if (performance.now() > end) throw new Error('The service did not do it in time');
    await pause(2);
  }
}
