import { TooManyWaiting, Turns, type TurnsOptions } from '../base/turns.ts';
import { type Analyser, AnalysisFailed, inputOf, type LazyInput, type RunOptions } from './analyser.ts';
import { Meter, type PoolMetrics } from './meter.ts';
import { AnalyserProcess, type ProcessOptions } from './process.ts';
import type { TaskName, TaskResult } from './tasks.ts';

export interface PoolOptions extends Omit<ProcessOptions, 'watch'> {
  /** Tasks at once, each in a process of its own. */
  readonly processes: number;
  /** Bytes from which the weight of a task makes it heavy; default: none is. */
  readonly heavyFrom?: number;
  /** Shares of the processes; default: in the order of the turns alone. */
  readonly shares?: Omit<TurnsOptions, 'places'>;
  /** Default: nothing is counted. */
  readonly meter?: PoolMetrics;
}

const STOPPED = ['stopped', 'The service is shutting down'] as const;

/**
 * Processes that start with the first task, so that a service without tasks pays nothing. A task that takes too long, too
 * much memory, or brings its process down fails alone: the next one gets a new process.
 */
export class AnalyserPool implements Analyser {
  readonly #options: PoolOptions;
  readonly #turns: Turns;
  readonly #processes = new Set<AnalyserProcess>();
  readonly #meter: Meter | undefined;
  #closed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#turns = new Turns({ ...options.shares, places: options.processes });
    this.#meter = options.meter && new Meter(options.meter, this.#turns);
  }

  async run<Name extends TaskName>(
    name: Name,
    input: LazyInput<Name>,
    { lane, weight = 0 }: RunOptions = {},
  ): Promise<TaskResult<Name>> {
    const { heavyFrom = Number.POSITIVE_INFINITY } = this.#options;
    const leave = await this.#turns.enter({ lane, heavy: weight >= heavyFrom }).catch((error) => {
      if (error instanceof TooManyWaiting) this.#meter?.countRefused();
      throw error;
    });
    let process: AnalyserProcess | undefined;
    try {
      const read = await inputOf(input);
      if (this.#closed) throw new AnalysisFailed(...STOPPED);
      process = [...this.#processes].find(({ busy }) => !busy) ?? this.#start();
      const answer = process.run({ name, input: read });
      return (await (this.#meter?.time(name, answer) ?? answer)) as TaskResult<Name>;
    } finally {
      if (process) void process.settled().then(leave);
      else leave();
    }
  }

  #start(): AnalyserProcess {
    const options = { ...this.#options, watch: this.#meter };
    const process: AnalyserProcess = new AnalyserProcess(options, () => this.#processes.delete(process));
    this.#processes.add(process);
    return process;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#turns.close(new AnalysisFailed(...STOPPED));
    await Promise.all([...this.#processes].map((process) => process.end(...STOPPED)));
  }
}
