import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';

/**
 * Absolute path of the folder with the sets of files that a measurement reads: `--data`, otherwise the environment variable
 * `TEST_DATA`.
 * @param option value of `--data`
 * @throws where neither names a folder that exists
 */
function dataFolder(option: string | undefined): string {
  const named = option ?? process.env.TEST_DATA;
  if (!named) throw new Error('Name the folder with the data: --data FOLDER, or TEST_DATA. See test-data/README.md.');
  const folder = resolve(named);
  if (!existsSync(folder)) throw new Error(`The folder ${folder} does not exist. Name another one with --data.`);
  return folder;
}

/**
 * Reads the flags of a command, to which it adds `--data`. Ends the process with a message where one is wrong, or no data are found.
 */
export function parseWithData<T extends object>(command: Command): T & { readonly data: string } {
  command.option('--data <folder>', 'folder of the data sets; default: TEST_DATA of the environment').parse();
  const options = command.opts<T & { data?: string }>();
  try {
    return { ...options, data: dataFolder(options.data) };
  } catch (error) {
    return command.error((error as Error).message);
  }
}
