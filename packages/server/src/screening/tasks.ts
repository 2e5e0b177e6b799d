import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { buildNameIndex, type IndexedRecord } from '@bonafide/verification';
import type { IndexFile, IndexRequest } from './index-in-process.ts';
import { ListRefused, type RefusalFacts } from './list-refused.ts';
import type { ImportAnswer, ImportRequest } from './messages.ts';
import { stageList } from './stage.ts';
import { readTable } from './tables/read-table.ts';
import type { TableAnswer, TableRequest } from './tables/table-in-process.ts';

/** Bytes that are read at once. */
const CHUNK = 1 << 20;

const LINE_FEED = 10;

/** The lines of a file, one by one: the builder asks for records and can't wait for them. */
function* linesOf(path: string): Generator<string> {
  const file = openSync(path, 'r');
  try {
    const chunk = Buffer.alloc(CHUNK);
    let rest: Buffer = Buffer.alloc(0);
    for (;;) {
      const read = readSync(file, chunk, 0, CHUNK, null);
      if (read === 0) break;
      rest = Buffer.concat([rest, chunk.subarray(0, read)]);
      let from = 0;
      for (let at = rest.indexOf(LINE_FEED); at >= 0; at = rest.indexOf(LINE_FEED, from)) {
        yield rest.toString('utf8', from, at);
        from = at + 1;
      }
      rest = rest.subarray(from);
    }
    if (rest.length > 0) yield rest.toString('utf8');
  } finally {
    closeSync(file);
  }
}

function* recordsOf(path: string): Generator<IndexedRecord> {
  for (const line of linesOf(path)) yield JSON.parse(line) as IndexedRecord;
}

/** Tasks on lists and tables, by name; see `importInProcess`, `readTableInProcess` and `buildIndexInProcess`. */
export const tasks = {
  import: ({ files, options, staging }: ImportRequest): Promise<ImportAnswer> =>
    orRefused(stageList(files, options, staging)),
  table: ({ file, options, staging }: TableRequest): Promise<TableAnswer> =>
    orRefused(readTable(file, options, staging)),
  async index({ records, index }: IndexRequest): Promise<IndexFile> {
    const bytes = buildNameIndex(recordsOf(records));
    await writeFile(index, bytes, { flush: true, mode: 0o600 });
    return { sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.length };
  },
};

/** A refusal as data: its place would be lost among the errors of analysers. */
async function orRefused<T>(reading: Promise<T>): Promise<{ summary: T } | { refused: RefusalFacts }> {
  try {
    return { summary: await reading };
  } catch (error) {
    if (!(error instanceof ListRefused)) throw error;
    return { refused: error.facts };
  }
}
