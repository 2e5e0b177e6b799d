import { rm } from 'node:fs/promises';
import { HOUR_MS } from '../base/clock.ts';
import type { RunTask, TaskOptions } from './run-task.ts';

/** Bytes of the process that builds an index, of whatever kind. */
const MEMORY = 4_000_000_000;

/** Megabytes of its JavaScript objects. */
const HEAP_MB = 3_000;

/** Milliseconds after which an index is given up, on a machine that has no processor to spare. */
const PATIENCE = 4 * HOUR_MS;

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
 */
export async function buildIndexInProcess(
  run: RunTask,
  request: IndexRequest,
  options: Pick<TaskOptions, 'clock' | 'signal'>,
): Promise<IndexFile> {
  try {
    const bounds = { memory: MEMORY, heap: HEAP_MB, patience: PATIENCE };
    return (await run('index', request, { ...bounds, ...options })) as IndexFile;
  } catch (error) {
    await rm(request.index, { force: true });
    throw error;
  }
}
