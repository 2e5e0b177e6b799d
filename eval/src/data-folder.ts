import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * Absolute path of the folder with the sets of files that a measurement reads: `--data`, otherwise the environment variable
 * `TEST_DATA`.
 * @param option value of `--data`
 * @throws where neither names a folder that exists
 */
export function dataFolder(option: string | undefined): string {
  const named = option ?? process.env.TEST_DATA;
  if (!named) throw new Error('Name the folder with the data: --data FOLDER, or TEST_DATA. See test-data/README.md.');
  const folder = resolve(named);
  if (!existsSync(folder)) throw new Error(`The folder ${folder} does not exist. Name another one with --data.`);
  return folder;
}
