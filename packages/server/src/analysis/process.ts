import { type ChildProcess, fork } from 'node:child_process';
import type { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Clock } from '../base/clock.ts';
import { AnalysisFailed, type AnalysisFailure } from './analyser.ts';
import { errorOf } from './errors.ts';
import { splitRequest, writeLarge } from './large-input.ts';
import { type Answer, LARGE_PIPE, type Request, TOO_SLOW } from './messages.ts';

export interface ProcessOptions {
  /** The bundled `worker.ts`, or another program that calls `serveTasks`. */
  readonly script: URL;
  readonly clock: Clock;
  /** Milliseconds of a processor that a task may use, after which its process is ended. */
  readonly processorTime: number;
  /**
   * Milliseconds after which a task is given up and its process ended, though it used less of a processor: so many that
   * the machine has none to give.
   */
  readonly patience: number;
  /** Milliseconds without a task after which a process ends and gives its memory back. */
  readonly idle: number;
  /** Limits in bytes: the memory that a process may use, and the memory that it may hold after a task and still get another task. */
  readonly memory: { readonly most: number; readonly kept: number };
  /** Megabytes of JavaScript objects; default: the limit of an analyser. */
  readonly heap?: number;
  /** Gets the memory after each task, and the end of the process. */
  readonly watch?: ProcessWatch | undefined;
}

/** Reason why a process ended: it had nothing to do, it held too much memory after a task, or a task failed. */
export type ExitReason = 'idle' | 'memory' | AnalysisFailure;

export interface ProcessWatch {
  /** A task has ended, and the process holds so many bytes. */
  held(bytes: number): void;
  exited(reason: ExitReason): void;
}

interface Task {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** Megabytes of JavaScript objects of an analyser; pictures and models lie outside of them. */
const HEAP_MB = 512;

/**
 * Environment of the process. With a heap for each of its threads, glibc holds 90 MB more after ten documents (740 instead of
 * 655).
 */
const ENVIRONMENT = { MALLOC_ARENA_MAX: '2' };

/** Number of characters that are kept of the last output of a crashed process. */
const WORDS_LENGTH = 2000;

/**
 * An analyser process and its current task. The process inherits no environment variables and no open files, because it reads
 * files of strangers.
 */
export class AnalyserProcess {
  readonly #options: ProcessOptions;
  readonly #child: ChildProcess;
  readonly #gone: Promise<void>;
  #task: Task | undefined;
  #cancelTimer = () => {};
  #ending = false;
  #exit: ExitReason | undefined;
  #words = '';

  /** @param gone called when the process exists no more */
  constructor(options: ProcessOptions, gone: () => void) {
    this.#options = options;
    this.#child = fork(fileURLToPath(options.script), [options.memory.most, options.processorTime].map(String), {
      env: ENVIRONMENT,
      execArgv: [`--max-old-space-size=${options.heap ?? HEAP_MB}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc', 'pipe'],
    });
    this.#letParentEnd();
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#words = (this.#words + text).slice(-WORDS_LENGTH);
    });
    // A process that has gone reads nothing; its `close` event reports that.
    this.#large?.on('error', () => {});
    this.#child.on('message', (answer: Answer) => this.#answered(answer));
    this.#gone = new Promise((resolve) => {
      // After its last message, unlike `exit`. A process that couldn't start has an error alone.
      this.#child.once('close', (code, signal) => resolve(this.#ended(signal ?? `exit code ${code}`)));
      this.#child.once('error', (error) => resolve(this.#ended(error.message)));
    });
    void this.#gone.then(() => {
      options.watch?.exited(this.#exit ?? 'crashed');
      gone();
    });
  }

  get busy(): boolean {
    return this.#task !== undefined || this.#ending;
  }

  /**
   * Runs a task in this process, which must not be busy. Throws `AnalysisFailed`, or what the task threw there. Nothing reads the
   * input any more when the promise settles.
   */
  async run(request: Request): Promise<unknown> {
    const { message, buffers } = splitRequest(request);
    // When the process is gone, its `close` event reports that. An input that can't be copied throws: the process is as it was.
    this.#child.send(message, () => {});
    const written = writeLarge(this.#large, buffers);
    try {
      return await this.#answer();
    } finally {
      await written;
    }
  }

  /** The answer to the request that was sent. */
  #answer(): Promise<unknown> {
    const { patience } = this.#options;
    return new Promise((resolve, reject) => {
      this.#task = { resolve, reject };
      const message = `The machine had no time for the analysis within ${patience / 1000} s`;
      this.#after(patience, () => void this.end('no_time', message));
    });
  }

  /** Resolves when the process can take a task, or is gone. */
  async settled(): Promise<void> {
    if (this.#ending) await this.#gone;
  }

  /** Fails the current task and ends the process. Resolves when it is gone. */
  end(reason: AnalysisFailure, message: string): Promise<void> {
    this.#fail(new AnalysisFailed(reason, message));
    this.#kill(reason);
    return this.#gone;
  }

  #answered(answer: Answer): void {
    const task = this.#task;
    this.#task = undefined;
    if ('error' in answer) task?.reject(errorOf(answer.error));
    else task?.resolve(answer.result);
    // Its memory is in pieces, which allocators don't give back: a new process takes half a second and less memory.
    this.#options.watch?.held(answer.memory);
    if (answer.memory > this.#options.memory.kept) this.#kill('memory');
    else this.#after(this.#options.idle, () => this.#kill('idle'));
  }

  #ended(how: string): void {
    this.#ending = true;
    this.#cancelTimer();
    const words = this.#words.trim();
    if (words.includes(TOO_SLOW)) {
      this.#exit = 'too_slow';
      const most = this.#options.processorTime / 1000;
      this.#fail(new AnalysisFailed('too_slow', `No findings within ${most} s of a processor`));
    }
    this.#fail(new AnalysisFailed('crashed', `The analyser ended: ${how}`, words ? new Error(words) : undefined));
  }

  #fail(error: AnalysisFailed): void {
    this.#task?.reject(error);
    this.#task = undefined;
  }

  /** Nothing of it is worth an orderly end. */
  #kill(reason: ExitReason): void {
    this.#exit = reason;
    this.#ending = true;
    this.#cancelTimer();
    this.#child.kill('SIGKILL');
  }

  #after(delay: number, then: () => void): void {
    this.#cancelTimer();
    this.#cancelTimer = this.#options.clock.schedule(delay, then);
  }

  /** The pipe for large buffers; undefined in a process that could not start. */
  get #large(): Writable | undefined {
    return this.#child.stdio?.[LARGE_PIPE] as Writable | undefined;
  }

  #letParentEnd(): void {
    this.#child.unref();
    this.#child.channel?.unref();
    for (const pipe of [this.#child.stderr, this.#large]) (pipe as unknown as { unref(): void } | null)?.unref();
  }
}
