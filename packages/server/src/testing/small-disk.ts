import { execFileSync } from 'node:child_process';
import { closeSync, fstatSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system of a test's own, small enough to fill. */
export interface SmallDisk {
  readonly path: string;
  /** Fills the disk except for `free` KiB, by default 0. */
  fill(free?: number): void;
  /** Gives back what `fill` took. */
  makeRoom(): void;
  drop(): void;
}

const quietly = { stdio: 'ignore' } as const;

/** Mounts one of so many MiB in memory; undefined where that isn't allowed, as for any user but root. */
export function mountSmallDisk(mib: number): SmallDisk | undefined {
  const path = mkdtempSync(join(tmpdir(), 'bonafide-small-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mib}m,mode=755`, 'tmpfs', path], quietly);
  } catch {
    rmSync(path, { recursive: true });
    return undefined;
  }
  const filler = join(path, 'filler');
  return {
    path,
    fill(free = 0) {
      const file = openSync(filler, 'w');
      try {
        for (const size of [65_536, 4_096, 1]) fillBy(file, Buffer.alloc(size));
        if (free > 0) ftruncateSync(file, fstatSync(file).size - free * 1024);
      } finally {
        closeSync(file);
      }
    },
    makeRoom: () => rmSync(filler),
    drop() {
      execFileSync('umount', ['-l', path], quietly);
      rmSync(path, { recursive: true, force: true });
    },
  };
}

function fillBy(file: number, block: Buffer): void {
  try {
    for (;;) writeSync(file, block);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}
