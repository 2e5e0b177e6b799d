import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Services } from '../../context/services.ts';
import { type ListFile, shownFileName } from '../options.ts';
import type { UploadPlace } from './upload-room.ts';
import { makeWorkFolder } from './work-files.ts';

/** Files of one import on the disk, until the import has ended. What a crash leaves is deleted at the next start. */
export class ReceivedFiles {
  readonly #folder: string;
  readonly #place: UploadPlace;
  readonly #files: ListFile[] = [];

  private constructor(folder: string, place: UploadPlace) {
    this.#folder = folder;
    this.#place = place;
  }

  /**
   * Makes room for files. Throws `unavailable` without room.
   * @param announced bytes that the request announces; 0 where it doesn't say
   */
  static async open({ settings, uploadRoom }: Services, announced: number): Promise<ReceivedFiles> {
    const place = await uploadRoom.enter(announced);
    try {
      return new ReceivedFiles(await makeWorkFolder(settings), place);
    } catch (error) {
      place.leave();
      throw error;
    }
  }

  /** Files that were received completely, in their order. */
  get files(): readonly ListFile[] {
    return this.#files;
  }

  /** Writes a file to the disk; its name is for messages alone. Throws `unavailable` where the disk has no room for it. */
  async add(name: string, source: Readable): Promise<void> {
    const path = join(this.#folder, randomUUID());
    const file = { name: shownFileName(name), path };
    this.#files.push(file);
    const place = this.#place;
    const counted = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        await place.take(chunk.length);
        yield chunk;
      }
    };
    await pipeline(source, counted, createWriteStream(path, { mode: 0o600 }));
  }

  async discard(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
    this.#place.leave();
  }
}
