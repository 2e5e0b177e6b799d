import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds between two looks at a build that another process makes. */
const LOOK_MS = 100;

/** The text of a file; undefined if it doesn't exist. */
function textOf(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** Takes a lock, a file that names its process; false while another process that lives has it. */
function take(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  const holder = textOf(lock);
  if (holder !== undefined && !isAlive(Number(holder))) rmSync(lock, { force: true });
  return false;
}

function isAlive(pid) {
  try {
    // Signal 0 only asks. A process of another user lives too. 0, of a file that is just being written, is our own group.
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/**
 * Builds into the folder `dist` unless its stamp is `fingerprint`. `build` gets an empty folder, which takes the place of
 * `dist` once it is complete, since a service may be running from there. Of several processes at once one builds, and
 * the others wait for it.
 */
export function ensure(dist, fingerprint, build) {
  return ensureStamp(dist, fingerprint, () => replace(dist, fingerprint, build));
}

/**
 * Calls `make` unless the stamp of a folder is `fingerprint`. `make` fills the folder and calls `writeStamp` last. Of several
 * processes at once, one makes the folder and the others wait for it.
 */
export async function ensureStamp(folder, fingerprint, make) {
  const stamp = join(folder, 'stamp');
  const lock = `${folder}.lock`;
  for (; textOf(stamp) !== fingerprint; await sleep(LOOK_MS)) {
    if (!take(lock)) continue;
    try {
      if (textOf(stamp) !== fingerprint) await make();
    } finally {
      rmSync(lock, { force: true });
    }
  }
}

/** Marks a folder as complete. */
export const writeStamp = (folder, fingerprint) => writeFileSync(join(folder, 'stamp'), fingerprint);

async function replace(dist, fingerprint, build) {
  const made = `${dist}.made`;
  rmSync(made, { recursive: true, force: true });
  mkdirSync(made);
  await build(made);
  writeStamp(made, fingerprint);
  rmSync(dist, { recursive: true, force: true });
  renameSync(made, dist);
}
