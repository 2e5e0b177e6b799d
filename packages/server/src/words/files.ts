import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { LanguageId } from './ids.ts';

/** Messages of a language by their keys; nested as the table of English. */
export interface Messages {
  readonly [key: string]: string | readonly string[] | Messages;
}

/** Directories of the package, from a module of the source or of the bundle. */
const DIRECTORIES = ['../../languages/', '../languages/'].map((path) => fileURLToPath(new URL(path, import.meta.url)));

/**
 * Reads the file of a language other than English.
 *
 * @throws Error if the file is missing or isn't JSON
 */
export function readMessages(id: LanguageId): Messages {
  const directory = DIRECTORIES.find((directory) => existsSync(`${directory}de.json`)) as string;
  return JSON.parse(readFileSync(`${directory}${id}.json`, 'utf8')) as Messages;
}
