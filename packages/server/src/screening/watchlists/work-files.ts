import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { MINUTE_MS, systemClock } from '../../base/clock.ts';
import type { Settings } from '../../config/settings.ts';

/** Milliseconds between two notes on a folder that its process has it. */
const BEAT_MS = MINUTE_MS;

/** Milliseconds without a note after which the process of a folder has ended. */
const LOST_MS = 10 * MINUTE_MS;

/** The folders of this process. */
const own = new Set<string>();
let beating = false;

const rootOf = ({ data }: Settings) => join(data, 'screening');

/**
 * Makes a folder for the files of one import or index, and answers its path. The maker deletes it. Until then its time says that
 * a process has it: names and ids of processes are not proof, since two containers may have equal ones.
 */
export async function makeWorkFolder(settings: Settings): Promise<string> {
  const folder = join(rootOf(settings), randomUUID());
  await mkdir(folder, { recursive: true, mode: 0o700 });
  own.add(folder);
  if (!beating) planBeat();
  return folder;
}

function planBeat(): void {
  beating = true;
  // Files carry the time of the machine.
  systemClock.schedule(BEAT_MS, () => void beat());
}

async function beat(): Promise<void> {
  const now = new Date(systemClock.now());
  for (const folder of own) await utimes(folder, now, now).catch(() => own.delete(folder));
  beating = false;
  if (own.size > 0) planBeat();
}

/** Deletes the folders of processes that have ended. `alone`: no other process has folders here. */
export async function deleteLeftFolders(settings: Settings, { alone }: { readonly alone: boolean }): Promise<void> {
  const root = rootOf(settings);
  if (alone) return rm(root, { recursive: true, force: true });
  for (const name of await readdir(root).catch(() => [])) {
    const folder = join(root, name);
    if (await isLeft(folder)) await rm(folder, { recursive: true, force: true });
  }
}

async function isLeft(folder: string): Promise<boolean> {
  const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
  return !own.has(folder) && mtimeMs < systemClock.now() - LOST_MS;
}
