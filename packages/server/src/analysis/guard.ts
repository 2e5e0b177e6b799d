import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';

export interface GuardOrders {
  /** Process without which this one has no work. */
  readonly parent: number;
  /** Most bytes of the whole process. */
  readonly memory: number;
}

/** A second analyser's worth of memory takes about as long to fill; a look costs some 20 µs. */
const LOOK_MS = 200;

const { parent, memory } = workerData as GuardOrders;

/**
 * A thread beside the analyser, for when that is deep in a decoder and reads no message: ends the process when its parent is
 * gone or it takes too much memory. V8 limits JavaScript's objects only, not what libvips, ONNX Runtime and WebAssembly take.
 */
setInterval(() => {
  const taken = process.memoryUsage.rss();
  if (taken > memory) say(`The analyser took ${Math.ceil(taken / 1e6)} MB of memory, more than ${memory / 1e6} MB`);
  if (taken > memory || process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}, LOOK_MS);

/** At once, without the event loop of the main thread, which may never turn again. */
function say(text: string): void {
  try {
    writeSync(2, `${text}\n`);
  } catch {
    // Nobody listens.
  }
}
