import type { Redis } from '../../redis/redis.ts';
import { script } from '../../redis/script.ts';
import { IDLE_MS, isOver, type Room } from './room.ts';
import { type Change, MOST_ROOMS, type RoomStore } from './room-store.ts';

/** Milliseconds that Redis keeps the state of a room: longer than the room lives, so that a process notices its end. */
const KEPT_MS = 2 * IDLE_MS;

/** A state of a room. Of two states, the one with the higher version counts. An ended room keeps its last state. */
interface State {
  readonly version: number;
  readonly room: Room;
  readonly ended: boolean;
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
    const newer = await this.#store({ version: 1, room, ended: false }, 0);
    return newer ? 'taken' : 'added';
  }

  async change<Result>(id: string, change: (room: Room) => Change<Result>): Promise<Result | undefined> {
    let state = this.#states.get(id) ?? (await this.#read(id));
    while (state && !state.ended) {
      const { room, result } = change(state.room);
      const next = { version: state.version + 1, room: room ?? state.room, ended: room === null };
      const newer = await this.#store(next, state.version);
      if (!newer) return result;
      state = newer;
    }
    if (state) this.#states.set(id, state);
    return undefined;
  }

  async expire(now: number): Promise<Room[]> {
    const ended: Room[] = [];
    for (const [id, { room }] of this.#states) {
      if (!isOver(room, now)) continue;
      // Another process may have used the room since, or ended it.
      const over = await this.change<Room | undefined>(id, (newest) =>
        isOver(newest, now) ? { room: null, result: newest } : { room: newest, result: undefined },
      );
      if (over) ended.push(over);
      if (this.#states.get(id)?.ended) this.#states.delete(id);
    }
    return ended;
  }

  async size(): Promise<number> {
    return [...this.#states.values()].filter(({ ended }) => !ended).length;
  }

  /** Forgets the rooms of this process. Members of other processes keep theirs. */
  async clear(): Promise<void> {
    this.#states.clear();
  }

  /** Returns whether this process may remember one more: it forgets its oldest room without member and binding if necessary. */
  #hasSpace(): boolean {
    if (this.#states.size < MOST_ROOMS) return true;
    for (const [id, { room, ended }] of this.#states) {
      if (ended || (!room.binding && room.members.every((member) => member === null))) return this.#states.delete(id);
    }
    return false;
  }

  /** Stores a state here and, while it is up, in Redis. Resolves to the state of Redis if that is newer than `version`. */
  async #store(state: State, version: number): Promise<State | undefined> {
    const { id } = state.room;
    const values = [String(version), this.#textOf(state), String(KEPT_MS)];
    const newer = await this.#redis.run('room', replace, [this.#name(id)], values).catch(() => null);
    if (typeof newer === 'string') return this.#stateOf(id, newer);
    this.#states.set(id, state);
    return undefined;
  }

  async #read(id: string): Promise<State | undefined> {
    const text = await this.#redis.run('room', read, [this.#name(id)], []).catch(() => null);
    return typeof text === 'string' ? this.#stateOf(id, text) : undefined;
  }

  #name(id: string): string {
    return this.#redis.name(`room:${id}`);
  }

  #textOf({ version, ...rest }: State): string {
    return `${version} ${this.#redis.seal(rest.room.id, rest)}`;
  }

  #stateOf(id: string, text: string): State {
    const [version, sealed = ''] = text.split(' ');
    return { version: Number(version), ...(this.#redis.unseal(id, sealed) as Omit<State, 'version'>) };
  }
}
