import { Worker } from 'node:worker_threads';
import type { Clock } from '../base/clock.ts';
import { type Analyser, AnalysisFailed } from './analyser.ts';
import type { TaskInput, TaskName, TaskResult } from './tasks.ts';

export interface PoolOptions {
  /** The bundled `worker.ts`. */
  readonly script: URL;
  readonly clock: Clock;
  /** Tasks at once, each in a thread of its own. */
  readonly threads: number;
  /** Milliseconds after which a task is given up and its thread ended. */
  readonly timeout: number;
  /** Milliseconds without a task after which a thread ends and gives its memory back. */
  readonly idle: number;
}

/** Megabytes of JavaScript objects in a thread; models and pictures lie outside of them. */
const HEAP_MB = 1024;

interface Task {
  readonly name: string;
  readonly input: unknown;
  resolve(result: never): void;
  reject(error: Error): void;
}

type Answer = { result: unknown } | { error: { name: string; message: string } };

/**
 * Threads that start with the first task, so that who runs no live check pays nothing. A task that takes too long or
 * brings its thread down fails alone: the next one gets a new thread.
 */
export class AnalyserPool implements Analyser {
  readonly #options: PoolOptions;
  readonly #waiting: Task[] = [];
  readonly #threads = new Set<Thread>();
  #closed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  run<Name extends TaskName>(name: Name, input: TaskInput<Name>): Promise<TaskResult<Name>> {
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(new AnalysisFailed('stopped', 'The service is shutting down'));
      this.#waiting.push({ name, input, resolve: resolve as Task['resolve'], reject });
      this.#next();
    });
  }

  #next(): void {
    while (this.#waiting.length > 0) {
      const free = [...this.#threads].find((thread) => !thread.busy) ?? this.#start();
      if (!free) return;
      free.take(this.#waiting.shift() as Task);
    }
  }

  #start(): Thread | undefined {
    if (this.#threads.size >= this.#options.threads) return undefined;
    const thread: Thread = new Thread(this.#options, {
      free: () => this.#next(),
      gone: () => {
        this.#threads.delete(thread);
        this.#next();
      },
    });
    this.#threads.add(thread);
    return thread;
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const task of this.#waiting.splice(0))
      task.reject(new AnalysisFailed('stopped', 'The service is shutting down'));
    await Promise.all([...this.#threads].map((thread) => thread.end('stopped', 'The service is shutting down')));
  }
}

/** One worker thread and the task that it is at. */
class Thread {
  readonly #worker: Worker;
  readonly #options: PoolOptions;
  readonly #on: { free(): void; gone(): void };
  #task: Task | undefined;
  #cancelTimer = () => {};
  #ended = false;

  constructor(options: PoolOptions, on: { free(): void; gone(): void }) {
    this.#options = options;
    this.#on = on;
    // Nothing of the environment is for those who read strangers' files.
    this.#worker = new Worker(options.script, { env: {}, resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } });
    this.#worker.unref();
    this.#worker.on('message', (answer: Answer) => this.#answered(answer));
    this.#worker.on('error', (error) => this.#fail('crashed', error.message));
    this.#worker.on('exit', () => {
      this.#cancelTimer();
      this.#fail('crashed', 'The analyser ended');
      this.#on.gone();
    });
  }

  get busy(): boolean {
    return this.#task !== undefined || this.#ended;
  }

  take(task: Task): void {
    this.#task = task;
    const seconds = this.#options.timeout / 1000;
    this.#time(this.#options.timeout, () => this.end('timeout', `No findings within ${seconds} s`));
    this.#worker.postMessage({ name: task.name, input: task.input });
  }

  #answered(answer: Answer): void {
    const task = this.#task;
    this.#task = undefined;
    if ('error' in answer) {
      task?.reject(Object.assign(new Error(answer.error.message), { name: answer.error.name }));
    } else task?.resolve(answer.result as never);
    this.#time(this.#options.idle, () => {
      this.#ended = true;
      void this.#worker.terminate();
    });
    this.#on.free();
  }

  async end(reason: AnalysisFailed['reason'], message: string): Promise<void> {
    this.#ended = true;
    this.#fail(reason, message);
    await this.#worker.terminate();
  }

  #fail(reason: AnalysisFailed['reason'], message: string): void {
    this.#task?.reject(new AnalysisFailed(reason, message));
    this.#task = undefined;
  }

  #time(delay: number, then: () => void): void {
    this.#cancelTimer();
    this.#cancelTimer = this.#options.clock.schedule(delay, then);
  }
}
