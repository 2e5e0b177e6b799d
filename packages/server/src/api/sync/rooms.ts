import { randomInt } from 'node:crypto';
import type { Clock } from '../../base/clock.ts';
import {
  type Binding,
  bind,
  type Credentials,
  complete,
  isOver,
  join,
  leave,
  newRoom,
  type Refusal,
  type Room,
  seatOf,
  sign,
} from './room.ts';
import type { Change, RoomStore } from './room-store.ts';

/** `accountId` is set for a phone that has joined the room of an applicant: the account of the applicant. */
export type Joined = { roomId: string; ticket: string; accountId?: string | undefined } | { refusal: Refusal };

/** Emits an event to the connection of a member, wherever that is held. */
export type Emit = (member: string, event: string, payload: object) => void;

export interface Message {
  readonly from: string;
  readonly event: string;
  readonly payload: object;
  readonly echoed: boolean;
}

export interface RoomsOptions {
  readonly clock: Clock;
  readonly store: RoomStore;
  readonly emit: Emit;
  /** Makes tickets and signatures. */
  readonly secret: () => string;
}

/** Interval in milliseconds after which expired rooms are deleted. */
const SWEEP_MS = 60_000;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** Characters of a room's id: addresses of phone pages have space for so many. 36^6 are 2.2 * 10^9. */
const ID_LENGTH = 6;

function randomId(): string {
  return Array.from({ length: ID_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

const OVER = 'custom disconnect';

/** Rooms in which a desktop and a phone talk to each other. */
export class Rooms {
  readonly #options: RoomsOptions;
  #stopSweeping: (() => void) | undefined;

  constructor(options: RoomsOptions) {
    this.#options = options;
  }

  /** Opens a room with its maker in it; `signed`: others join with a fresh signature only. */
  async open(member: string, signed = false): Promise<Joined> {
    const { clock, store, secret } = this.#options;
    const tickets = [secret(), secret()] as const;
    for (;;) {
      const room = newRoom({ id: randomId(), tickets, signed }, member, clock.now());
      const added = await store.add(room);
      if (added === 'full') return { refusal: 'busy' };
      if (added === 'taken') continue;
      this.#sweepFromNow();
      return { roomId: room.id, ticket: tickets[0] };
    }
  }

  /** Seats a member in the seat of its ticket, or in a free one. */
  async join(id: string, member: string, credentials: Credentials = {}): Promise<Joined> {
    const now = this.#options.clock.now();
    const joined = await this.#change<Joined>(id, (room) => {
      const after = join(room, member, credentials, now);
      if (typeof after === 'string') return { room, result: { refusal: after } };
      const accountId = after.seat === 1 ? room.binding?.accountId : undefined;
      return { room: after.room, result: { roomId: id, ticket: room.tickets[after.seat], accountId } };
    });
    if (joined && 'ticket' in joined) this.#sweepFromNow();
    return joined ?? { refusal: 'unknown' };
  }

  /** A new signature of a room, for its maker alone. */
  sign(member: string, id: string): Promise<string | undefined> {
    const { clock, secret } = this.#options;
    const [value, now] = [secret(), clock.now()];
    return this.#changeOfMember(member, id, (room) => {
      const signed = sign(room, member, value, now);
      return signed ? { room: signed, result: value } : { room, result: undefined };
    });
  }

  /** The room of that id if the member has a seat in it; using it makes it live on. */
  of(member: string, id: string): Promise<Room | undefined> {
    return this.#changeOfMember(member, id, (room) => ({ room, result: room }));
  }

  /** Binds a room to the applicant of a token; false where it is bound to another. */
  async bind(id: string, binding: Binding): Promise<boolean> {
    const bound = await this.#change(id, (room) => {
      const after = bind(room, binding);
      return { room: after ?? room, result: after !== null };
    });
    return bound ?? false;
  }

  /** Notes that a member has done everything: of the phone, its seat is closed to new connections. */
  async complete(member: string, id: string): Promise<void> {
    await this.#change(id, (room) => ({ room: complete(room, member), result: undefined }));
  }

  /** Sends what a member says to the other one; `echoed`: to itself as well. */
  relay(room: Room, { from, event, payload, echoed }: Message): void {
    for (const member of membersOf(room)) {
      if (member !== from || echoed) this.#options.emit(member, event, payload);
    }
  }

  /** Frees the seat of a member and notifies the other one. Nothing when another connection has the seat by now. */
  async leave(member: string, id: string): Promise<void> {
    const others = await this.#options.store.change(id, (room) => {
      const after = leave(room, member);
      return { room: after, result: after === room ? [] : membersOf(after) };
    });
    for (const other of others ?? []) this.#options.emit(other, OVER, { roomId: id });
  }

  /** Ends a room, and notifies both sides. */
  async end(id: string): Promise<void> {
    const ended = await this.#options.store.change(id, (room) => ({ room: null, result: room }));
    if (ended) this.#notifyEnd(ended);
  }

  /** Ends a room that its maker needs no more, and notifies both sides. */
  async finish(member: string, id: string): Promise<void> {
    const room = await this.of(member, id);
    if (room && seatOf(room, member) === 0) await this.end(id);
  }

  /** Forgets all of them. */
  async close(): Promise<void> {
    this.#stopSweeping?.();
    this.#stopSweeping = undefined;
    await this.#options.store.clear();
  }

  size(): Promise<number> {
    return this.#options.store.size();
  }

  /** Changes a room that has not expired; one that has is ended. */
  async #change<Result>(id: string, change: (room: Room) => Change<Result>): Promise<Result | undefined> {
    const now = this.#options.clock.now();
    const found = await this.#options.store.change<{ ended: Room } | { result: Result }>(id, (room) => {
      if (isOver(room, now)) return { room: null, result: { ended: room } };
      const { room: after, result } = change(room);
      return { room: after, result: { result } };
    });
    if (!found) return undefined;
    if ('result' in found) return found.result;
    this.#notifyEnd(found.ended);
    return undefined;
  }

  #changeOfMember<Result>(
    member: string,
    id: string,
    change: (room: Room) => Change<Result | undefined>,
  ): Promise<Result | undefined> {
    const now = this.#options.clock.now();
    return this.#change(id, (room) =>
      seatOf(room, member) === undefined ? { room, result: undefined } : change({ ...room, usedAt: now }),
    );
  }

  #notifyEnd(room: Room): void {
    for (const member of membersOf(room)) this.#options.emit(member, OVER, { roomId: room.id, over: true });
  }

  #sweepFromNow(): void {
    if (!this.#stopSweeping) this.#planSweep();
  }

  #planSweep(): void {
    this.#stopSweeping = this.#options.clock.schedule(SWEEP_MS, () => {
      this.#planSweep();
      void this.#sweep();
    });
  }

  async #sweep(): Promise<void> {
    const { clock, store } = this.#options;
    for (const room of await store.expire(clock.now())) this.#notifyEnd(room);
  }
}

const membersOf = ({ members }: Room) => members.filter((member) => member !== null);
