import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isoDay } from '../fields/births.ts';
import { rowsOf } from '../input/csv.ts';
import { sourcesOf, summarise } from '../input/unpack.ts';
import { Intake } from '../intake.ts';
import { type Place as FilePlace, ListRefused } from '../list-refused.ts';
import type { FileSummary, ListFile } from '../options.ts';
import { type Entry, HASH_LENGTH, hashOf, heldKey, type KeyOf, keysOfRow, type TableKind } from './entry.ts';
import { placeOf } from './places.ts';

const COLUMNS = [
  ...['given_name', 'family_name', 'date_of_birth', 'address_line', 'town', 'postcode', 'country', 'id_number'],
  ...['phone_number', 'date_of_death'],
] as const;

type Column = (typeof COLUMNS)[number];

/** Required columns by kind of table: each table has the columns of at least one group. */
const NEEDED: Readonly<Record<TableKind, readonly (readonly Column[])[]>> = {
  credit_agency: [
    ['given_name', 'family_name', 'address_line', 'postcode'],
    ['given_name', 'family_name', 'address_line', 'town'],
    ['given_name', 'family_name', 'date_of_birth'],
  ],
  telephone: [
    ['given_name', 'family_name', 'address_line', 'postcode'],
    ['given_name', 'family_name', 'address_line', 'town'],
  ],
  electoral: [
    ['given_name', 'family_name', 'address_line', 'postcode'],
    ['given_name', 'family_name', 'address_line', 'town'],
  ],
  mortality: [['given_name', 'family_name', 'date_of_birth'], ['id_number']],
  national_id: [['given_name', 'family_name', 'id_number']],
  ssn: [['given_name', 'family_name', 'id_number']],
  pan: [['given_name', 'family_name', 'id_number']],
  phone: [['given_name', 'family_name', 'phone_number']],
};

/** People of a table: an electoral roll of a large country. */
const MOST_PEOPLE = 100_000_000;

/** Characters of a cell. */
const CELL_LENGTH = 512;

/** Characters of hashes that wait before they are written to their part. */
const PART_BATCH = 1 << 16;

const PARTS = 256;

export interface TableOptions {
  readonly kind: TableKind;
  /** ISO 3166-1 alpha-3: of rows that name no country. */
  readonly country: string;
  /** Number of the table, which its hashes are of. */
  readonly table: number;
  /** Key of the hashes, base64. */
  readonly secret: string;
}

export interface TableSummary {
  readonly file: FileSummary;
  readonly people: number;
  /** Rows that have too little for any key: nobody is found by them. */
  readonly unusable: number;
  readonly hashes: number;
  readonly warnings: readonly string[];
}

/**
 * Reads a table of people, CSV with a header row, and writes the keyed hashes by which they are found: hexadecimal, one a line,
 * in their order, each once. No file is ever whole in memory, and nothing else of a person is written. The file appears under its
 * name only when all of it is on the disk.
 * @param staging path of a file in a directory that exists
 * @throws ListRefused with file, line or byte, and reason; never with the content there
 */
export async function readTable(file: ListFile, options: TableOptions, staging: string): Promise<TableSummary> {
  const summary = await summarise(file);
  const [source, another] = await sourcesOf(file);
  if (!source || another) throw new ListRefused('wrong_format', 'the archive holds several files', { file: file.name });
  const secret = Buffer.from(options.secret, 'base64');
  const parts = await Parts.open(`${staging}.parts`);
  try {
    let columns: Map<Column, number> | undefined;
    let people = 0;
    let unusable = 0;
    const held = new Set<KeyOf>();
    const intake = new Intake(async () => {});
    for await (const { line, cells } of rowsOf(source, intake)) {
      const place = { file: source.name, line };
      if (!columns) {
        columns = columnsOf(cells, options.kind, place);
        continue;
      }
      people += 1;
      if (people > MOST_PEOPLE) throw new ListRefused('too_large', `more than ${MOST_PEOPLE} people`, place);
      const at = columns;
      const keys = keysOfRow(
        options.kind,
        entryOf((name) => cells[at.get(name) ?? -1] ?? '', options, place),
      );
      if (keys.length === 0) unusable += 1;
      for (const key of keys) {
        held.add(key.of);
        parts.add(hashOf(secret, options.table, key));
      }
    }
    if (people === 0) throw new ListRefused('no_records', 'the table has no people', { file: source.name });
    if (unusable === people)
      throw new ListRefused('no_records', 'no row has enough data to find a person', { file: source.name });
    for (const of of held) parts.add(hashOf(secret, options.table, heldKey(of)));
    const hashes = parts.merge(`${staging}.partial`);
    await rename(`${staging}.partial`, staging);
    const warnings = intake.summary.warnings.map(({ text }) => text);
    return { file: summary, people, unusable, hashes, warnings };
  } catch (error) {
    await rm(`${staging}.partial`, { force: true });
    throw error;
  } finally {
    await parts.discard();
  }
}

