import { systemClock } from '../../base/clock.ts';
import { AnalyserPool } from '../pool.ts';

/** A program with a pool and nothing else to do: `parent.js SCRIPT TASK INPUT` prints the answer and is at its end. */
const [script, name, input] = process.argv.slice(2);
const pool = new AnalyserPool({
  script: new URL(script as string),
  clock: systemClock,
  processes: 1,
  patience: 60_000,
  processorTime: 60_000,
  idle: 300_000,
  memory: { most: 1e9, kept: 1e9 },
});
// Nothing of a pool keeps a program alive, so this does while it waits.
const waiting = setInterval(() => {}, 1000);
console.log(JSON.stringify(await pool.run(name as never, JSON.parse(input as string) as never)));
clearInterval(waiting);
