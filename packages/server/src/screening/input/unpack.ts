import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type Entry, fromFdPromise, type ZipFile } from 'yauzl';
import { LIMITS } from '../limits.ts';
import { ListRefused } from '../list-refused.ts';
import { type FileSummary, type ListFile, shownFileName } from '../options.ts';

/** A file of a list, unpacked while it is read. */
export interface Source {
  /** Name that operators know; for a member of an archive, its name follows a slash. */
  readonly name: string;
  /** Reads from the beginning, each time it is called. Throws `ListRefused` where the file is damaged or too large. */
  read(): AsyncIterable<Buffer>;
}

const GZIP = '1f8b';
const ZIP = '504b0304';
const EMPTY_ZIP = '504b0506';

/** Size and SHA-256 of a file, which is read once for it. Throws `ListRefused` when it is empty or too large. */
export async function summarise({ name, path }: ListFile): Promise<FileSummary> {
  const { size } = await stat(path);
  if (size === 0) throw new ListRefused('wrong_format', 'the file is empty', { file: name });
  if (size > LIMITS.fileBytes) throw tooLarge(name);
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: Math.min(size, 1 << 20) }), hash);
  return { name, bytes: size, sha256: hash.digest('hex') };
}

/** The sources in a file: one, or the members of a ZIP archive. gzip is unpacked. */
export async function sourcesOf(file: ListFile): Promise<Source[]> {
  const { name, path } = file;
  const magic = await firstBytes(path, 4);
  if (magic.startsWith(ZIP) || magic === EMPTY_ZIP) return membersOf(file);
  const { size } = await stat(path);
  const read = () => createReadStream(path, { highWaterMark: Math.min(size, 1 << 18) });
  if (!magic.startsWith(GZIP)) return [{ name, read: () => bounded(read(), name, LIMITS.fileBytes) }];
  return [{ name, read: () => gunzipped(read(), name, unpackedBound(size)) }];
}

const unpackedBound = (packed: number) => Math.min(LIMITS.fileBytes, packed * LIMITS.unpackedRatio);

async function firstBytes(path: string, count: number): Promise<string> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(count), 0, count, 0);
    return buffer.toString('hex', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function* gunzipped(packed: Readable, name: string, most: number): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  packed.on('error', (error) => gunzip.destroy(error));
  try {
    yield* bounded(packed.pipe(gunzip), name, most);
  } catch (error) {
    throw damaged(error, name);
  } finally {
    packed.destroy();
  }
}

async function* bounded(stream: Readable, name: string, most: number): AsyncGenerator<Buffer> {
  let read = 0;
  for await (const chunk of stream) {
    read += chunk.length;
    if (read > most) throw tooLarge(name);
    yield chunk;
  }
}

/** The members of an archive that are files. Each is opened again for each reading. */
async function membersOf({ name, path }: ListFile): Promise<Source[]> {
  const entries: Entry[] = [];
  await withArchive(path, name, async (archive) => {
    for await (const entry of archive.eachEntry()) {
      if (!entry.fileName.endsWith('/')) entries.push(entry);
      if (entries.length <= LIMITS.archiveFiles) continue;
      const why = `the archive holds more than ${LIMITS.archiveFiles} files`;
      throw new ListRefused('too_large', why, { file: name });
    }
  });
  if (entries.length === 0) throw new ListRefused('wrong_format', 'the archive holds no file', { file: name });
  return entries.map((entry) => {
    const file = `${name}/${shownFileName(basename(entry.fileName))}`;
    return { name: file, read: () => memberOf(path, file, entry) };
  });
}

async function* memberOf(path: string, name: string, entry: Entry): AsyncGenerator<Buffer> {
  const handle = await open(path);
  const archive = await fromFdPromise(handle.fd, { autoClose: false }).catch(async (error) => {
    await handle.close();
    throw damaged(error, name);
  });
  try {
    yield* bounded(await archive.openReadStreamPromise(entry), name, unpackedBound(entry.compressedSize));
  } catch (error) {
    throw damaged(error, name);
  } finally {
    await handle.close();
  }
}

async function withArchive(path: string, name: string, work: (archive: ZipFile) => Promise<void>): Promise<void> {
  const handle = await open(path);
  try {
    await work(await fromFdPromise(handle.fd, { autoClose: false }));
  } catch (error) {
    throw damaged(error, name);
  } finally {
    await handle.close();
  }
}

const tooLarge = (file: string) =>
  new ListRefused(
    'too_large',
    `more than ${LIMITS.fileBytes / 1e9} GB, or than ${LIMITS.unpackedRatio} times its packed size`,
    { file },
  );

/** Converts an error of zlib or yauzl. They name the packing alone, never the content. Errors of the disk stay unchanged. */
function damaged(error: unknown, file: string): unknown {
  if (error instanceof ListRefused || !(error instanceof Error)) return error;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall !== undefined) return error;
  const cut = code === 'Z_BUF_ERROR' || /end of central directory|end of file/i.test(error.message);
  return new ListRefused(
    cut ? 'incomplete' : 'malformed',
    cut ? 'the packed file is truncated' : 'the packed file is damaged',
    {
      file,
    },
  );
}
