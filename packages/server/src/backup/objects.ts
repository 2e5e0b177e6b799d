import { crc32 } from 'node:zlib';
import type { ObjectOfRow } from '../store/snapshot.ts';
import { type ChunkTree, readChunks } from './chunks.ts';
import type { Target } from './target.ts';

/** Bytes of a chunk of lines at most, and the divisor of the checksum of a line after which a chunk ends. */
const MOST_BYTES = 256 * 1024;
const CUT = 512;

/** Chunks of lines about objects. The content of a line decides whether a chunk ends after it. */
export async function* linesOf(objects: AsyncIterable<ObjectOfRow>): AsyncGenerator<Buffer> {
  let lines = '';
  for await (const { key, sha256 } of objects) {
    const line = `${key} ${sha256}\n`;
    lines += line;
    if (crc32(line) % CUT !== 0 && lines.length < MOST_BYTES) continue;
    yield Buffer.from(lines);
    lines = '';
  }
  if (lines) yield Buffer.from(lines);
}

/** Reads the objects of a backup from the lines about them. */
export async function* readObjects(target: Target, tree: ChunkTree): AsyncGenerator<ObjectOfRow> {
  for await (const chunk of readChunks(target, tree)) yield* parseLines(chunk);
}

/** The objects in one chunk of lines. */
export function parseLines(chunk: Buffer): ObjectOfRow[] {
  return chunk
    .toString()
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [key, sha256] = line.split(' ') as [string, string];
      return { key, sha256 };
    });
}
