import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { Server as Engine, type Socket as EngineSocket } from 'engine.io';
import { Server, type Socket } from 'socket.io';
import { readSdkToken } from '../../applicants/sdk-tokens/sdk-token.ts';
import { Problem } from '../../base/errors.ts';
import { limitedAddress } from '../../base/limited-address.ts';
import type { Services } from '../../context/services.ts';
import { pageOf, sdkSession } from '../../http/session.ts';
import { clientAddress } from '../../http/transport.ts';
import { type Limits, makeLimits } from './limits.ts';
import type { Binding, Refusal } from './room.ts';
import { MemoryRooms } from './room-store.ts';
import { type Emit, Rooms } from './rooms.ts';

/** Bytes of one message: texts and lists, no pictures. */
const MESSAGE_BYTES = 1_000_000;

/**
 * Characters of a message that is passed on before a token: a client without one can't send megabytes to others through the
 * service.
 */
const MESSAGE_BEFORE_TOKEN = 4096;

/** Characters that may wait for a connection that doesn't read them; one that is further behind is closed. */
const MOST_WAITING = 1_000_000;

/** Milliseconds that a connection may stay outside of any room. */
const IDLE_CONNECTION_MS = 60_000;

/** Connections of a process at once, with and without a room. */
const MOST_CONNECTIONS = 20_000;

/** Levels of objects and lists in a message: options of a page have some. */
const DEEPEST = 32;

/** Characters of the name of an event. */
const EVENT_LENGTH = 64;

/** Messages of both sides before the desktop has sent its configuration, and with it the token. */
const BEFORE_CONFIG: ReadonlySet<string> = new Set(['get config', 'disconnect ping', 'disconnect pong']);

/**
 * Messages that nobody may send through the service: names that mean something to the library, and the service's own messages.
 */
const OURS: ReadonlySet<string> = new Set([
  ...['connect', 'connect_error', 'disconnect', 'disconnecting', 'newListener', 'removeListener', 'error'],
  ...['join', 'joined', 'leave', 'message', 'refused', 'custom disconnect', 'sign', 'signature'],
]);

/** Message that phones of every generation send when nothing is left to capture. */
const DONE = 'client success';

/** Phones of older SDKs wait for their own word. */
const ECHOED = 'cross device start';

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
  const { clock, ids, settings } = services;
  /** Connections of this process by their ids, which the state of rooms names. */
  const connections = new Map<string, Connection>();
  const emit: Emit = (member, event, payload) => connections.get(member)?.(event, payload);
  const rooms = new Rooms({ clock, store: new MemoryRooms(), emit, secret: () => ids.secret(16) });
  const limits = makeLimits(clock);
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
    converse(socket, { services, rooms, limits, connections, address: addressOf(socket.request) });
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

/** Emits an event to one connection. */
type Connection = (event: string, payload: object) => void;

interface Conversation {
  readonly services: Services;
  readonly connections: Map<string, Connection>;
  readonly rooms: Rooms;
  readonly limits: Limits;
  readonly address: string;
}

type Reason = Refusal | 'token' | 'rate';

