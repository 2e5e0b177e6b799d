import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { systemClock } from '../base/clock.ts';
import { migrateSqlite } from '../store/sqlite.ts';
import { loadOrCreate } from '../tls/authority.ts';

interface MadeFile {
  /** Path from the data directory. */
  readonly path: string;
  readonly bytes: Buffer;
  readonly mode: number;
}

let made: Promise<readonly MadeFile[]> | undefined;

/**
 * Writes the files into a new data directory that each first start would make in the same way: the tables of the embedded store, and
 * the certificate of development. Each worker makes these files once.
 */
export async function copyFirstStart(directory: string, { embedded }: { embedded: boolean }): Promise<void> {
  made ??= makeFiles();
  for (const { path, bytes, mode } of await made) {
    if (!embedded && path.endsWith('.db')) continue;
    mkdirSync(dirname(join(directory, path)), { recursive: true, mode: 0o700 });
    writeFileSync(join(directory, path), bytes, { mode });
  }
}

async function makeFiles(): Promise<MadeFile[]> {
  const directory = mkdtempSync(join(tmpdir(), 'bonafide-'));
  try {
    await migrateSqlite(directory);
    await loadOrCreate(join(directory, 'tls'), { clock: systemClock });
    return readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile() && file.name !== 'lock.db')
      .map((file) => join(file.parentPath, file.name))
      .map((file) => ({
        path: relative(directory, file),
        bytes: readFileSync(file),
        mode: statSync(file).mode & 0o777,
      }));
  } finally {
    rmSync(directory, { recursive: true });
  }
}
