import type { Services } from '../../context/services.ts';
import type { Emit } from './rooms.ts';

/** Emits an event to one connection. */
type Connection = (event: string, payload: object) => void;

/** Context of the seals: a message opens as a message alone. */
const CONTEXT = 'message';

/** An event for a member of another process. */
interface Told {
  readonly member: string;
  readonly event: string;
  readonly payload: object;
}

/**
 * The members of rooms. A member is a connection of one process, and its id names both. Events for members of other processes go
 * through Redis, sealed. They are lost while Redis is down.
 */
export class Members {
  readonly #connections = new Map<string, Connection>();
  readonly #redis: Services['redis'];
  readonly #here: string;

  constructor(redis: Services['redis']) {
    this.#redis = redis;
    this.#here = redis?.processId ?? '';
    redis?.subscribe(this.#channel(this.#here), (text) => {
      const { member, event, payload } = redis.unseal(CONTEXT, text) as Told;
      this.#connections.get(member)?.(event, payload);
    });
  }

  /** Adds a connection of this process, and answers the id of its member. */
  add(socketId: string, connection: Connection): string {
    const member = `${this.#here} ${socketId}`;
    this.#connections.set(member, connection);
    return member;
  }

  delete(member: string): void {
    this.#connections.delete(member);
  }

  /** Emits an event to the connection of a member, wherever it is. */
  readonly emit: Emit = (member, event, payload) => {
    const connection = this.#connections.get(member);
    if (connection) return connection(event, payload);
    const [process = ''] = member.split(' ');
    if (!this.#redis || process === this.#here) return;
    const told: Told = { member, event, payload };
    this.#redis.publish(this.#channel(process), this.#redis.seal(CONTEXT, told)).catch(() => undefined);
  };

  #channel(process: string): string {
    return this.#redis?.name(`to:${process}`) ?? '';
  }
}
