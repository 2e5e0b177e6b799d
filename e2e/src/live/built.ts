import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** The repository: this module is also a part of bundles elsewhere in it. */
const root = (() => {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'package-lock.json'))) folder = dirname(folder);
  return folder;
})();

/** Milliseconds that a step of the real service may take on a busy machine. */
export const PATIENCE_MS = 600_000;
const LOOK_MS = 50;

export interface BuiltService {
  /** Id of the service's process. */
  readonly pid: number;
  readonly liveToken: string;
  readonly sandboxToken: string;
  readonly directory: string;
  /** Plain HTTP on loopback. */
  readonly baseUrl: string;
  /** Calls the API over plain HTTP on loopback; throws when the answer isn't a success. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of any shape
  call(token: string, method: string, path: string, body?: object | FormData): Promise<any>;
  /** Calls the operator's interface. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  operate(path: string): Promise<any>;
  /** Runs `bonafide` on the service; what it printed. */
  bonafide(...args: string[]): string;
  readonly operatorKey: string;
  /** Ends it and deletes its data. */
  stop(): Promise<void>;
  /** SIGKILL: nothing in the process runs any more. Its data stay. */
  kill(): Promise<void>;
}

export interface BuiltOptions {
  /** Directory of an earlier process to continue with, or a shared one. Default: a new directory. */
  readonly directory?: string;
  /** Default: the embedded store. */
  readonly databaseUrl?: string;
  /** Further settings, as flags of the command line. */
  readonly flags?: readonly string[];
  /** Milliseconds by which the process reads the machine's clock as ahead of ours; on the embedded store alone. */
  readonly aheadMs?: number;
}

/** Has a process read another time before it loads anything. */
const withClockAhead = (ms: number): string[] => [
  '--import',
  `data:text/javascript,const now = Date.now; Date.now = () => now() + ${ms};`,
];

/** Builds the programs, where they have changed, and starts the service as operators do. */
export async function startBuilt(options: BuiltOptions = {}): Promise<BuiltService> {
  const { directory: given, databaseUrl, flags = [], aheadMs } = options;
  execFileSync(process.execPath, [join(root, 'scripts/build.js')]);
  const main = join(root, 'packages/server/dist/cli/main.js');
  const directory = given ?? mkdtempSync(join(tmpdir(), 'bonafide-'));
  const readyFile = join(directory, `ready-${randomUUID()}.json`);
  const child: ChildProcess = spawn(
    process.execPath,
    [
      ...(aheadMs === undefined ? [] : withClockAhead(aheadMs)),
      ...[main, 'serve', '--mode', 'development', '--data', directory, '--port', '0', '--http-port', '0'],
      ...['--sandbox-delay', '0', '--rate-limits', 'off', '--log-level', 'silent', '--ready-file', readyFile],
      ...(databaseUrl ? ['--database-url', databaseUrl] : []),
      ...flags,
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  await until(() => existsSync(readyFile) && readFileSync(readyFile, 'utf8').endsWith('}\n'));
  const ready = JSON.parse(readFileSync(readyFile, 'utf8'));
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  return {
    pid: child.pid as number,
    operatorKey: ready.operator_key,
    liveToken: ready.live_token,
    sandboxToken: ready.sandbox_token,
    directory,
    baseUrl: ready.http_base_url,
    async call(token, method, path, body) {
      const json = body && !(body instanceof FormData);
      const answer = await fetch(ready.http_base_url + path, {
        method,
        headers: { authorization: `Token token=${token}`, ...(json && { 'content-type': 'application/json' }) },
        ...(body && { body: json ? JSON.stringify(body) : (body as FormData) }),
      });
      if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
      return answer.json();
    },
    async operate(path) {
      const headers = { authorization: `Bearer ${ready.operator_key}` };
      return (await fetch(`${ready.http_base_url}/operator/v1${path}`, { headers })).json();
    },
    bonafide: (...args) => execFileSync(process.execPath, [main, ...args, '--data', directory], { encoding: 'utf8' }),
    kill: () => end('SIGKILL'),
    async stop() {
      await end('SIGTERM');
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Waits until `look` answers something that isn't false or undefined, and gives it. */
export async function until<T>(
  look: () => Promise<T> | T,
  patienceMs = PATIENCE_MS,
): Promise<Exclude<T, false | undefined>> {
  const end = performance.now() + patienceMs;
  while (performance.now() < end) {
    const found = await look();
    if (found !== false && found !== undefined) return found as Exclude<T, false | undefined>;
    await pause(LOOK_MS);
  }
  throw new Error(`Nothing within ${patienceMs / 1000} s: ${look}`);
}

/** Processes that a process has started and that live, by their id (Linux). */
export function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
}

/** Resident megabytes of a process (Linux). */
export function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000;
}
