import { HOUR_MS } from '../../base/clock.ts';

/** The applicant of a room, by the SDK token that passed through it. */
export interface Binding {
  /** Account, environment and applicant in one. */
  readonly holder: string;
  /** Id of the account. */
  readonly accountId: string;
  /** Id of the API token that made the SDK token; the room ends with it. */
  readonly tokenId: string;
  /** Expiry of the token, Unix milliseconds. */
  readonly until: number;
}

/** Two seats: the maker of the room has the first. */
export type Seat = 0 | 1;
const SEATS: readonly Seat[] = [0, 1];

/** Data of a refreshed QR code besides the room. */
interface Signature {
  readonly value: string;
  /** Expiry of the signature, Unix milliseconds. */
  readonly until: number;
}

/**
 * The state of a room, without the connections of its members: plain values, which another process could hold. It never
 * changes in place; the functions below return the next state.
 */
export interface Room {
  readonly id: string;
  /** Ids of the members' connections, by seat. */
  readonly members: readonly [string | null, string | null];
  /**
   * Tickets of the two seats. A member that lost its connection takes its seat back with its ticket, before the service noticed.
   */
  readonly tickets: readonly [string, string];
  /** Signatures of a room that only a fresh signature opens: the newest two, the newest last. */
  readonly signatures: readonly Signature[] | null;
  /** Unix milliseconds. */
  readonly usedAt: number;
  readonly binding: Binding | null;
  /** The phone has done everything: no new connection gets its seat. */
  readonly isDone: boolean;
}

/** Reasons why a connection may not join. */
export type Refusal = 'unknown' | 'full' | 'busy' | 'signature';

/** Credentials of a connection: a ticket for its earlier seat, or the signature of a QR code. */
export interface Credentials {
  readonly ticket?: string | undefined;
  readonly signature?: string | undefined;
}

/** Milliseconds that a room lives without a message. */
export const IDLE_MS = HOUR_MS;

/** Milliseconds that a signature lives: a code is shown for ten seconds, and the page that it leads to needs some. */
export const SIGNATURE_MS = 20_000;

/** Returns whether the room has expired: unused for an hour, or with the token that it is bound to. */
export function isOver({ usedAt, binding }: Room, now: number): boolean {
  return now >= usedAt + IDLE_MS || (binding !== null && now >= binding.until);
}

/** A room with its maker in the first seat. `signed`: others join with a fresh signature only. */
export function newRoom(
  { id, tickets, signed }: Pick<Room, 'id' | 'tickets'> & { signed: boolean },
  maker: string,
  now: number,
): Room {
  const signatures = signed ? [] : null;
  return { id, members: [maker, null], tickets, signatures, usedAt: now, binding: null, isDone: false };
}

/** Seats a member: in the seat of its ticket, also one that is taken, or in a free one, the maker's last. */
export function join(
  room: Room,
  member: string,
  { ticket, signature }: Credentials,
  now: number,
): { room: Room; seat: Seat } | Refusal {
  const own = SEATS.find((seat) => room.members[seat] === member || room.tickets[seat] === ticket);
  const seat = own ?? SEATS.findLast((one) => room.members[one] === null);
  if (seat === undefined) return 'full';
  if (own === undefined) {
    // A link that was used is refused at once, rather than wait for a desktop that has moved on.
    if (seat === 1 && room.isDone) return 'unknown';
    if (!isSigned(room, signature, now)) return 'signature';
  }
  return { room: { ...seated(room, seat, member), usedAt: now }, seat };
}

/** Returns whether the signature opens the room; it never opens the first of two free seats. */
function isSigned({ signatures, members }: Room, given: string | undefined, now: number): boolean {
  if (signatures === null) return true;
  return members[1] === null && signatures.some(({ value, until }) => value === given && now < until);
}

function seated(room: Room, seat: Seat, member: string | null): Room {
  const members = seat === 0 ? ([member, room.members[1]] as const) : ([room.members[0], member] as const);
  return { ...room, members };
}

/** The seat of a member; undefined when it has none. */
export function seatOf({ members }: Room, member: string): Seat | undefined {
  return SEATS.find((seat) => members[seat] === member);
}

/** Frees the seat of a member. */
export function leave(room: Room, member: string): Room {
  const seat = seatOf(room, member);
  return seat === undefined ? room : seated(room, seat, null);
}

/** Adds a signature if the member created the room; otherwise returns null. The previous signature stays valid for a while, older ones end. */
export function sign(room: Room, member: string, value: string, now: number): Room | null {
  if (!room.signatures || seatOf(room, member) !== 0) return null;
  return { ...room, signatures: [...room.signatures.slice(-1), { value, until: now + SIGNATURE_MS }] };
}

/** Binds a room to the applicant of a token; null where it is bound to another. The newest valid token counts. */
export function bind(room: Room, binding: Binding): Room | null {
  return room.binding && room.binding.holder !== binding.holder ? null : { ...room, binding };
}

/** Notes that the phone has done everything; from the desktop it changes nothing. */
export function complete(room: Room, member: string): Room {
  return seatOf(room, member) === 1 ? { ...room, isDone: true } : room;
}
