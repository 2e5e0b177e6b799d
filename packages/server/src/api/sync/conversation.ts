import type { Socket } from 'socket.io';
import { readSdkToken } from '../../applicants/sdk-tokens/sdk-token.ts';
import { Problem } from '../../base/errors.ts';
import type { Services } from '../../context/services.ts';
import { pageOf, sdkSession } from '../../http/session.ts';
import { shownBranding } from '../../pages/hosted/shown-branding.ts';
import type { Limits } from './limits.ts';
import type { Members } from './members.ts';
import type { Binding, Refusal } from './room.ts';
import type { Rooms } from './rooms.ts';

/**
 * Characters of a message that is passed on before a token: a client without one can't send megabytes to others through the
 * service.
 */
const MESSAGE_BEFORE_TOKEN = 4096;

/** Characters that may wait for a connection that doesn't read them; one that is further behind is closed. */
const MOST_WAITING = 1_000_000;

/** Milliseconds that a connection may stay outside of any room. */
export const IDLE_CONNECTION_MS = 60_000;

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

interface Setting {
  readonly services: Services;
  readonly members: Members;
  readonly rooms: Rooms;
  readonly limits: Limits;
  readonly address: string;
}

type Reason = Refusal | 'token' | 'rate';

type Message = Record<string, unknown>;

/** The events of one connection, which has a seat in one room at most. */
export class Conversation {
  readonly #socket: Socket;
  readonly #setting: Setting;
  readonly #member: string;
  #roomId: string | undefined;
  #stopWaiting = () => {};
  /** Handles events in their order, even while one waits for the store. */
  #turn = Promise.resolve();

  constructor(socket: Socket, setting: Setting) {
    this.#socket = socket;
    this.#setting = setting;
    this.#member = setting.members.add(socket.id, (event, words) => this.#say(event, words));
    this.#closeWhenIdle();
    this.#on('join', (said) => this.#join(said));
    this.#on('leave', (said) => this.#leaveOnRequest(said));
    this.#on('sign', (said) => this.#sign(said));
    this.#on('message', (said) => this.#relay(said));
    socket.on('disconnect', () => this.#disconnected());
  }

  #say(event: string, words: object): void {
    // At once: a last message would wait behind all the others.
    if (waitingFor(this.#socket) > MOST_WAITING) this.#socket.conn.close(true);
    else this.#socket.emit(event, words);
  }

  #refuse(reason: Reason, about: object): void {
    this.#say('refused', { ...about, reason });
  }

  #closeWhenIdle(): void {
    this.#stopWaiting();
    this.#stopWaiting = this.#setting.services.clock.schedule(IDLE_CONNECTION_MS, () => this.#socket.disconnect(true));
  }

  readonly #logFailure = (error: unknown) => this.#setting.services.log.error({ err: error }, 'a sync message failed');

  #on(event: string, listen: (said: Message) => Promise<void> | void): void {
    const socket = this.#socket;
    socket.on(event, (said: unknown) => {
      this.#setting.limits
        .maySend(socket.id)
        .then((allowed) => {
          if (!allowed) return this.#refuse('rate', { event });
          this.#turn = this.#turn
            .then(() => (socket.connected ? listen(isObject(said) && !isDeep(said) ? said : {}) : undefined))
            .catch(this.#logFailure);
        })
        .catch(this.#logFailure);
    });
  }

  /** Returns the id of the connection's room if the message names it. */
  #named(roomId: unknown): string | undefined {
    return roomId === this.#roomId ? this.#roomId : undefined;
  }

  async #join({ roomId: asked, ticket, signature, signed, token }: Message): Promise<void> {
    const { limits, rooms, address } = this.#setting;
    const id = typeof asked === 'string' && asked !== '' ? asked : undefined;
    const allowed = await (id === undefined ? limits.mayOpen(address) : limits.mayJoin(address));
    if (!allowed) return this.#refuse('rate', { roomId: asked });
    const joined =
      id === undefined
        ? await rooms.open(this.#member, signed === true)
        : await rooms.join(id, this.#member, { ticket: text(ticket), signature: text(signature) });
    if ('refusal' in joined) {
      if (joined.refusal === 'unknown' || joined.refusal === 'signature') await limits.guessedWrong(address);
      return this.#refuse(joined.refusal, { roomId: asked });
    }
    const { roomId } = joined;
    if (this.#roomId !== roomId) await this.#leave();
    this.#stopWaiting();
    this.#roomId = roomId;
    if (token !== undefined && !(await this.#bind(roomId, token))) this.#refuse('token', { roomId });
    this.#say('joined', { roomId, ticket: joined.ticket, ...(await this.#branding(joined.accountId)) });
  }

  /** The branding of the account, for a phone that has joined: it shows whose page it is before the computer has said anything. */
  async #branding(accountId: string | undefined): Promise<object> {
    const account = accountId === undefined ? null : await this.#setting.services.accounts.find(accountId);
    return account ? { branding: shownBranding(account, this.#socket.request.headers['accept-language']) } : {};
  }

  async #leave(): Promise<void> {
    const left = this.#roomId;
    this.#roomId = undefined;
    this.#closeWhenIdle();
    if (left !== undefined) await this.#setting.rooms.leave(this.#member, left);
  }

  async #leaveOnRequest({ over }: Message): Promise<void> {
    if (over === true && this.#roomId !== undefined) await this.#setting.rooms.finish(this.#member, this.#roomId);
    await this.#leave();
  }

  async #sign({ roomId: where }: Message): Promise<void> {
    const roomId = this.#named(where);
    const signature = roomId === undefined ? undefined : await this.#setting.rooms.sign(this.#member, roomId);
    if (signature === undefined) this.#refuse('unknown', { roomId: where, event: 'sign' });
    else this.#say('signature', { roomId, signature });
  }

  async #relay({ roomId: where, event, payload }: Message): Promise<void> {
    const { rooms, services } = this.#setting;
    const roomId = this.#named(where);
    const room = roomId === undefined ? undefined : await rooms.of(this.#member, roomId);
    if (!room) return this.#refuse('unknown', { roomId: where, event });
    if (typeof event !== 'string' || event.length > EVENT_LENGTH || OURS.has(event)) return;
    // A configuration may bring the token of another API token.
    if (room.binding && event !== 'config' && !(await stands(services, room.binding))) return rooms.end(room.id);
    const words = isObject(payload) ? payload : {};
    const isBound =
      event === 'config'
        ? await this.#bind(room.id, words.token)
        : room.binding !== null || (BEFORE_CONFIG.has(event) && JSON.stringify(words).length <= MESSAGE_BEFORE_TOKEN);
    if (!isBound) return this.#refuse('token', { roomId, event });
    if (event === DONE) await rooms.complete(this.#member, room.id);
    rooms.relay(room, {
      from: this.#member,
      event,
      payload: { ...words, roomId: room.id },
      echoed: event === ECHOED,
    });
  }

  #disconnected(): void {
    this.#setting.members.delete(this.#member);
    this.#turn = this.#turn
      .then(() => this.#leave())
      .catch(this.#logFailure)
      .then(() => this.#stopWaiting());
  }

  /** Binds a room to the applicant of a token, unless it is bound to another. The newest valid token counts. */
  async #bind(id: string, token: unknown): Promise<boolean> {
    const binding = await bindingOf(this.#setting.services, this.#socket, token);
    return binding !== undefined && this.#setting.rooms.bind(id, binding);
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
