import { rm } from 'node:fs/promises';
import { AnalyserProcess } from '../analysis/process.ts';
import { type Clock, HOUR_MS, MINUTE_MS } from '../base/clock.ts';

/** Bytes of the process that builds an index, of whatever kind. */
const MEMORY = 4_000_000_000;

/** Megabytes of its JavaScript objects. */
const HEAP_MB = 3_000;

/** Milliseconds of a processor. */
const PROCESSOR_TIME = 15 * MINUTE_MS;

/** Milliseconds after which an index is given up, on a machine that has no processor to spare. */
const PATIENCE = 4 * HOUR_MS;

/** Path of the worker beside the bundle that contains this module; see scripts/build.js. */
const WORKER = new URL('../screening/index-worker.js', import.meta.url);

export interface IndexRequest {
  /** Path of a file with an `IndexedRecord` a line, as JSON. */
  readonly records: string;
  /** Path of the file that the index is written to. */
  readonly index: string;
}

export interface IndexFile {
  /** SHA-256 of the index, hexadecimal. */
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
}

/**
 * Builds the index of a set in a process of its own, so that requests and jobs don't wait for it. Without an answer there is no
 * index file. Throws `AnalysisFailed`.
 *
 * @param signal kills the process
 */
export async function buildIndexInProcess(
  request: IndexRequest,
  { clock, signal }: { readonly clock: Clock; readonly signal?: AbortSignal },
): Promise<IndexFile> {
  const bounds = { most: MEMORY, kept: MEMORY };
  const options = { script: WORKER, clock, processorTime: PROCESSOR_TIME, patience: PATIENCE, idle: PATIENCE };
  const process = new AnalyserProcess({ ...options, memory: bounds, heap: HEAP_MB }, () => {});
  const stop = () => void process.end('stopped', 'The activation was stopped');
  signal?.addEventListener('abort', stop);
  try {
    const running = process.run({ name: 'index', input: request });
    if (signal?.aborted) stop();
    return (await running) as IndexFile;
  } catch (error) {
    await rm(request.index, { force: true });
    throw error;
  } finally {
    signal?.removeEventListener('abort', stop);
    await process.end('stopped', 'The index is built');
  }
}
