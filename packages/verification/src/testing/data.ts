import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Small files with a free licence, in the repository. */
const OPEN = fileURLToPath(new URL('../../../../test-data', import.meta.url));

/** Folder with larger files, or files without a clear licence: the environment variable `TEST_DATA`. */
const MORE = process.env.TEST_DATA && resolve(process.env.TEST_DATA);

/**
 * Path of a file of test data: in `test-data`, otherwise in the folder that `TEST_DATA` names.
 * @param name path in either folder, such as `faces_pairs/london_010_neutral.jpg`
 */
export function testFile(name: string): string {
  const open = join(OPEN, name);
  return existsSync(open) || !MORE ? open : join(MORE, name);
}

/** Returns whether all of these files of test data exist. Tests that need a missing file are skipped. */
export const hasTestFiles = (...names: readonly string[]): boolean => names.every((name) => existsSync(testFile(name)));
