import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { Server as Engine, type Socket as EngineSocket } from 'engine.io';
import { Server } from 'socket.io';
import { limitedAddress } from '../../base/limited-address.ts';
import type { Services } from '../../context/services.ts';
import { clientAddress } from '../../http/transport.ts';
import { Conversation, IDLE_CONNECTION_MS } from './conversation.ts';
import { makeLimits } from './limits.ts';
import { Members } from './members.ts';
import { RedisRooms } from './redis-rooms.ts';
import { MemoryRooms } from './room-store.ts';
import { Rooms } from './rooms.ts';

/** Bytes of one message: texts and lists, no pictures. */
const MESSAGE_BYTES = 1_000_000;

/** Connections of a process at once, with and without a room. */
const MOST_CONNECTIONS = 20_000;

/** Handlers of the requests of sync sockets. */
export interface Sockets {
  request(req: IncomingMessage, res: ServerResponse): void;
  upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Ends every connection. */
  close(): Promise<void>;
}

/**
 * Rooms over socket.io in which a desktop continues on a phone: it relays messages between the two and stores nothing. A room belongs to the applicant of the token that passes through it.
 */
export function openSockets(services: Services): Sockets {
  const { clock, ids, settings, redis } = services;
  const members = new Members(redis);
  const store = redis ? new RedisRooms(redis) : new MemoryRooms();
  const rooms = new Rooms({ clock, store, emit: members.emit, secret: () => ids.secret(16) });
  const limits = makeLimits(services);
  const addressOf = (request: IncomingMessage) => limitedAddress(clientAddress(request, settings.trustedProxies));

  const engine = new Engine({
    allowEIO3: true,
    maxHttpBufferSize: MESSAGE_BYTES,
    transports: ['websocket', 'polling'],
    // There are no cookies that a strange page could make use of; older SDKs ask for credentials all the same.
    cors: { origin: true, credentials: true },
    allowRequest: (request, answer) =>
      answer(null, engine.clientsCount < MOST_CONNECTIONS && limits.mayConnect(addressOf(request))),
  });
  engine.on('connection', (connection: EngineSocket) => {
    const address = addressOf(connection.request);
    limits.connected(address);
    connection.once('close', () => limits.disconnected(address));
  });
  const io = new Server({ serveClient: false, connectTimeout: IDLE_CONNECTION_MS });
  io.bind(engine);
  io.on('connection', (socket) => {
    new Conversation(socket, { services, rooms, limits, members, address: addressOf(socket.request) });
  });

  return {
    request: (req, res) => engine.handleRequest(req as never, res),
    upgrade: (req, socket, head) => engine.handleUpgrade(req as never, socket, head),
    async close() {
      await io.close();
      await rooms.close();
    },
  };
}
