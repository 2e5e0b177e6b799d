/*
 * The part of socket.io (protocol 5, over Engine.IO 4) that rooms need, over a WebSocket: 80 lines instead of 13 KB.
 */

/** A line to a room in which the other device listens. */
export interface Room {
  readonly id: string;
  /** Takes the same seat again, also from another page. */
  readonly ticket: string;
  /** Says something to the other device. */
  tell(event: string, payload?: object): void;
  /** Asks for a fresh signature of a signed room; `signature` is heard. */
  sign(): void;
}

export interface RoomListener {
  /** In the room, for the first time or again. */
  joined(room: Room, again: boolean): void;
  /** What the other device says, `custom disconnect` when it has gone, and `signature`. */
  heard(event: string, payload: Readonly<Record<string, unknown>>): void;
  /** Nobody answers, and has not for a while; trying goes on. */
  silent?(): void;
  /** The room can't be had (any more). */
  refused(reason: string): void;
}

/** How a room is joined; a room id of null makes one. */
export interface Joining {
  readonly roomId: string | null;
  readonly ticket?: string | undefined;
  readonly signature?: string | undefined;
  /** Makes a room that only fresh signatures open. */
  readonly signed?: boolean | undefined;
  readonly token?: string | undefined;
}

/** Milliseconds before each try to come back; the last one again and again. */
const RETRIES_MS = [500, 1000, 2000, 4000, 8000] as const;

/** Milliseconds without a connection after which that is told. */
const SILENT_MS = 3000;

/** Milliseconds that a server may take between two signs of life where it doesn't say itself. */
const PULSE_MS = 60_000;

export interface Connection {
  close(): void;
  /** Ends the room as well, where this side made it: a phone that opens its link later is refused at once. */
  end(): void;
}

/**
 * Joins a room, or makes one, and comes back to it whenever the connection breaks: at once when the browser finds its
 * network again or the page is looked at again.
 *
 * @param base address of the service
 */
export function joinRoom(base: string, joining: Joining, listener: RoomListener): Connection {
  const url = `${base.replace(/^http/, 'ws').replace(/\/+$/, '')}/v3/socket.io/?EIO=4&transport=websocket`;
  let mine = joining;
  let again = false;
  let tries = 0;
  let socket: WebSocket | undefined;
  let retry: number | undefined;
  let silence: number | undefined;
  let pulse = 0;

  const wake = () => {
    if (retry === undefined || document.visibilityState === 'hidden') return;
    clearTimeout(retry);
    open();
  };
  const close = () => {
    for (const timer of [retry, silence, pulse]) clearTimeout(timer);
    window.removeEventListener('online', wake);
    document.removeEventListener('visibilitychange', wake);
    const last = socket;
    socket = undefined;
    last?.close();
  };

  function broken(): void {
    clearTimeout(pulse);
    const wait = RETRIES_MS[Math.min(tries, RETRIES_MS.length - 1)];
    tries += 1;
    silence ??= window.setTimeout(() => listener.silent?.(), SILENT_MS);
    retry = window.setTimeout(open, wait);
  }

  function open(): void {
    retry = undefined;
    const line = new WebSocket(url);
    socket = line;
    let patience = PULSE_MS;
    const emit = (event: string, payload: object) => {
      if (line.readyState === WebSocket.OPEN) line.send(`42${JSON.stringify([event, payload])}`);
    };
    const lose = () => {
      if (socket !== line) return;
      socket = undefined;
      line.close();
      broken();
    };
    // A line that is dead without having said so is silent.
    const alive = () => {
      clearTimeout(pulse);
      pulse = window.setTimeout(lose, patience);
    };

    function hear(event: string, payload: Record<string, unknown>): void {
      if (event === 'joined') {
        const id = String(payload.roomId);
        const ticket = String(payload.ticket);
        mine = { roomId: id, ticket, token: mine.token };
        tries = 0;
        clearTimeout(silence);
        silence = undefined;
        const room: Room = {
          id,
          ticket,
          tell: (name, words = {}) => emit('message', { roomId: id, event: name, payload: words }),
          sign: () => emit('sign', { roomId: id }),
        };
        const before = again;
        again = true;
        listener.joined(room, before);
      } else if (event !== 'refused') listener.heard(event, payload);
      else if (payload.reason !== 'rate' || payload.event === undefined) {
        close();
        listener.refused(String(payload.reason));
      }
    }

    line.onmessage = ({ data }) => {
      if (socket !== line) return;
      alive();
      const packet = String(data);
      if (packet === '2') line.send('3');
      else if (packet.startsWith('0')) {
        const { pingInterval = 0, pingTimeout = 0 } = JSON.parse(packet.slice(1));
        patience = pingInterval + pingTimeout || PULSE_MS;
        line.send('40');
      } else if (packet.startsWith('40')) emit('join', mine);
      else if (packet.startsWith('42')) {
        const [event, payload] = JSON.parse(packet.slice(2)) as [string, Record<string, unknown>?];
        hear(event, payload ?? {});
      }
    };
    line.onclose = lose;
    alive();
  }

  window.addEventListener('online', wake);
  document.addEventListener('visibilitychange', wake);
  silence = window.setTimeout(() => listener.silent?.(), SILENT_MS);
  open();
  return {
    close,
    end() {
      if (socket?.readyState === WebSocket.OPEN && mine.roomId)
        socket.send(`42${JSON.stringify(['leave', { roomId: mine.roomId, over: true }])}`);
      close();
    },
  };
}
