import { readFileSync } from 'node:fs';

/** Clock ticks a second in which Linux counts processor time (`getconf CLK_TCK`): 100 wherever Node runs. */
const TICKS = 100;

/** Places of `utime` and `stime` behind the name of the program (proc_pid_stat(5), fields 14 and 15). */
const [USER, SYSTEM] = [11, 12];

/** Processor time that a process has used since its start, all threads, in microseconds. Undefined outside of Linux. */
export function processorTimeOf(pid: number): number | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[USER]) + Number(fields[SYSTEM])) / TICKS) * 1e6;
}
