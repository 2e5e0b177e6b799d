import { readFileSync } from 'node:fs';

/** Clock ticks a second in which Linux counts processor time (`getconf CLK_TCK`): 100 wherever Node runs. */
const TICKS = 100;

/** Places of `utime`, `stime`, `cutime` and `cstime` behind the name of the program (proc_pid_stat(5), fields 14 to 17). */
const [USER, SYSTEM, ENDED_USER, ENDED_SYSTEM] = [11, 12, 13, 14];

/** Processor time that a process has used since its start, all threads, in microseconds. Undefined outside of Linux. */
export function processorTimeOf(pid: number): number | undefined {
  const fields = statOf(pid);
  return fields && microseconds(fields, [USER, SYSTEM]);
}

/** The same with the time of all processes that it has started and that have ended, as far as it noticed their end. */
export function processorTimeWithEnded(pid: number): number | undefined {
  const fields = statOf(pid);
  return fields && microseconds(fields, [USER, SYSTEM, ENDED_USER, ENDED_SYSTEM]);
}

const microseconds = (fields: readonly string[], places: readonly number[]): number =>
  (places.reduce((sum, place) => sum + Number(fields[place]), 0) / TICKS) * 1e6;

function statOf(pid: number): string[] | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}
