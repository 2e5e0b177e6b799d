import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ListFile } from '../../screening/options.ts';
import type { Services } from '../services.ts';

/** Characters of a name of a file that are kept. */
const NAME_LENGTH = 200;

/** Files of one import on the disk, until the import has ended. What a crash leaves is deleted at the next start. */
export class ReceivedFiles {
  readonly #folder: string;
  readonly #files: ListFile[] = [];

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async open({ settings }: Services): Promise<ReceivedFiles> {
    const folder = join(settings.data, 'screening', randomUUID());
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return new ReceivedFiles(folder);
  }

  /** Those that were received as a whole, in their order. */
  get files(): readonly ListFile[] {
    return this.#files;
  }

  /** Writes a file to the disk; its name is for messages alone. */
  async add(name: string, source: Readable): Promise<void> {
    const path = join(this.#folder, randomUUID());
    const file = { name: name.replaceAll(/[\p{C}/\\]/gu, '_').slice(0, NAME_LENGTH), path };
    this.#files.push(file);
    await pipeline(source, createWriteStream(path, { mode: 0o600 }));
  }

  async discard(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }
}
