import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ListedRecord } from '@bonafide/verification';
import { afterAll, beforeAll, expect } from 'vitest';
import { ListRefused } from '../list-refused.ts';
import type { ListFile, ListSummary, ReadOptions } from '../options.ts';
import { readList } from '../read-list.ts';

export interface ReadEnd {
  readonly summary: ListSummary;
  readonly records: ListedRecord[];
}

export type Contents = Readonly<Record<string, string | Uint8Array>>;

/** Reads lists of files that the test writes, in a directory of its own. */
export function useLists() {
  let directory: string;
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'bonafide-lists-'));
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  const write = (contents: Contents): ListFile[] =>
    Object.entries(contents).map(([name, content]) => {
      const path = join(directory, name);
      writeFileSync(path, content);
      return { name, path };
    });

  const read = async (contents: Contents, options: Partial<ReadOptions> = {}): Promise<ReadEnd> => {
    const records: ListedRecord[] = [];
    const summary = await readList(write(contents), { list: 'test', ...options }, async (record) => {
      records.push(record);
    });
    return { summary, records };
  };

  return {
    directory: () => directory,
    write,
    read,
    /** Reads a list that must be refused, and gives the refusal. */
    async refused(contents: Contents, options: Partial<ReadOptions> = {}): Promise<ListRefused> {
      const error = await read(contents, options).then(
        ({ summary }) => expect.fail(`It was read: ${summary.records} records`),
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(ListRefused);
      return error as ListRefused;
    },
  };
}
