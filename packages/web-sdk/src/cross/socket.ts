/*
 * The part of socket.io (protocol 5, over Engine.IO 4) that rooms need, over a WebSocket: 50 lines instead of 13 KB.
 */

/** A line to a room in which the other device listens. */
export interface Room {
  readonly id: string;
  /** Says something to the other device. */
  tell(event: string, payload?: object): void;
  close(): void;
}

export interface RoomListener {
  /** In the room, for the first time or again. */
  joined(room: Room): void;
  /** What the other device says, and `custom disconnect` when it has gone. */
  heard(event: string, payload: Record<string, unknown>): void;
  /** The room can't be had (any more). */
  lost(): void;
}

/** Milliseconds before each try to come back; then the room is given up. */
const RETRIES_MS = [500, 1000, 2000, 4000, 8000, 8000] as const;

/**
 * Joins a room, or opens one where `roomId` is null, and comes back to it when the connection breaks.
 *
 * @param base address of the service
 */
export function joinRoom(base: string, roomId: string | null, listener: RoomListener): { close(): void } {
  const url = `${base.replace(/^http/, 'ws').replace(/\/+$/, '')}/v3/socket.io/?EIO=4&transport=websocket`;
  let id = roomId;
  let ticket: unknown;
  let tries = 0;
  let closed = false;
  let socket: WebSocket | undefined;
  let timer = 0;

  const close = () => {
    closed = true;
    clearTimeout(timer);
    socket?.close();
  };
  const giveUp = () => {
    if (closed) return;
    close();
    listener.lost();
  };

  function open(): void {
    const line = new WebSocket(url);
    socket = line;
    const emit = (event: string, payload: object) => {
      if (line.readyState === WebSocket.OPEN) line.send(`42${JSON.stringify([event, payload])}`);
    };
    line.onmessage = ({ data }) => {
      const packet = String(data);
      if (packet === '2') line.send('3');
      else if (packet.startsWith('0')) line.send('40');
      else if (packet.startsWith('40')) emit('join', { roomId: id, ...(ticket ? { ticket } : {}) });
      else if (packet.startsWith('42')) {
        const [event, payload = {}] = JSON.parse(packet.slice(2)) as [string, Record<string, unknown>?];
        if (event === 'joined') {
          id = String(payload.roomId);
          ticket = payload.ticket;
          tries = 0;
          const room = id;
          listener.joined({
            id: room,
            tell: (name, words = {}) => emit('message', { roomId: room, event: name, payload: words }),
            close,
          });
        } else if (event === 'refused') giveUp();
        else listener.heard(event, payload);
      }
    };
    line.onclose = () => {
      if (closed) return;
      const wait = RETRIES_MS[tries];
      tries += 1;
      if (wait === undefined) giveUp();
      else timer = window.setTimeout(open, wait);
    };
  }
  open();
  return { close };
}
