import type { ListedCategory } from '@bonafide/verification';

export const formatNames = [
  'ofac-csv',
  'ofac-xml',
  'ofac-advanced',
  'un-xml',
  'eu-xml',
  'eu-csv',
  'uk-csv',
  'uk-xml',
  'opensanctions-ftm',
  'opensanctions-nested',
  'opensanctions-simple',
  'bis-dpl',
  'csv',
] as const;

export type FormatName = (typeof formatNames)[number];

/** A file of a list as the operator gave it. */
export interface ListFile {
  /** Name that operators know; errors name it. */
  readonly name: string;
  readonly path: string;
}

/** Categories for which a record may be listed. */
export const listedCategories = ['sanction', 'pep', 'warning', 'adverse_media'] as const satisfies ListedCategory[];

/** Characters of a name of a file that are kept. */
const NAME_LENGTH = 200;

/** A name of a file for messages, without what steers a terminal and without folders. */
export const shownFileName = (name: string): string => name.replaceAll(/[\p{C}/\\]/gu, '_').slice(0, NAME_LENGTH);

export interface ReadOptions {
  /** Name under which the list is loaded. Records name it as their source. */
  readonly list: string;
  /** Default: found by the first bytes of the files. */
  readonly format?: FormatName;
  /** Category of records for which the publisher names none. */
  readonly category?: ListedCategory;
  /** Names of columns of a `csv` list: theirs, then ours. */
  readonly map?: Readonly<Record<string, string>>;
  /** Topics of OpenSanctions that count otherwise than by default; `off` leaves a topic out. */
  readonly topicMap?: Readonly<Record<string, ListedCategory | 'off'>>;
  /** Date of publication, `YYYY-MM-DD`, where the files have none or another one. */
  readonly published?: string;
  /** Day of the import, `YYYY-MM-DD`: orders of denial that have ended before it are left out. */
  readonly today?: string;
  /** SHA-256, hex, of the first file as it is given. */
  readonly checksum?: string;
  /** Encoding of rows of text; default UTF-8. XML and JSON must be UTF-8. */
  readonly encoding?: 'utf-8' | 'windows-1252';
  /** Directory for files that are needed while reading; default: the system's temporary directory. */
  readonly scratch?: string;
  /** Accepts a list without a single record. */
  readonly allowEmpty?: boolean;
}

export interface FileSummary {
  readonly name: string;
  /** Bytes as the file was given, packed or not. */
  readonly bytes: number;
  /** SHA-256 of these bytes, hex. */
  readonly sha256: string;
}

/** Counts of the read records, without personal data. */
export interface ListSummary {
  readonly list: string;
  readonly format: FormatName;
  /** Date that the publisher gives, or the option's: `YYYY-MM-DD`. */
  readonly published?: string;
  readonly files: readonly FileSummary[];
  /** Records that were given to `emit`, and how many of each kind. */
  readonly records: number;
  readonly kinds: Readonly<Record<string, number>>;
  readonly names: number;
  /** Counts by the publisher's own categories: for example other names of each quality. */
  readonly counts: Readonly<Record<string, number>>;
  /** Records and parts of records that were left out, by reason. */
  readonly skipped: Readonly<Record<string, number>>;
  /** Kept for the answer and of no use for matching: names without a letter or digit, impossible birth dates. */
  readonly unusable: { readonly names: number; readonly births: number };
  /** Warnings for the operator, with their counts: for example an unknown column. */
  readonly warnings: readonly { readonly text: string; readonly count: number }[];
}
