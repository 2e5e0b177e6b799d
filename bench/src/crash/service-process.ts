import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { serviceScript } from '../service.ts';

/** Limit in milliseconds for a start, on a machine that other programs use as well. */
const START_LIMIT_MS = 600_000;
const POLL_MS = 5;
const SHOWN_LINES = 20;

export interface Ready {
  http_base_url: string;
  ca_file: string;
  sandbox_token: string;
  operator_key: string;
}

export interface Launch {
  readonly role: 'all' | 'api' | 'worker';
  /** Number among the processes of the deployment. */
  readonly number: number;
  /** Data directory, and where ready files go. */
  readonly directory: string;
  /** URL of the database; undefined on the embedded store. */
  readonly databaseUrl: string | undefined;
  /** More flags of `bonafide serve`. */
  readonly flags?: readonly string[];
}

/** Settings of the service besides its data: quick sandbox checks, quick retries, no rate limits. */
const FLAGS = '--mode development --port 0 --http-port 0 --sandbox-delay 50 --rate-limits off --log-level error';
const RETRY_BASE_MS = 200;

/** The real service as a process of its own, which can be killed and started again on the same data. */
export class ServiceProcess {
  readonly role: Launch['role'];
  /** Milliseconds from the launch to the ready file, of each start that got so far. */
  readonly starts: number[] = [];
  /** Errors that the service logged, without its greeting. */
  readonly errors: string[] = [];
  readonly #launch: Launch;
  #child: ChildProcess | undefined;
  #doomed = false;
  #closed = false;
  #count = 0;

  constructor(launch: Launch) {
    this.role = launch.role;
    this.#launch = launch;
  }

  /** The number of the life that it leads, counted from 1. */
  get life(): number {
    return this.#count;
  }

  /** Returns whether a life was ended by the bench, or is about to be; then a request that it cut off is not a surprise. */
  isOver(life: number): boolean {
    return life !== this.#count || this.#doomed;
  }

  /** Throws once it is closed. */
  launch(): void {
    if (this.#closed) throw new Error('The test is over');
    const { role, directory, databaseUrl, flags = [] } = this.#launch;
    this.#count += 1;
    const ready = this.#readyFile();
    const env: NodeJS.ProcessEnv = { ...process.env, BONAFIDE_WEBHOOK_RETRY_BASE: String(RETRY_BASE_MS) };
    delete env.DATABASE_URL;
    if (databaseUrl) env.DATABASE_URL = databaseUrl;
    const place = ['--data', join(directory, 'data'), '--ready-file', ready, '--role', role];
    this.#doomed = false;
    this.#child = spawn(process.execPath, [serviceScript, 'serve', ...FLAGS.split(' '), ...place, ...flags], { env });
    this.#child.stdout?.on('data', (data: Buffer) => this.#log(data));
    this.#child.stderr?.on('data', (data: Buffer) => this.#log(data));
  }

  #readyFile(): string {
    return join(this.#launch.directory, `ready-${this.#launch.number}-${this.#count}.json`);
  }

  #log(data: Buffer): void {
    for (const line of data.toString().split('\n')) if (/"level":[56]0|error/i.test(line)) this.errors.push(line);
  }

  /** Resolves once the launched process has written its ready file. Rejects when it ends before or takes too long. */
  async ready(): Promise<Ready> {
    const child = this.#child as ChildProcess;
    const launched = performance.now();
    while (performance.now() - launched < START_LIMIT_MS) {
      const text = await readFile(this.#readyFile(), 'utf8').catch(() => undefined);
      if (text) {
        this.starts.push(performance.now() - launched);
        return JSON.parse(text) as Ready;
      }
      if (hasEnded(child)) throw new Error(`The service ended at its start:\n${this.lastErrors()}`);
      await pause(POLL_MS);
    }
    throw new Error(`The service (${this.role}) wasn't ready in ${START_LIMIT_MS / 1000} s:\n${this.lastErrors()}`);
  }

  lastErrors(): string {
    return this.errors.slice(-SHOWN_LINES).join('\n');
  }

  /** True if it has ended by itself. */
  get crashed(): boolean {
    return this.#child !== undefined && !this.#doomed && hasEnded(this.#child);
  }

  /** SIGKILL: nothing in the process runs any more. Resolves when the system has taken it away. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (!child || hasEnded(child)) return;
    this.#doomed = true;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  /** SIGSTOP: it stands still, as on a machine that is suspended, until `resume`. */
  suspend(): void {
    this.#child?.kill('SIGSTOP');
  }

  resume(): void {
    this.#child?.kill('SIGCONT');
  }

  /** SIGTERM: it ends by itself. Returns the milliseconds that it took and its exit code, or the signal that ended it. */
  async stop(): Promise<{ ms: number; code: number | string | null }> {
    const child = this.#child as ChildProcess;
    this.#doomed = true;
    const began = performance.now();
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const [code, signal] = await ended;
    return { ms: Math.round(performance.now() - began), code: code ?? signal };
  }

  /** Kills it and lets nobody start it again. */
  close(): Promise<void> {
    this.#closed = true;
    return this.kill();
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
