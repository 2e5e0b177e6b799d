import { type Analyser, AnalysisFailed } from './analyser.ts';
import { AnalyserProcess, type ProcessOptions, type Task } from './process.ts';
import type { TaskInput, TaskName, TaskResult } from './tasks.ts';

export interface PoolOptions extends ProcessOptions {
  /** Tasks at once, each in a process of its own. */
  readonly processes: number;
  /** Tasks for which somebody waits on the line: they begin before all others that wait. */
  readonly urgent: ReadonlySet<string>;
}

const STOPPED = ['stopped', 'The service is shutting down'] as const;

/**
 * Processes that start with the first task, so that who runs no live check pays nothing. A task that takes too long, too
 * much memory, or brings its process down fails alone: the next one gets a new process.
 */
export class AnalyserPool implements Analyser {
  readonly #options: PoolOptions;
  readonly #urgent: Task[] = [];
  readonly #waiting: Task[] = [];
  readonly #processes = new Set<AnalyserProcess>();
  #closed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  run<Name extends TaskName>(name: Name, input: TaskInput<Name>): Promise<TaskResult<Name>> {
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(new AnalysisFailed(...STOPPED));
      const queue = this.#options.urgent.has(name) ? this.#urgent : this.#waiting;
      queue.push({ name, input, resolve: resolve as Task['resolve'], reject });
      this.#next();
    });
  }

  #next(): void {
    while (this.#urgent.length + this.#waiting.length > 0) {
      const free = [...this.#processes].find((process) => !process.busy) ?? this.#start();
      if (!free) return;
      free.take((this.#urgent.shift() ?? this.#waiting.shift()) as Task);
    }
  }

  #start(): AnalyserProcess | undefined {
    if (this.#processes.size >= this.#options.processes) return undefined;
    const process: AnalyserProcess = new AnalyserProcess(this.#options, {
      free: () => this.#next(),
      gone: () => {
        this.#processes.delete(process);
        this.#next();
      },
    });
    this.#processes.add(process);
    return process;
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const task of [...this.#urgent.splice(0), ...this.#waiting.splice(0)]) {
      task.reject(new AnalysisFailed(...STOPPED));
    }
    await Promise.all([...this.#processes].map((process) => process.end(...STOPPED)));
  }
}
