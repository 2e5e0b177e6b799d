import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { jsonLineOf } from './input/json-lines.ts';
import type { ListFile, ListSummary, ReadOptions } from './options.ts';
import { readList } from './read-list.ts';

/** Bytes of records that are written at once: one write a record would take longer than reading it. */
const BATCH = 1 << 18;

/**
 * Reads a list into a staging file: UTF-8, a record a line as JSON. The file appears under its name only when all of it is on
 * the disk. After an error nothing is left; after a kill, what `leftoversOf` names.
 *
 * @throws ListRefused, and errors of the disk
 */
export async function stageList(
  files: readonly ListFile[],
  options: ReadOptions,
  staging: string,
): Promise<ListSummary> {
  const [partial, scratch] = leftoversOf(staging);
  await mkdir(scratch, { recursive: true });
  const stream = createWriteStream(partial, { flush: true });
  const done = finished(stream);
  // Awaited below; a disk that is full at the first write must not end the process before.
  done.catch(() => {});
  try {
    await once(stream, 'open');
    let lines: string[] = [];
    let length = 0;
    const write = async () => {
      const written = stream.write(lines.join(''));
      lines = [];
      length = 0;
      if (!written) await Promise.race([once(stream, 'drain'), done]);
    };
    const summary = await readList(files, { ...options, scratch }, async (record) => {
      const line = `${jsonLineOf(record)}\n`;
      lines.push(line);
      length += line.length;
      if (length >= BATCH) await write();
    });
    await write();
    stream.end();
    await done;
    await rename(partial, staging);
    return summary;
  } catch (error) {
    stream.destroy();
    await rm(partial, { force: true });
    throw error;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Paths beside a staging file that a process which is killed leaves: an unfinished file and a directory. */
export const leftoversOf = (staging: string): readonly [partial: string, scratch: string] => [
  `${staging}.partial`,
  `${staging}.scratch`,
];
