import { lstat, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { CommandFailed } from './io.ts';

/** Files in a folder that make one list. */
export interface DroppedList {
  readonly list: string;
  /** Fields of its import beside the list. */
  readonly fields: Readonly<Record<string, string>>;
  /** Names of its files. */
  readonly files: readonly string[];
  /** Names of files that must come before it can be read. */
  readonly missing: readonly string[];
}

interface Companions {
  readonly list: string;
  readonly format: string;
  readonly needed: readonly string[];
  readonly optional: readonly string[];
}

/** Lists of several files, by the names under which the US Treasury publishes them. */
const COMPANIONS: readonly Companions[] = [
  {
    list: 'ofac-sdn',
    format: 'ofac-csv',
    needed: ['sdn.csv', 'alt.csv', 'add.csv'],
    optional: ['sdn_comments.csv'],
  },
  {
    list: 'ofac-consolidated',
    format: 'ofac-csv',
    needed: ['cons_prim.csv', 'cons_alt.csv', 'cons_add.csv'],
    optional: ['cons_comments.csv'],
  },
];

const CATEGORIES = ['sanction', 'pep', 'warning', 'adverse_media'];

/**
 * The lists among files of a folder: lists of several files, and each other file as a list of the name of the file. A category
 * may stand before the ending: `peps.pep.csv`. Files that begin with a dot are left out.
 */
export function droppedLists(names: readonly string[]): DroppedList[] {
  const files = names.filter((name) => !name.startsWith('.')).toSorted();
  const taken = new Set<string>();
  const lists: DroppedList[] = [];
  for (const { list, format, needed, optional } of COMPANIONS) {
    const found = files.filter((name) => [...needed, ...optional].includes(name.toLowerCase()));
    if (found.length === 0) continue;
    for (const name of found) taken.add(name);
    const have = new Set(found.map((name) => name.toLowerCase()));
    lists.push({ list, fields: { format }, files: found, missing: needed.filter((name) => !have.has(name)) });
  }
  for (const name of files) {
    if (taken.has(name)) continue;
    const [stem = '', ...endings] = name.toLowerCase().split('.');
    const list = stem.replaceAll(/[^a-z0-9_-]+/g, '-').replaceAll(/^[-_]+|[-_]+$/g, '');
    const category = endings.find((ending) => CATEGORIES.includes(ending));
    lists.push({ list: list || 'list', fields: category ? { category } : {}, files: [name], missing: [] });
  }
  return lists;
}

/** Sizes of the files of a folder by name: a file that still grows is being copied. */
export async function filesIn(folder: string): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isFile()) sizes.set(entry.name, (await stat(join(folder, entry.name))).size);
  }
  return sizes;
}

const FOLDERS = ['done', 'refused'] as const;

/**
 * Makes the folders that files are moved to. Throws `CommandFailed` if one is a link or no folder: through a link, the person who
 * drops files could choose where the operator's rights write.
 */
export async function makeFolders(folder: string): Promise<void> {
  for (const name of FOLDERS) {
    const path = join(folder, name);
    await mkdir(path).catch((error) => {
      if (error.code !== 'EEXIST') throw error;
    });
    if (!(await lstat(path)).isDirectory()) throw new CommandFailed(`${path} must be a folder, not a link to a folder`);
  }
}

/**
 * Moves files of a folder into one below it, with a text, if given, beside the first of them. Nothing there is overwritten: where
 * a name is taken, all of them get a number before their ending. Throws as `makeFolders` does.
 */
export async function moveAway(
  folder: string,
  to: (typeof FOLDERS)[number],
  { files, reason }: { files: readonly string[]; reason?: string },
): Promise<void> {
  const target = join(folder, to);
  await makeFolders(folder);
  const taken = new Set(await readdir(target));
  let number = 1;
  const targetName = (name: string) => (number === 1 ? name : numbered(name, number));
  const reasonFile = () => `${targetName(files[0] as string)}.reason.txt`;
  while ([...files.map(targetName), reasonFile()].some((name) => taken.has(name))) number += 1;
  // The reason first: on a full disk the files stay where they are.
  if (reason !== undefined) await writeReason(join(target, reasonFile()), reason);
  for (const name of files) await rename(join(folder, name), join(target, targetName(name)));
}

/** Writes a reason whole or not at all. */
async function writeReason(file: string, reason: string): Promise<void> {
  try {
    await writeFile(file, `${reason}\n`, { flag: 'wx' });
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}

/** `peps.pep.csv` and 2: `peps.pep.2.csv`. */
function numbered(name: string, number: number): string {
  const { name: stem, ext } = parse(name);
  return `${stem}.${number}${ext}`;
}
