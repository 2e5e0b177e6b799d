import { isOver, type Room } from './room.ts';

/** Change of a room: its next state, or null to delete it; and the result of the change. */
export interface Change<Result> {
  readonly room: Room | null;
  readonly result: Result;
}

/**
 * Holds the states of rooms. Asynchronous, since processes may share them.
 *
 * @example
 * import type { Room } from './room.ts';
 * import type { RoomStore } from './room-store.ts';
 *
 * const rooms = new Map<string, Room>();
 * const memory: RoomStore = {
 *   async add(room) {
 *     if (rooms.has(room.id)) return 'taken';
 *     rooms.set(room.id, room);
 *     return 'added';
 *   },
 *   async change(id, change) {
 *     const before = rooms.get(id);
 *     if (!before) return undefined;
 *     const { room, result } = change(before);
 *     if (room === null) rooms.delete(id);
 *     else rooms.set(id, room);
 *     return result;
 *   },
 *   expire: async () => [],
 *   size: async () => rooms.size,
 *   clear: async () => rooms.clear(),
 * };
 * await memory.size(); // 0
 */
export interface RoomStore {
  /** Adds a room; refuses an id that is taken, and a room for which there is no space. */
  add(room: Room): Promise<'added' | 'taken' | 'full'>;
  /**
   * Replaces a room with the result of `change`, with no other change in between. `change` is pure and may be called again. Returns
   * undefined without such a room.
   */
  change<Result>(id: string, change: (room: Room) => Change<Result>): Promise<Result | undefined>;
  /** Deletes the rooms that have expired, and resolves to them. */
  expire(now: number): Promise<Room[]>;
  /** Number of rooms. */
  size(): Promise<number>;
  /** Forgets all of them. */
  clear(): Promise<void>;
}

/** Rooms of a process at once, against a client that opens rooms for no use; each takes less than 1 KB. */
export const MOST_ROOMS = 10_000;

/** Rooms in the memory of this process. */
export class MemoryRooms implements RoomStore {
  readonly #rooms = new Map<string, Room>();

  async add(room: Room) {
    if (this.#rooms.has(room.id)) return 'taken';
    if (!this.#hasSpace()) return 'full';
    this.#rooms.set(room.id, room);
    return 'added';
  }

  async change<Result>(id: string, change: (room: Room) => Change<Result>) {
    const before = this.#rooms.get(id);
    if (!before) return undefined;
    const { room, result } = change(before);
    if (room === null) this.#rooms.delete(id);
    else this.#rooms.set(id, room);
    return result;
  }

  async expire(now: number) {
    const over = [...this.#rooms.values()].filter((room) => isOver(room, now));
    for (const { id } of over) this.#rooms.delete(id);
    return over;
  }

  async size() {
    return this.#rooms.size;
  }

  async clear() {
    this.#rooms.clear();
  }

  /** Returns whether there is space for one more: the oldest room without member and binding is removed if necessary. */
  #hasSpace(): boolean {
    if (this.#rooms.size < MOST_ROOMS) return true;
    for (const { id, binding, members } of this.#rooms.values()) {
      if (!binding && members.every((member) => member === null)) return this.#rooms.delete(id);
    }
    return false;
  }
}
