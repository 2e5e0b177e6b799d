import { createHash } from 'node:crypto';
import type { ZipEntry } from './zip.ts';

/** A file of an archive, as the manifest lists it. */
export interface ListedFile {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/**
 * The files of an archive with a manifest as the last of them. The manifest lists the size and SHA-256 of each file before it. A file is hashed
 * while it is read, so memory does not grow with the archive.
 * @param manifest its name, and a function that makes its text once all other files have been read
 */
export function* withManifest(
  files: Iterable<ZipEntry>,
  manifest: { readonly name: string; readonly write: (files: readonly ListedFile[]) => Promise<string> },
): Generator<ZipEntry> {
  const listed: ListedFile[] = [];
  for (const file of files) {
    yield { name: file.name, bytes: hashed(file, (facts) => listed.push(facts)) };
  }
  yield {
    name: manifest.name,
    bytes: (async function* () {
      yield Buffer.from(await manifest.write(listed));
    })(),
  };
}

async function* hashed({ name, bytes }: ZipEntry, done: (facts: ListedFile) => void): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of bytes) {
    hash.update(chunk);
    size += chunk.length;
    yield chunk;
  }
  done({ name, size, sha256: hash.digest('hex') });
}
