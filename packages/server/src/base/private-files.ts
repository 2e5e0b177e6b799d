import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';

const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;

/** Files of the service in its data directory, besides the folders of `openDiskBlobs` and of its certificates. */
const FILES = [
  'bonafide.db',
  'bonafide.db-wal',
  'bonafide.db-shm',
  'bonafide.db-journal',
  'lock.db',
  'lock.db-journal',
  'master.key',
  'operator.key',
  'server.json',
];

/** Makes a file that its owner alone may read, unless it is there: SQLite makes its own for all, as far as the umask lets it. */
export function makePrivateFile(file: string): void {
  closeSync(openSync(file, 'a', PRIVATE_FILE));
}

/**
 * Leaves the data directory, and what the service keeps in it, to the owner alone: an earlier version made database files
 * that all could read. What belongs to another user can't be changed, and the log says so.
 */
export function keepPrivate(directory: string, log: Pick<Logger, 'warn'>): void {
  narrow(directory, PRIVATE_FOLDER, log);
  for (const name of FILES) narrow(join(directory, name), PRIVATE_FILE, log);
}

function narrow(path: string, mode: number, log: Pick<Logger, 'warn'>): void {
  if (!existsSync(path) || (statSync(path).mode & 0o777) === mode) return;
  try {
    chmodSync(path, mode);
  } catch (error) {
    log.warn({ err: error }, `${path} may be read by others, and this process may not change that`);
  }
}
