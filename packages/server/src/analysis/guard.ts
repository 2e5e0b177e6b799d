import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { TOO_SLOW } from './messages.ts';
import { processorTime } from './processor-time.ts';

export interface GuardOrders {
  /** Process without which this one has no work. */
  readonly parent: number;
  /** Most bytes of the whole process. */
  readonly memory: number;
  /** Most milliseconds of a processor that one task may use. */
  readonly mostTime: number;
  /** Shared with the main thread: `processorTime()` when its task began; NaN while it has none. */
  readonly begun: Float64Array;
}

/** A second analyser's worth of memory takes about as long to fill; a look costs some 20 µs. */
const LOOK_MS = 200;

const { parent, memory, mostTime, begun } = workerData as GuardOrders;

/**
 * A thread beside the analyser, for when the analyser is deep in a decoder and reads no message: ends the process when its parent
 * is gone, or when it takes too much memory or processor time. V8 limits JavaScript's objects only, not the memory of libvips,
 * ONNX Runtime and WebAssembly. Processor time counts, so that no task fails because the machine is busy.
 */
setInterval(() => {
  const taken = process.memoryUsage.rss();
  const used = processorTime() - begun[0]!;
  if (taken > memory) say(`The analyser took ${Math.ceil(taken / 1e6)} MB of memory, more than ${memory / 1e6} MB`);
  if (used > mostTime) say(`${TOO_SLOW}${mostTime / 1e3} s`);
  if (taken > memory || used > mostTime || process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}, LOOK_MS);

/** Writes at once, without the event loop of the main thread, which may never turn again. */
function say(text: string): void {
  try {
    writeSync(2, `${text}\n`);
  } catch {
    // Nobody listens.
  }
}
