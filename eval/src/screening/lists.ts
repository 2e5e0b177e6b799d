import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  buildNameIndex,
  type ListedRecord,
  type NameQuery,
  openNameIndex,
  qualify,
  type ScreeningHit,
  type ScreeningThresholds,
  searchNames,
} from '@bonafide/verification';
import { parse } from 'csv-parse/sync';
import type { ReadOptions } from '../../../packages/server/src/screening/options.ts';
import { readList } from '../../../packages/server/src/screening/read-list.ts';

/** The thresholds that a new account has. */
export const THRESHOLDS = { hit: 0.75, match: 0.9, weak_aliases: false };

interface FoundRecord {
  readonly record: ListedRecord;
  readonly hit: ScreeningHit;
}

/** Records that can be searched as a report searches them. */
export interface LoadedList {
  readonly records: readonly ListedRecord[];
  /** Best first. */
  find(query: NameQuery): FoundRecord[];
}

/** @param thresholds of the account that searches */
export function loaded(
  records: readonly ListedRecord[],
  thresholds: ScreeningThresholds = THRESHOLDS,
  least?: number,
): LoadedList {
  const index = openNameIndex(buildNameIndex(records.map((record, ordinal) => ({ ordinal, ...record }))));
  return {
    records,
    find: (query) =>
      searchNames(index, query, {
        ...(least !== undefined && { least }),
        initials: (thresholds.partial_names ?? 'off') !== 'off',
      })
        .candidates.map((candidate) => {
          const record = records[candidate.ordinal]!;
          return { record, hit: qualify(candidate, query, record, thresholds) };
        })
        .sort((a, b) => b.hit.score - a.hit.score),
  };
}

/** Reads the files of a list with the importer of the service. */
export async function recordsOf(
  folder: string,
  files: readonly string[],
  options: Partial<ReadOptions> = {},
): Promise<ListedRecord[]> {
  const records: ListedRecord[] = [];
  const named = files.map((name) => ({ name, path: join(folder, name) }));
  await readList(named, { list: 'open', ...options }, async (record) => {
    records.push(record);
  });
  return records;
}

export type Row = Readonly<Record<string, string>>;

export const rowsOf = (folder: string, name: string): Row[] =>
  parse(readFileSync(join(folder, name)), { columns: true, bom: true });
