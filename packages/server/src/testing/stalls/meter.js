// Loaded into a running service with `--import`: the longest time for which its event loop did not turn. Signal SIGUSR2 makes
// it write `{cpu, wall}` in milliseconds into the file of `BONAFIDE_STALLS`, and start again.
import { openSync, readSync, renameSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const BEAT_MS = 2;

/** Nanoseconds that the main thread has run on a processor: what other programs of the machine take does not count. */
function readCpu(file, buffer) {
  const length = readSync(file, buffer, 0, buffer.length, 0);
  return Number(buffer.toString('latin1', 0, length).split(' ')[0]) / 1e6;
}

function measure(target) {
  const file = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
  const buffer = Buffer.alloc(128);
  const look = () => ({ cpu: readCpu(file, buffer), wall: performance.now() });
  let last = look();
  let longest = { cpu: 0, wall: 0 };
  const beat = () => {
    const now = look();
    longest = { cpu: Math.max(longest.cpu, now.cpu - last.cpu), wall: Math.max(longest.wall, now.wall - last.wall) };
    last = now;
  };
  setInterval(beat, BEAT_MS).unref();
  process.on('SIGUSR2', () => {
    beat();
    writeFileSync(`${target}.new`, JSON.stringify(longest));
    renameSync(`${target}.new`, target);
    last = look();
    longest = { cpu: 0, wall: 0 };
  });
}

if (isMainThread && process.env.BONAFIDE_STALLS) measure(process.env.BONAFIDE_STALLS);
