import { statfs } from 'node:fs/promises';
import { problem } from '../../base/errors.ts';
import type { Settings } from '../../config/settings.ts';

/** Bounds on the files of imports that are received or wait for their turn, of one process. */
export interface UploadBounds {
  readonly uploads: number;
  readonly bytes: number;
}

const DEFAULT_BOUNDS: UploadBounds = { uploads: 8, bytes: 40_000_000_000 };

/** Bytes between two looks at the free space of the disk. */
const LOOK_BYTES = 64 * 1024 * 1024;

/** Seconds after which an operator may try again. */
const RETRY_AFTER = 60;

const MIB = 1024 * 1024;

/** Keeps files of imports from filling the disk. */
export class UploadRoom {
  readonly #settings: Pick<Settings, 'data' | 'minFreeSpace'>;
  readonly #bounds: UploadBounds;
  readonly #places = new Set<UploadPlace>();

  constructor(settings: Pick<Settings, 'data' | 'minFreeSpace'>, bounds: UploadBounds = DEFAULT_BOUNDS) {
    this.#settings = settings;
    this.#bounds = bounds;
  }

  /**
   * The place of one upload. Throws `unavailable` where too many are received or wait, or the disk has no room for it.
   *
   * @param announced bytes that its request announces; 0 where it doesn't say
   */
  async enter(announced: number): Promise<UploadPlace> {
    const { uploads } = this.#bounds;
    if (this.#places.size >= uploads) {
      throw refused(
        `The files of ${uploads} imports are already waiting. Send these files when one of the imports has ended`,
      );
    }
    const place = new UploadPlace(this, announced);
    this.#places.add(place);
    try {
      await this.fit();
    } catch (error) {
      this.leave(place);
      throw error;
    }
    return place;
  }

  leave(place: UploadPlace): void {
    this.#places.delete(place);
  }

  /** Throws `unavailable` if all uploads together are too large for the limits or for the disk. */
  async fit(): Promise<void> {
    const places = [...this.#places];
    const taken = places.reduce((sum, { reserved }) => sum + reserved, 0);
    if (taken > this.#bounds.bytes) {
      throw refused('The files of waiting imports are too large together. Send these files when an import has ended');
    }
    const { data, minFreeSpace } = this.#settings;
    const { bavail, bsize } = await statfs(data);
    const toCome = places.reduce((sum, { reserved, received }) => sum + reserved - received, 0);
    if (bavail * bsize - toCome < minFreeSpace * MIB) {
      throw refused('The disk of the service has no room for these files. Make room, or send them later');
    }
  }
}

/** Share of one upload in the room. */
class UploadPlace {
  readonly #room: UploadRoom;
  readonly #announced: number;
  #received = 0;
  #looked = 0;

  constructor(room: UploadRoom, announced: number) {
    this.#room = room;
    this.#announced = announced;
  }

  get received(): number {
    return this.#received;
  }

  /** Bytes that it has, or is to have. */
  get reserved(): number {
    return Math.max(this.#announced, this.#received);
  }

  /** Counts bytes before they are written. Throws `unavailable` without room for more. */
  async take(bytes: number): Promise<void> {
    this.#received += bytes;
    if (this.#received - this.#looked < LOOK_BYTES) return;
    this.#looked = this.#received;
    await this.#room.fit();
  }

  leave(): void {
    this.#room.leave(this);
  }
}

export type { UploadPlace };

const refused = (message: string) => problem('unavailable', { message, retryAfter: RETRY_AFTER });

declare module '../../context/services.ts' {
  interface Services {
    /** Bounds the files of imports on the disk. */
    readonly uploadRoom: UploadRoom;
  }
}
