import { Socket } from './socket.ts';

/** A room that connects two devices. */
export interface Room {
  readonly id: string;
  /** Takes the same seat again, also from another page. */
  readonly ticket: string;
  /** Branding of the account whose applicant the room is for, where a phone has joined; undefined while it is not known. */
  readonly branding: unknown;
  /** Sends a message to the other device. */
  send(event: string, payload?: object): void;
  /** Asks for a fresh signature of a signed room; the message `signature` follows. */
  sign(): void;
}

export interface RoomListener {
  /** The client has joined the room, for the first time or again. */
  joined(room: Room, again: boolean): void;
  /** A message of the other device, `custom disconnect` when that has left, or `signature`. */
  message(event: string, payload: Readonly<Record<string, unknown>>): void;
  /** The connection has been down for a while; retries continue. */
  offline?(): void;
  /** The room can't be joined, or has ended. */
  refused(reason: string): void;
}

/** Options for joining a room. */
export interface Joining {
  /** Null makes a room. */
  readonly roomId: string | null;
  readonly ticket?: string | undefined;
  readonly signature?: string | undefined;
  /** Makes a room that only fresh signatures open. */
  readonly signed?: boolean | undefined;
  readonly token?: string | undefined;
}

/** Milliseconds before each try to come back; the last one again and again. */
const RETRIES_MS = [500, 1000, 2000, 4000, 8000] as const;

/** Milliseconds without a connection after which the listener is notified. */
const OFFLINE_MS = 3000;

/**
 * Joins a room, or makes one, and rejoins it whenever the connection breaks: at once when the browser is online again or
 * the page is visible again.
 */
export class RoomConnection {
  readonly #url: string;
  readonly #listener: RoomListener;
  #seat: Joining;
  #hasJoined = false;
  #tries = 0;
  #socket: Socket | undefined;
  /** Timer of the next try; undefined while there is a connection. */
  #retry: number | undefined;
  #offlineTimer: number | undefined;

  /** @param base address of the service */
  constructor(base: string, joining: Joining, listener: RoomListener) {
    this.#url = `${base.replace(/^http/, 'ws').replace(/\/+$/, '')}/v3/socket.io/?EIO=4&transport=websocket`;
    this.#seat = joining;
    this.#listener = listener;
    window.addEventListener('online', this.#wake);
    document.addEventListener('visibilitychange', this.#wake);
    this.#startOfflineTimer();
    this.#open();
  }

  close(): void {
    clearTimeout(this.#retry);
    clearTimeout(this.#offlineTimer);
    window.removeEventListener('online', this.#wake);
    document.removeEventListener('visibilitychange', this.#wake);
    this.#socket?.close();
    this.#socket = undefined;
  }

  /** Ends the room as well, where this side made it: a phone that opens its link later is refused at once. */
  end(): void {
    const { roomId } = this.#seat;
    if (roomId) this.#socket?.emit('leave', { roomId, over: true });
    this.close();
  }

  readonly #wake = (): void => {
    if (this.#retry === undefined || document.visibilityState === 'hidden') return;
    clearTimeout(this.#retry);
    this.#open();
  };

  #startOfflineTimer(): void {
    this.#offlineTimer ??= window.setTimeout(() => this.#listener.offline?.(), OFFLINE_MS);
  }

  #open(): void {
    this.#retry = undefined;
    const socket = new Socket(this.#url, {
      opened: () => socket.emit('join', this.#seat),
      received: (event, payload) => this.#receive(socket, event, payload),
      lost: () => this.#lost(),
    });
    this.#socket = socket;
  }

  #lost(): void {
    this.#socket = undefined;
    const wait = RETRIES_MS[Math.min(this.#tries, RETRIES_MS.length - 1)];
    this.#tries += 1;
    this.#startOfflineTimer();
    this.#retry = window.setTimeout(() => this.#open(), wait);
  }

  #receive(socket: Socket, event: string, payload: Readonly<Record<string, unknown>>): void {
    if (event === 'joined') this.#joined(socket, payload);
    else if (event !== 'refused') this.#listener.message(event, payload);
    else if (payload.reason !== 'rate' || payload.event === undefined) {
      this.close();
      this.#listener.refused(String(payload.reason));
    }
  }

  #joined(socket: Socket, { roomId, ticket: seat, branding }: Readonly<Record<string, unknown>>): void {
    const [id, ticket] = [String(roomId), String(seat)];
    this.#seat = { roomId: id, ticket, token: this.#seat.token };
    this.#tries = 0;
    clearTimeout(this.#offlineTimer);
    this.#offlineTimer = undefined;
    const again = this.#hasJoined;
    this.#hasJoined = true;
    const room: Room = {
      id,
      ticket,
      branding,
      send: (name, payload = {}) => socket.emit('message', { roomId: id, event: name, payload }),
      sign: () => socket.emit('sign', { roomId: id }),
    };
    this.#listener.joined(room, again);
  }
}
