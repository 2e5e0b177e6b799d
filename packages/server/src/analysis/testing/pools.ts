import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { TestClock } from '../../testing/clock.ts';
import { AnalysisFailed, type AnalysisFailure, type RunOptions } from '../analyser.ts';
import { AnalyserPool, type PoolOptions } from '../pool.ts';
import { bundlePrograms, type Programs } from './bundle.ts';

/** Milliseconds that a task of a test may take, and milliseconds of a processor that it may use. */
export const PATIENCE = 60_000;
const PROCESSOR_TIME = 50_000;
export const IDLE = 300_000;

/** The tasks of tests have names that the real ones don't have, and answers of any shape. */
// biome-ignore lint/suspicious/noExplicitAny: as above
type Run = (name: string, input?: unknown, options?: RunOptions) => Promise<any>;

/** Pools whose processes run `testing/tasks.ts`, for the tests of one file; closed after each test. */
export function usePools() {
  const pools: AnalyserPool[] = [];
  let directory: string;
  let programs: Programs;

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'bonafide-'));
    // As a module, wherever the directory for temporary files is.
    writeFileSync(join(directory, 'package.json'), '{"type":"module"}');
    programs = await bundlePrograms(directory);
  });
  afterAll(() => rmSync(directory, { recursive: true }));
  afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.close())));

  return {
    programs: () => programs,
    open(more: Partial<PoolOptions> = {}) {
      const clock = new TestClock();
      const script = programs.tasks;
      const pool = new AnalyserPool({
        script,
        clock,
        processes: 1,
        patience: PATIENCE,
        processorTime: PROCESSOR_TIME,
        idle: IDLE,
        memory: { most: 1e9, kept: 1e9 },
        ...more,
      });
      pools.push(pool);
      const run = pool.run.bind(pool) as unknown as Run;
      return { pool, clock, run, echo: (value: unknown = null) => run('echo', { value }) };
    },
  };
}

/** Waits for an analysis that must fail so, and gives its error. */
export async function failure(
  task: Promise<unknown>,
  reason: AnalysisFailure,
  message: RegExp,
): Promise<AnalysisFailed> {
  const error = await task.then(
    (answer) => expect.fail(`It should have failed, and answered ${JSON.stringify(answer)}`),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(AnalysisFailed);
  expect(error).toMatchObject({ reason, message: expect.stringMatching(message) });
  return error as AnalysisFailed;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // An orphan may stay in the table for a while after its end, until a process asks for its exit code.
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** Resolves when a process is gone, also one of another parent. */
export async function goneFrom(pid: number): Promise<void> {
  while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 5));
}
