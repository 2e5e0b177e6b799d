import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { type Alias, type Document, isNode, isScalar, LineCounter, parseDocument, visit } from 'yaml';
import { type Place, pathText } from './place.ts';

/** Far more than any file of an operator has. What has more would take long, or end the process. */
const MOST = { letters: 1_000_000, depth: 64, aliases: 100, faults: 100 } as const;

/** A place in a file; both count from 1. */
interface LinePos {
  readonly line: number;
  readonly col: number;
}

/** A fault of a file. */
export interface FileFault extends LinePos {
  /** Path of the value that is wrong; absent for a fault of the YAML itself. */
  readonly path?: Place['path'];
  readonly message: string;
}

/** The faults of a file. The message has one line for each, with the name of the file and the place. */
export class FileFaults extends Error {
  readonly faults: readonly FileFault[];

  constructor(message: string, faults: readonly FileFault[]) {
    super(message);
    this.faults = faults;
  }
}

const TOO_DEEP = `is nested more than ${MOST.depth} deep`;
const TOO_MANY_ALIASES = `aliases repeat more than ${MOST.aliases} values`;

/** Reads the text of a file. Throws with the message of the system if the file can't be read, and with the file's name if it is not UTF-8. */
export function readTextFile(file: string): string {
  const bytes = readFileSync(file);
  if (!isUtf8(bytes)) throw new Error(`${file}:1:1 is not UTF-8`);
  return bytes.toString();
}

/** The text of a file, as `readTextFile` reads it. Throws an error that names the file, whatever is wrong with it. */
export function readNamedFile(file: string): string {
  try {
    return readTextFile(file);
  } catch (error) {
    // The system's message names no file for a directory.
    const { code, message } = error as NodeJS.ErrnoException;
    throw code === undefined ? error : new Error(`${file} cannot be read: ${message}`);
  }
}

/**
 * Reads a value from YAML 1.2, which includes JSON. Throws one error that names every fault in a line of its own:
 * `file:line:column steps[0].task: must be one of …`; beyond a hundred it names the first, and the number of the others.
 * @param read reports faults through the place; its answer counts only without faults
 * @param whole name of the value as a whole in messages
 */
export function readYaml<T>(
  text: string,
  { file, whole }: { readonly file: string; readonly whole: string },
  read: (place: Place) => T,
): T {
  const faults = new Faults(file);
  if (text.length > MOST.letters) {
    const most = MOST.letters.toLocaleString('en');
    throw faults.add({ line: 1, col: 1 }, `has more than ${most} letters`).error();
  }
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false });
  const placeOf = (offset: number): LinePos => lines.linePos(offset);
  const broken = [...document.errors, ...document.warnings];
  const exhausted = broken.find(({ code }) => code === 'RESOURCE_EXHAUSTION');
  if (exhausted) throw faults.add(placeOf(exhausted.pos[0]), TOO_DEEP).error();
  for (const { pos, message } of broken) faults.add(placeOf(pos[0]), message);
  for (const offset of keysAgain(document)) faults.add(placeOf(offset), 'Map keys must be unique');
  if (faults.count > 0) throw faults.error();

  /** Position of a value, or of the nearest thing around it. */
  const findPlace = (path: Place['path']): LinePos => {
    for (let depth = path.length; depth > 0; depth--) {
      const node = document.getIn(path.slice(0, depth), true);
      if (isNode(node) && node.range) return placeOf(node.range[0]);
    }
    return { line: 1, col: 1 };
  };
  const wrong = (path: Place['path'], message: string) => {
    faults.add(() => findPlace(path), `${pathText(path) || whole}: ${message}`, { path, message });
  };
  const value = jsOf(document, (offset, message) => faults.add(placeOf(offset), message));
  if (faults.count > 0) throw faults.error();
  const deep = tooDeep(value, []);
  if (deep)
    throw faults.add(findPlace(deep), `${pathText(deep)}: ${TOO_DEEP}`, { path: deep, message: TOO_DEEP }).error();
  const answer = read({ value, path: [], wrong });
  if (faults.count > 0) throw faults.error();
  return answer;
}

type About = Omit<FileFault, keyof LinePos>;

/** Faults of a file, by their place; those beyond a hundred are only counted. */
class Faults {
  readonly #file: string;
  readonly #found: { readonly at: LinePos; readonly problem: string; readonly about: About }[] = [];
  count = 0;

  constructor(file: string) {
    this.#file = file;
  }

  add(at: LinePos | (() => LinePos), problem: string, about: About = { message: problem }): this {
    this.count += 1;
    if (this.count <= MOST.faults) this.#found.push({ at: typeof at === 'function' ? at() : at, problem, about });
    return this;
  }

  error(): FileFaults {
    const ordered = this.#found.sort(({ at: one }, { at: other }) => one.line - other.line || one.col - other.col);
    const lines = ordered.map(({ at: { line, col }, problem }) => `${this.#file}:${line}:${col} ${problem}`);
    const more = this.count - lines.length;
    const text = [...lines, ...(more > 0 ? [`${this.#file} and ${more} more`] : [])].join('\n');
    return new FileFaults(
      text,
      ordered.map(({ at, about }) => ({ ...at, ...about })),
    );
  }
}

/** Positions of keys that their map already has. The parser itself would compare each key with all others. */
function keysAgain(document: Document): number[] {
  const found: number[] = [];
  visit(document, {
    Map(_, { items }) {
      const seen = new Set<unknown>();
      for (const { key } of items) {
        const value = isScalar(key) ? String(key.value) : key;
        if (seen.has(value) && isNode(key)) found.push(key.range?.[0] ?? 0);
        seen.add(value);
      }
    },
  });
  return found;
}

/** The value of a document. Aliases that lead nowhere, back to themselves or to too much are wrong; then there is no value. */
function jsOf(document: Document, wrong: (offset: number, message: string) => void): unknown {
  const aliases: { readonly alias: Alias; readonly around: readonly unknown[] }[] = [];
  visit(document, {
    Alias(_, alias, around) {
      aliases.push({ alias, around });
      return aliases.length > MOST.aliases ? visit.BREAK : undefined;
    },
  });
  const startOf = ({ range }: Alias) => range?.[0] ?? 0;
  const tooMany = () => wrong(startOf((aliases[0] as (typeof aliases)[number]).alias), TOO_MANY_ALIASES);
  if (aliases.length > MOST.aliases) return tooMany();
  for (const { alias, around } of aliases) {
    const target = alias.resolve(document);
    const problem = target
      ? around.includes(target) && 'refers to itself'
      : 'refers to an anchor that is not defined before it';
    if (problem) return wrong(startOf(alias), `the alias "${alias.source}" ${problem}`);
  }
  try {
    return document.toJS({ maxAliasCount: MOST.aliases });
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    return tooMany();
  }
}

/** The path of a value that is nested too deep; undefined without one. */
function tooDeep(value: unknown, path: Place['path']): Place['path'] | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (path.length >= MOST.depth) return path;
  const entries: [string | number, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  for (const [key, inner] of entries) {
    const found = tooDeep(inner, [...path, key]);
    if (found) return found;
  }
  return undefined;
}
