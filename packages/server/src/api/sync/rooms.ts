import { randomInt } from 'node:crypto';
import type { Clock } from '../../base/clock.ts';

/** One side of a room. */
export interface Member {
  /** Of its connection. */
  readonly id: string;
  emit(event: string, payload: object): void;
}

/** For whom a room is, as the SDK token says that passed through it. */
export interface Binding {
  /** Account, environment and applicant in one. */
  readonly holder: string;
  /** Of the account. */
  readonly accountId: string;
  /** Of the API token that made the SDK token; with it the room ends. */
  readonly tokenId: string;
  /** When the token expires, Unix milliseconds. */
  readonly until: number;
}

/** Two seats: whoever made the room has the first. */
type Seat = 0 | 1;
const SEATS: readonly Seat[] = [0, 1];

/** What a refreshed QR code carries besides the room. */
interface Signature {
  readonly value: string;
  /** When it expires, Unix milliseconds. */
  readonly until: number;
}

export interface Room {
  readonly id: string;
  readonly members: [Member | undefined, Member | undefined];
  /** What lets a member that lost its connection take its seat back, before anybody noticed. */
  readonly tickets: readonly [string, string];
  /** Of a room that only a fresh signature opens: the newest two, the newest last. */
  signatures: readonly Signature[] | undefined;
  usedAt: number;
  binding: Binding | undefined;
  /** The phone has done everything: nobody new gets its seat. */
  isDone: boolean;
}

/** Why somebody may not join. */
export type Refusal = 'unknown' | 'full' | 'busy' | 'signature';

export type Joined = { room: Room; ticket: string } | { refusal: Refusal };

/** What somebody brings along: a ticket for a seat that was theirs, or the signature of a QR code. */
export interface Credentials {
  readonly ticket?: string | undefined;
  readonly signature?: string | undefined;
}

/** How long a room lives without a word, in milliseconds (contract 14.5). */
export const IDLE_MS = 3_600_000;

/**
 * How long a signature lives, in milliseconds: a code is shown for ten seconds, and whoever scanned it in the last one
 * needs some to open the page.
 */
export const SIGNATURE_MS = 20_000;

/** How often rooms are looked at whose time has passed. */
const SWEEP_MS = 60_000;

/** Rooms of a process at once, in case somebody opens them for sport; each takes less than 1 KB. */
const MOST_ROOMS = 10_000;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** Characters of a room's id: addresses of phone pages have place for so many (contract 14.6). 36^6 are 2.2 * 10^9. */
const ID_LENGTH = 6;

function randomId(): string {
  return Array.from({ length: ID_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/**
 * Rooms in which a desktop and a phone talk to each other, in the memory of this process alone.
 *
 * @param secret makes tickets and signatures
 */
export function makeRooms(clock: Clock, secret: () => string) {
  const rooms = new Map<string, Room>();
  let stopSweeping = () => {};

  const isOver = ({ usedAt, binding }: Room) => {
    const now = clock.now();
    return now >= usedAt + IDLE_MS || (binding !== undefined && now >= binding.until);
  };

  function end(room: Room): void {
    rooms.delete(room.id);
    for (const member of room.members) member?.emit('custom disconnect', { roomId: room.id, over: true });
    room.members.fill(undefined);
  }

  /** Whether there is place for one more: for it the oldest goes that nobody sits in and no token has passed through. */
  function hasPlace(): boolean {
    if (rooms.size < MOST_ROOMS) return true;
    for (const room of rooms.values()) {
      if (!room.binding && !room.members.some(Boolean)) return rooms.delete(room.id);
    }
    return false;
  }

  function sweep(): void {
    for (const room of rooms.values()) if (isOver(room)) end(room);
    stopSweeping = rooms.size === 0 ? () => {} : clock.schedule(SWEEP_MS, sweep);
  }

  /** Whether the signature opens the room; the first of two seats is never opened by one. */
  const isSigned = ({ signatures, members }: Room, given: string | undefined) =>
    signatures === undefined ||
    (members[1] === undefined && signatures.some(({ value, until }) => value === given && clock.now() < until));

  function sit(room: Room, seat: Seat, member: Member): Joined {
    room.members[seat] = member;
    room.usedAt = clock.now();
    return { room, ticket: room.tickets[seat] };
  }

  return {
    /** Makes a room and sits its maker down in it; `signed`: only who has a fresh signature joins. */
    open(member: Member, signed = false): Joined {
      if (!hasPlace()) return { refusal: 'busy' };
      let id = randomId();
      while (rooms.has(id)) id = randomId();
      const tickets = [secret(), secret()] as const;
      const signatures = signed ? [] : undefined;
      const members: Room['members'] = [undefined, undefined];
      const room: Room = { id, members, tickets, signatures, usedAt: clock.now(), binding: undefined, isDone: false };
      if (rooms.size === 0) stopSweeping = clock.schedule(SWEEP_MS, sweep);
      rooms.set(id, room);
      return sit(room, 0, member);
    },

    /** Sits somebody down in the seat of their ticket, whoever sits there, or in one that is free: the maker's last. */
    join(id: string, member: Member, { ticket, signature }: Credentials = {}): Joined {
      const room = rooms.get(id);
      if (room && isOver(room)) end(room);
      if (!room || !rooms.has(id)) return { refusal: 'unknown' };
      const own = SEATS.find((seat) => room.members[seat]?.id === member.id || room.tickets[seat] === ticket);
      if (own !== undefined) return sit(room, own, member);
      const seat = SEATS.findLast((one) => room.members[one] === undefined);
      if (seat === undefined) return { refusal: 'full' };
      // A link that was used says so at once, rather than wait for a desktop that has moved on.
      if (seat === 1 && room.isDone) return { refusal: 'unknown' };
      return isSigned(room, signature) ? sit(room, seat, member) : { refusal: 'signature' };
    },

    /** A new signature of a room, for its maker alone. The one before it stays good for a while, those before it end. */
    sign(member: Member, id: string): string | undefined {
      const room = this.of(member, id);
      if (!room?.signatures || room.members[0]?.id !== member.id) return undefined;
      const made = { value: secret(), until: clock.now() + SIGNATURE_MS };
      room.signatures = [...room.signatures.slice(-1), made];
      return made.value;
    },

    /** The room of that id if the member sits in it and its time has not passed. */
    of(member: Member, id: string): Room | undefined {
      const room = rooms.get(id);
      if (room && isOver(room)) end(room);
      if (!room?.members.some((one) => one?.id === member.id)) return undefined;
      room.usedAt = clock.now();
      return room;
    },

    /** Gives the seat of a member free and tells the other one. Nothing when somebody else sits there by now. */
    leave(member: Member, id: string): void {
      const room = rooms.get(id);
      const seat = SEATS.find((one) => room?.members[one]?.id === member.id);
      if (!room || seat === undefined) return;
      room.members[seat] = undefined;
      for (const other of room.members) other?.emit('custom disconnect', { roomId: id });
    },

    /** Ends a room, and notifies both sides. */
    end,

    /** Ends a room whose maker needs it no more, and notifies the other side. */
    finish(member: Member, id: string): void {
      const room = this.of(member, id);
      if (room?.members[0]?.id === member.id) end(room);
    },

    /** Forgets all of them. */
    close(): void {
      stopSweeping();
      rooms.clear();
    },

    get size(): number {
      return rooms.size;
    },
  };
}

export type Rooms = ReturnType<typeof makeRooms>;
