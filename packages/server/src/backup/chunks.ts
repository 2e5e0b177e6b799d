import { BackupDamaged } from './errors.ts';
import type { Target } from './target.ts';

/** A sequence of chunks: the ids of its lists, whose content is the ids of the chunks. */
export interface ChunkTree {
  readonly lists: readonly string[];
  /** Number of chunks, and their bytes before compression. */
  readonly chunks: number;
  readonly bytes: number;
}

/** Bytes of an id in a list. */
const ID_BYTES = 32;

/** A list ends after an id whose first bytes are divisible by this number, so that a new chunk changes one list. */
const CUT = 1_024;
const MOST_IDS = 4 * CUT;

/** Writes at once: a target far away answers each of them late. */
const WRITES_AT_ONCE = 8;

/** Writes the chunks that a target doesn't have yet. */
export class ChunkWriter {
  readonly #target: Target;
  readonly #known: Set<string>;
  /** Bytes that were written: compressed, before sealing. */
  written = 0;

  /** @param known ids of chunks that are in the target, which the writer adds to */
  constructor(target: Target, known: Set<string>) {
    this.#target = target;
    this.#known = known;
  }

  async write(source: AsyncIterable<Buffer>): Promise<ChunkTree> {
    const lists: string[] = [];
    const running = new Set<Promise<void>>();
    let failure: { readonly error: unknown } | undefined;
    let ids: Buffer[] = [];
    let chunks = 0;
    let bytes = 0;
    const put = async (content: Buffer): Promise<string> => {
      if (failure) throw failure.error;
      const id = this.#target.chunkId(content);
      if (this.#known.has(id)) return id;
      this.#known.add(id);
      const writing: Promise<void> = this.#target
        .putChunk(id, content)
        .then((size) => {
          this.written += size;
        })
        .catch((error) => {
          failure ??= { error };
        })
        .finally(() => running.delete(writing));
      running.add(writing);
      if (running.size >= WRITES_AT_ONCE) await Promise.race(running);
      return id;
    };
    const endList = async () => {
      lists.push(await put(Buffer.concat(ids)));
      ids = [];
    };
    try {
      for await (const content of source) {
        const id = Buffer.from(await put(content), 'hex');
        ids.push(id);
        chunks += 1;
        bytes += content.length;
        if (id.readUInt32BE() % CUT === 0 || ids.length >= MOST_IDS) await endList();
      }
      if (ids.length > 0) await endList();
    } finally {
      await Promise.all(running);
    }
    if (failure) throw failure.error;
    return { lists, chunks, bytes };
  }
}

/** Ids of the chunks of a list. */
export async function idsOfList(target: Target, list: string): Promise<string[]> {
  const bytes = await target.chunk(list);
  const ids: string[] = [];
  for (let at = 0; at < bytes.length; at += ID_BYTES) ids.push(bytes.toString('hex', at, at + ID_BYTES));
  return ids;
}

/** Chunks that are read ahead. */
const READS_AT_ONCE = 8;

/** Reads the chunks of a tree in their order. Throws `BackupDamaged` when one is missing or changed, or the tree is cut off. */
export async function* readChunks(target: Target, tree: ChunkTree): AsyncGenerator<Buffer> {
  let chunks = 0;
  let bytes = 0;
  const ahead: Promise<Buffer>[] = [];
  const next = async () => {
    const content = await (ahead.shift() as Promise<Buffer>);
    chunks += 1;
    bytes += content.length;
    return content;
  };
  for (const list of tree.lists) {
    for (const id of await idsOfList(target, list)) {
      const reading = target.chunk(id);
      // Its error is thrown when its turn comes.
      reading.catch(() => undefined);
      ahead.push(reading);
      if (ahead.length >= READS_AT_ONCE) yield await next();
    }
  }
  while (ahead.length > 0) yield await next();
  if (chunks !== tree.chunks || bytes !== tree.bytes) throw new BackupDamaged('a part of it is cut off');
}
