/*
 * The part of socket.io (protocol 5, over Engine.IO 4) that rooms need, over a WebSocket: 80 lines instead of 13 KB.
 */

/** A room that connects two devices. */
export interface Room {
  readonly id: string;
  /** Takes the same seat again, also from another page. */
  readonly ticket: string;
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

/** Milliseconds between two packets of a server that doesn't announce its own interval. */
const HEARTBEAT_MS = 60_000;

export interface Connection {
  close(): void;
  /** Ends the room as well, where this side made it: a phone that opens its link later is refused at once. */
  end(): void;
}

/**
 * Joins a room, or makes one, and rejoins it whenever the connection breaks: at once when the browser is online again or
 * the page is visible again.
 *
 * @param base address of the service
 */
export function joinRoom(base: string, joining: Joining, listener: RoomListener): Connection {
  const url = `${base.replace(/^http/, 'ws').replace(/\/+$/, '')}/v3/socket.io/?EIO=4&transport=websocket`;
  let seat = joining;
  let again = false;
  let tries = 0;
  let socket: WebSocket | undefined;
  let retry: number | undefined;
  let offlineTimer: number | undefined;
  let heartbeat = 0;

  const wake = () => {
    if (retry === undefined || document.visibilityState === 'hidden') return;
    clearTimeout(retry);
    open();
  };
  const close = () => {
    for (const timer of [retry, offlineTimer, heartbeat]) clearTimeout(timer);
    window.removeEventListener('online', wake);
    document.removeEventListener('visibilitychange', wake);
    const last = socket;
    socket = undefined;
    last?.close();
  };

  function broken(): void {
    clearTimeout(heartbeat);
    const wait = RETRIES_MS[Math.min(tries, RETRIES_MS.length - 1)];
    tries += 1;
    offlineTimer ??= window.setTimeout(() => listener.offline?.(), OFFLINE_MS);
    retry = window.setTimeout(open, wait);
  }

  function open(): void {
    retry = undefined;
    const opened = new WebSocket(url);
    socket = opened;
    let heartbeatMs = HEARTBEAT_MS;
    const emit = (event: string, payload: object) => {
      if (opened.readyState === WebSocket.OPEN) opened.send(`42${JSON.stringify([event, payload])}`);
    };
    const lose = () => {
      if (socket !== opened) return;
      socket = undefined;
      opened.close();
      broken();
    };
    // A connection can break without an event of the browser.
    const alive = () => {
      clearTimeout(heartbeat);
      heartbeat = window.setTimeout(lose, heartbeatMs);
    };

    function receive(event: string, payload: Record<string, unknown>): void {
      if (event === 'joined') {
        const id = String(payload.roomId);
        const ticket = String(payload.ticket);
        seat = { roomId: id, ticket, token: seat.token };
        tries = 0;
        clearTimeout(offlineTimer);
        offlineTimer = undefined;
        const room: Room = {
          id,
          ticket,
          send: (name, payload = {}) => emit('message', { roomId: id, event: name, payload }),
          sign: () => emit('sign', { roomId: id }),
        };
        const before = again;
        again = true;
        listener.joined(room, before);
      } else if (event !== 'refused') listener.message(event, payload);
      else if (payload.reason !== 'rate' || payload.event === undefined) {
        close();
        listener.refused(String(payload.reason));
      }
    }

    opened.onmessage = ({ data }) => {
      if (socket !== opened) return;
      alive();
      const packet = String(data);
      if (packet === '2') opened.send('3');
      else if (packet.startsWith('0')) {
        const { pingInterval = 0, pingTimeout = 0 } = JSON.parse(packet.slice(1));
        heartbeatMs = pingInterval + pingTimeout || HEARTBEAT_MS;
        opened.send('40');
      } else if (packet.startsWith('40')) emit('join', seat);
      else if (packet.startsWith('42')) {
        const [event, payload] = JSON.parse(packet.slice(2)) as [string, Record<string, unknown>?];
        receive(event, payload ?? {});
      }
    };
    opened.onclose = lose;
    alive();
  }

  window.addEventListener('online', wake);
  document.addEventListener('visibilitychange', wake);
  offlineTimer = window.setTimeout(() => listener.offline?.(), OFFLINE_MS);
  open();
  return {
    close,
    end() {
      if (socket?.readyState === WebSocket.OPEN && seat.roomId)
        socket.send(`42${JSON.stringify(['leave', { roomId: seat.roomId, over: true }])}`);
      close();
    },
  };
}
