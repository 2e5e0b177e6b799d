import { writeSync } from 'node:fs';

/** Milliseconds that a slow reader of a pipe is waited for, in steps, before a line is dropped. */
const PATIENCE_MS = 1_000;
const STEP_MS = 10;

const STDOUT = 1;

/** Writes all of it; answers false when the rest of it can't be written. */
function written(fd: number, line: string): boolean {
  let left = Buffer.from(line);
  for (let waited = 0; left.length > 0; ) {
    try {
      left = left.subarray(writeSync(fd, left));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || waited >= PATIENCE_MS) return false;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STEP_MS);
      waited += STEP_MS;
    }
  }
  return true;
}

/**
 * Destination of the log's lines: standard output, at once. A line that can't be written, on a full disk or to a reader that has
 * ended, is dropped and counted; the first that can be written again gives the count. It never throws: Pino's own destination
 * would end the process by an error, and then wait for space for ever.
 */
export function logLines(fd = STDOUT): { write(line: string): void } {
  let lost = 0;
  return {
    write(line) {
      const notice = `\n${JSON.stringify({ level: 40, time: Date.now(), lost, msg: 'lines of the log were lost' })}\n`;
      if (lost > 0 && written(fd, notice)) lost = 0;
      if (lost > 0 || !written(fd, line)) lost += 1;
    },
  };
}