/** Handles the events of one connection, which has a seat in one room at most. */
function converse(socket: Socket, { services, connections, rooms, limits, address }: Conversation): void {
  function say(event: string, words: object): void {
    // At once: a last message would wait behind all the others.
    if (waitingFor(socket) > MOST_WAITING) socket.conn.close(true);
    else socket.emit(event, words);
  }
  const member = socket.id;
  connections.set(member, say);
  let roomId: string | undefined;
  let stopWaiting = () => {};
  /** Handles events in their order, even while one waits for the store. */
  let turn = Promise.resolve();

  function refuse(reason: Reason, about: object): void {
    say('refused', { ...about, reason });
  }

  function closeWhenIdle(): void {
    stopWaiting();
    stopWaiting = services.clock.schedule(IDLE_CONNECTION_MS, () => socket.disconnect(true));
  }
  closeWhenIdle();

  async function leave(): Promise<void> {
    const left = roomId;
    roomId = undefined;
    closeWhenIdle();
    if (left !== undefined) await rooms.leave(member, left);
  }

  const logFailure = (error: unknown) => services.log.error({ err: error }, 'a sync message failed');

  function onMessage(event: string, listen: (said: Record<string, unknown>) => Promise<void> | void): void {
    socket.on(event, (said: unknown) => {
      limits
        .maySend(socket.id)
        .then((allowed) => {
          if (!allowed) return refuse('rate', { event });
          turn = turn
            .then(() => (socket.connected ? listen(isObject(said) && !isDeep(said) ? said : {}) : undefined))
            .catch(logFailure);
        })
        .catch(logFailure);
    });
  }

  onMessage('join', async ({ roomId: asked, ticket, signature, signed, token }) => {
    const id = typeof asked === 'string' && asked !== '' ? asked : undefined;
    const allowed = await (id === undefined ? limits.mayOpen(address) : limits.mayJoin(address));
    if (!allowed) return refuse('rate', { roomId: asked });
    const joined =
      id === undefined
        ? await rooms.open(member, signed === true)
        : await rooms.join(id, member, { ticket: text(ticket), signature: text(signature) });
    if ('refusal' in joined) {
      if (joined.refusal === 'unknown' || joined.refusal === 'signature') await limits.guessedWrong(address);
      return refuse(joined.refusal, { roomId: asked });
    }
    if (roomId !== joined.roomId) await leave();
    stopWaiting();
    roomId = joined.roomId;
    if (token !== undefined && !(await bind(roomId, token))) refuse('token', { roomId });
    say('joined', { roomId, ticket: joined.ticket });
  });

  onMessage('leave', async ({ over }) => {
    if (over === true && roomId !== undefined) await rooms.finish(member, roomId);
    await leave();
  });

  onMessage('sign', async ({ roomId: where }) => {
    const signature = roomId !== undefined && where === roomId ? await rooms.sign(member, roomId) : undefined;
    if (signature === undefined) refuse('unknown', { roomId: where, event: 'sign' });
    else say('signature', { roomId, signature });
  });

  onMessage('message', async ({ roomId: where, event, payload }) => {
    const room = roomId !== undefined && where === roomId ? await rooms.of(member, roomId) : undefined;
    if (!room) return refuse('unknown', { roomId: where, event });
    if (typeof event !== 'string' || event.length > EVENT_LENGTH || OURS.has(event)) return;
    // A configuration may bring the token of another API token.
    if (room.binding && event !== 'config' && !(await stands(services, room.binding))) return rooms.end(room.id);
    const words = isObject(payload) ? payload : {};
    const isBound =
      event === 'config'
        ? await bind(room.id, words.token)
        : room.binding !== null || (BEFORE_CONFIG.has(event) && JSON.stringify(words).length <= MESSAGE_BEFORE_TOKEN);
    if (!isBound) return refuse('token', { roomId, event });
    if (event === DONE) await rooms.complete(member, room.id);
    rooms.relay(room, { from: member, event, payload: { ...words, roomId: room.id }, echoed: event === ECHOED });
  });

  socket.on('disconnect', () => {
    connections.delete(member);
    turn = turn
      .then(leave)
      .catch(logFailure)
      .then(() => stopWaiting());
  });

  /** Binds a room to the applicant of a token, unless it is bound to another. The newest valid token counts. */
  async function bind(id: string, token: unknown): Promise<boolean> {
    const binding = await bindingOf(services, socket, token);
    return binding !== undefined && rooms.bind(id, binding);
  }
}

/** Returns whether the API token is valid that made the token of a room. */
function stands({ tokens }: Services, { accountId, tokenId }: Binding): Promise<boolean> {
  return tokens.stands(accountId, tokenId);
}

/** Undefined for an invalid token, or that the page of the connection may not use. */
async function bindingOf(services: Services, socket: Socket, token: unknown): Promise<Binding | undefined> {
  if (typeof token !== 'string') return undefined;
  try {
    const claims = await readSdkToken(services, token);
    const { ctx } = await sdkSession(services, claims, pageOf(socket.request));
    const { account_id, environment } = ctx;
    const holder = `${account_id} ${environment} ${claims.applicantId}`;
    return { holder, accountId: account_id, tokenId: claims.tokenId, until: claims.expiresAt };
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

/** Characters that wait for a connection until it has taken what was sent before; the library shows them to no other code. */
function waitingFor({ conn }: Socket): number {
  const { writeBuffer } = conn as unknown as { writeBuffer: readonly { data?: { length: number } }[] };
  return writeBuffer.reduce((sum, { data }) => sum + (data?.length ?? 0), 0);
}

/** Returns whether a value is nested deeper than any message: the library could not handle it. */
function isDeep(value: unknown, levels = DEEPEST): boolean {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return false;
  return levels === 0 || Object.values(value).some((member) => isDeep(member, levels - 1));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
