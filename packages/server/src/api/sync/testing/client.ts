import { io } from 'socket.io-client';
// The generation of clients that older SDKs carry; it comes without types.
import ioOf2 from 'socket.io-client-2';
import type { TestService } from '../../../testing/service.ts';

export type Words = Record<string, unknown>;

interface Said {
  event: string;
  words: Words;
}

interface AnySocket {
  on(event: string, listener: (...args: never[]) => void): unknown;
  emit(event: string, ...args: unknown[]): unknown;
  close(): unknown;
  connect(): unknown;
}

/** Traits of a client: its generation, its first transport, and the headers that a browser would add. */
export interface Coming {
  generation?: 2 | 4;
  path?: string;
  transports?: ('websocket' | 'polling')[];
  headers?: Record<string, string>;
}

const EVENTS = [
  ...['joined', 'refused', 'custom disconnect', 'get config', 'config', 'cross device start', 'user analytics'],
  ...['client success', 'disconnect ping', 'disconnect pong', 'our own', 'hello', 'signature', 'verification'],
];

/** A client of the sync sockets as SDKs have it, which remembers its messages in order. */
export async function joinRoom(service: TestService, coming: Coming = {}) {
  const { generation = 4, headers = {}, transports = ['websocket'] } = coming;
  const path = coming.path ?? (generation === 2 ? '/v2/socket.io' : '/v3/socket.io');
  const make = (generation === 2 ? ioOf2 : io) as unknown as (url: string, options: object) => AnySocket;
  const socket = make(service.baseUrl, {
    // Clients of generation 2 would take a WebSocket that Node has, which knows no certificate authority of ours.
    path,
    transports,
    upgrade: false,
    autoConnect: false,
    reconnection: false,
    forceNew: true,
    forceNode: true,
    ca: service.ca,
    rejectUnauthorized: true,
    extraHeaders: headers,
    transportOptions: perTransport(headers),
  });

  const received: Said[] = [];
  let wake = () => {};
  for (const event of EVENTS) {
    socket.on(event, (words: Words) => {
      received.push({ event, words });
      wake();
    });
  }
  let closed = false;
  socket.on('disconnect', () => {
    closed = true;
    wake();
  });

  await new Promise<void>((resolve, reject) => {
    socket.on('connect', () => resolve());
    socket.on('connect_error', (error: never) => reject(error));
    socket.connect();
  });

  const self = {
    say: (event: string, ...words: unknown[]) => void socket.emit(event, ...words),
    /** Waits for the next message. */
    async nextMessage(): Promise<[event: string, words: Words]> {
      while (received.length === 0) {
        if (closed) throw new Error('the connection is closed');
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      const { event, words } = received.shift() as Said;
      return [event, words];
    },
    async isClosed(): Promise<void> {
      while (!closed) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    /** Joins a room and gives what the server says to it. */
    async joins(words: Words | null = { roomId: null }) {
      self.say('join', words);
      return self.nextMessage();
    },
    async joinsWell(words?: Words) {
      const [event, { roomId, ticket }] = await self.joins(words);
      if (event !== 'joined') throw new Error(`not joined: ${event}`);
      return { roomId: roomId as string, ticket: ticket as string };
    },
    message: (roomId: string, event: unknown, payload?: unknown) => self.say('message', { roomId, event, payload }),
    /** Stops reading from the server, over a WebSocket of today. */
    stopReading(): void {
      const { io: manager } = socket as unknown as { io: { engine: { transport: { ws: { pause(): void } } } } };
      manager.engine.transport.ws.pause();
    },
    close: () => void socket.close(),
  };
  return self;
}

/** Puts headers where the older client expects them. */
function perTransport(headers: Record<string, string>) {
  return { polling: { extraHeaders: headers }, websocket: { extraHeaders: headers } };
}
