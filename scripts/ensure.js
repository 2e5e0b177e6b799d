import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds between two looks at a build that another process makes, and after which that is taken for dead. */
const LOOK_MS = 100;
const DEAD_MS = 60_000;

/** What the present build was made of; undefined where there is none. */
function stampOf(dist) {
  try {
    return readFileSync(join(dist, 'stamp'), 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * Builds into the folder `dist` unless its stamp is `fingerprint`. `build` gets an empty folder, which takes the place of
 * `dist` once it is complete, since a service may be running from there. Of several processes at once one builds, and
 * the others wait for it.
 */
export async function ensure(dist, fingerprint, build) {
  const lock = `${dist}.lock`;
  for (const start = Date.now(); stampOf(dist) !== fingerprint; await sleep(LOOK_MS)) {
    try {
      mkdirSync(lock);
    } catch {
      if (Date.now() - start > DEAD_MS) rmSync(lock, { recursive: true, force: true });
      continue;
    }
    try {
      if (stampOf(dist) !== fingerprint) await replace(dist, fingerprint, build);
    } finally {
      rmSync(lock, { recursive: true, force: true });
    }
  }
}

async function replace(dist, fingerprint, build) {
  const made = `${dist}.made`;
  rmSync(made, { recursive: true, force: true });
  mkdirSync(made);
  await build(made);
  writeFileSync(join(made, 'stamp'), fingerprint);
  rmSync(dist, { recursive: true, force: true });
  renameSync(made, dist);
}
