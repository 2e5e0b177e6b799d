import type { Redis } from '../../redis/redis.ts';
import { script } from '../../redis/script.ts';
import { IDLE_MS, isOver, type Room } from './room.ts';
import { type Change, MOST_ROOMS, type RoomStore } from './room-store.ts';

/** Milliseconds that Redis keeps the state of a room: longer than the room lives, so that a process notices its end. */
const KEPT_MS = 2 * IDLE_MS;

/** A state of a room; null once it has ended. Of two states, the one with the higher version counts. */
interface State {
  readonly version: number;
  readonly room: Room | null;
}

/**
 * Stores a state unless Redis has one that is newer than the state that it was made of, which is the answer then.
 * ARGV: the version of that earlier state, the new state, milliseconds to keep it. States begin with their version.
 */
const replace = script(`
local stored = redis.call('GET', KEYS[1])
if stored and tonumber(string.match(stored, '^%d+')) > tonumber(ARGV[1]) then return stored end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
return false
`);

/** Deletes a state unless it is newer than the version in ARGV. */
const remove = script(`
local stored = redis.call('GET', KEYS[1])
if stored and tonumber(string.match(stored, '^%d+')) <= tonumber(ARGV[1]) then redis.call('DEL', KEYS[1]) end
`);

const read = script(`return redis.call('GET', KEYS[1])`);

/**
 * Rooms that processes share in Redis, sealed. Each process remembers the rooms that it has changed. While Redis is down they go on
 * here, and their states are stored with their next change: a room whose members have one process notices no outage.
 */
export class RedisRooms implements RoomStore {
  readonly #redis: Redis;
  readonly #states = new Map<string, State>();

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  async add(room: Room): Promise<'added' | 'taken' | 'full'> {
    if (this.#states.has(room.id)) return 'taken';
    if (!this.#hasSpace()) return 'full';
    const newer = await this.#store(room.id, { version: 1, room }, 0);
    return newer ? 'taken' : 'added';
  }

  async change<Result>(id: string, change: (room: Room) => Change<Result>): Promise<Result | undefined> {
    let state = this.#states.get(id) ?? (await this.#read(id));
    while (state?.room) {
      const { room, result } = change(state.room);
      const newer = await this.#store(id, { version: state.version + 1, room }, state.version);
      if (!newer) return result;
      state = newer;
    }
    this.#states.delete(id);
    return undefined;
  }

  async expire(now: number): Promise<Room[]> {
    const ended: Room[] = [];
    for (const [id, { room }] of this.#states) {
      if (room && !isOver(room, now)) continue;
      // Another process may have used the room since, or ended it.
      const over = await this.change<Room | undefined>(id, (newest) =>
        isOver(newest, now) ? { room: null, result: newest } : { room: newest, result: undefined },
      );
      if (over) ended.push(over);
      if (!this.#states.get(id)?.room) this.#states.delete(id);
    }
    return ended;
  }

  async size(): Promise<number> {
    return [...this.#states.values()].filter(({ room }) => room).length;
  }

  /** Forgets the rooms of this process. Members of other processes keep theirs. */
  async clear(): Promise<void> {
    this.#states.clear();
  }

  /** Returns whether there is space for one more: the oldest room without member and binding is removed if necessary. */
  #hasSpace(): boolean {
    if (this.#states.size < MOST_ROOMS) return true;
    for (const [id, { room, version }] of this.#states) {
      if (room && (room.binding || room.members.some((member) => member !== null))) continue;
      if (room) this.#redis.run('room', remove, [this.#name(id)], [String(version)]).catch(() => undefined);
      return this.#states.delete(id);
    }
    return false;
  }

  /** Stores a state here and, while it is up, in Redis. Resolves to the state of Redis if that is newer than `version`. */
  async #store(id: string, state: State, version: number): Promise<State | undefined> {
    const values = [String(version), this.#textOf(id, state), String(KEPT_MS)];
    const newer = await this.#redis.run('room', replace, [this.#name(id)], values).catch(() => undefined);
    if (typeof newer === 'string') return this.#stateOf(id, newer);
    // Redis knows that a room has ended, unless it is down.
    if (state.room === null && newer === null) this.#states.delete(id);
    else this.#states.set(id, state);
    return undefined;
  }

  async #read(id: string): Promise<State | undefined> {
    const text = await this.#redis.run('room', read, [this.#name(id)], []).catch(() => null);
    return typeof text === 'string' ? this.#stateOf(id, text) : undefined;
  }

  #name(id: string): string {
    return this.#redis.name(`room:${id}`);
  }

  #textOf(id: string, { version, room }: State): string {
    return room ? `${version} ${this.#redis.seal(id, room)}` : `${version}`;
  }

  #stateOf(id: string, text: string): State {
    const [version, sealed] = text.split(' ');
    return { version: Number(version), room: sealed ? (this.#redis.unseal(id, sealed) as Room) : null };
  }
}