function columnsOf(headers: readonly string[], kind: TableKind, place: FilePlace): Map<Column, number> {
  const columns = new Map<Column, number>();
  headers.forEach((header, i) => {
    const name = header.trim().toLowerCase() as Column;
    if (!COLUMNS.includes(name)) {
      throw new ListRefused('wrong_format', `column ${i + 1} is unknown; columns are ${COLUMNS.join(', ')}`, place);
    }
    if (columns.has(name)) throw new ListRefused('wrong_format', `column ${name} occurs twice`, place);
    columns.set(name, i);
  });
  if (!NEEDED[kind].some((group) => group.every((name) => columns.has(name)))) {
    const groups = NEEDED[kind].map((group) => group.join(', ')).join('; or ');
    throw new ListRefused('missing_column', `a table of the kind ${kind} needs the columns ${groups}`, place);
  }
  return columns;
}

function entryOf(cell: (name: Column) => string, { country }: TableOptions, place: FilePlace): Entry {
  const refuse = (why: string) => new ListRefused('malformed', why, place);
  const text = (name: Column) => {
    const value = cell(name).trim();
    if (value.length > CELL_LENGTH) throw refuse(`${name} has more than ${CELL_LENGTH} characters`);
    return value;
  };
  const day = (name: Column) => {
    const value = text(name);
    if (value !== '' && isoDay(value) !== value) throw refuse(`${name} is not a date (YYYY-MM-DD)`);
    return value;
  };
  const own = text('country').toUpperCase();
  if (own !== '' && !/^[A-Z]{3}$/.test(own)) throw refuse('country is not an ISO 3166-1 alpha-3 code');
  const phone = text('phone_number');
  if (phone !== '' && !/^(\+|00)[\d\s().-]{5,}$/.test(phone))
    throw refuse('phone_number must be in international format, starting with +');
  day('date_of_death');
  const address = {
    line: text('address_line'),
    town: text('town'),
    postcode: text('postcode'),
    country: own || country,
  };
  return {
    given: text('given_name'),
    family: text('family_name'),
    born: day('date_of_birth'),
    phone,
    places: [placeOf(address)],
    numbers: [text('id_number')].filter(Boolean),
  };
}

/** Hashes by their first byte, on the disk where they are many, so that each part can be put in order in memory. */
class Parts {
  readonly #folder: string;
  readonly #files: (number | undefined)[] = Array.from({ length: PARTS }, () => undefined);
  readonly #waiting = Array.from({ length: PARTS }, () => '');

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async open(folder: string): Promise<Parts> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return new Parts(folder);
  }

  add(hash: string): void {
    const part = Number.parseInt(hash.slice(0, 2), 16);
    this.#waiting[part] += hash;
    if (this.#waiting[part]!.length < PART_BATCH) return;
    this.#files[part] ??= openSync(this.#pathOf(part), 'w', 0o600);
    writeAll(this.#files[part], this.#waiting[part]!);
    this.#waiting[part] = '';
  }

  /** Writes all hashes in their order, each once and a line; how many there are. */
  merge(path: string): number {
    const merged = openSync(path, 'w', 0o600);
    try {
      let count = 0;
      for (let part = 0; part < PARTS; part++) {
        const written = this.#files[part] === undefined ? '' : readFileSync(this.#pathOf(part), 'latin1');
        const text = written + this.#waiting[part];
        const hashes = new Set<string>();
        for (let at = 0; at < text.length; at += HASH_LENGTH) hashes.add(text.slice(at, at + HASH_LENGTH));
        writeAll(
          merged,
          [...hashes]
            .sort()
            .map((hash) => `${hash}\n`)
            .join(''),
        );
        count += hashes.size;
      }
      return count;
    } finally {
      closeSync(merged);
    }
  }

  #pathOf(part: number): string {
    return join(this.#folder, String(part));
  }

  async discard(): Promise<void> {
    for (const file of this.#files) if (file !== undefined) closeSync(file);
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** A full disk may take a part of a write: the rest of it throws. */
function writeAll(file: number, text: string): void {
  const bytes = Buffer.from(text, 'latin1');
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}
