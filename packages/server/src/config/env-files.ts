import { readFileSync } from 'node:fs';
import { settingsTable } from './settings.ts';

type Environment = Record<string, string | undefined>;

/**
 * Reads settings from files: `NAME_FILE` names the file with the value of the variable `NAME`, as orchestrators mount secrets. A
 * final line break is not part of the value. Throws with words for the operator.
 */
export function withFiles(environment: Environment): Environment {
  const variables = new Set<string>(Object.values(settingsTable).map(({ env }) => env));
  const read: Environment = { ...environment };
  for (const variable of variables) {
    const fileVariable = `${variable}_FILE`;
    const file = environment[fileVariable];
    // A variable of its own is a setting that names a file.
    if (!file || variables.has(fileVariable)) continue;
    if (environment[variable]) throw new Error(`${variable} and ${fileVariable} are both set. Set one of them`);
    read[variable] = contentOf(fileVariable, file);
  }
  return read;
}

function contentOf(variable: string, file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    throw new Error(`${variable} names ${file}, which can't be read: ${(error as Error).message}`);
  }
}
