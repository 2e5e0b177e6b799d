import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** File of a data directory while a backup is restored into it. */
export const MARKER = 'restore.json';

/** Throws with words for the operator when a restore into the data directory has not ended. */
export function refuseUnfinishedRestore(data: string): void {
  if (!existsSync(join(data, MARKER))) return;
  throw new Error(
    `A restore into ${data} was interrupted, so its media or rows are incomplete. Run "bonafide restore" again with the same backup, or empty the directory`,
  );
}
