import type { RedisClientType } from '@redis/client';
import type { Logger } from 'pino';
import { redisPlace } from '../base/redis-url.ts';
import { seal, unseal } from '../crypto/seal.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { LabelsOf } from '../metrics/table.ts';
import { reasonOf } from './reason.ts';
import { type Script, script } from './script.ts';
import { Watch } from './watch.ts';

type Client = RedisClientType;

/** Kinds of calls that metrics distinguish. */
type Call = LabelsOf<'bonafide_redis_call_duration_seconds'>['call'];

/** Milliseconds to reach Redis, to log in and to announce this process, unless the timeout of commands is longer. */
const CONNECT_MS = 1_000;

/** Milliseconds before the next connection is tried: after the beginning of an outage, and after a try that failed. */
const REDIAL_MS = { first: 100, next: 1_000 } as const;

/** Milliseconds between two announcements of a process. */
const ANNOUNCE_MS = 5_000;

/** Milliseconds for which an announcement counts. */
const ANNOUNCED_MS = 15_000;

/** A connection that has written to Redis, and the watch over its commands. */
interface Connection {
  readonly client: Client;
  readonly watch: Watch;
  /** True once a command was unanswered for too long. */
  late: boolean;
}

/** Announces a process (ARGV: its id, milliseconds that the announcement counts) and returns the number of processes. */
const announce = script(`
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', string.format('%.0f', now - ARGV[2]))
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return redis.call('ZCARD', KEYS[1])
`);

export interface RedisOptions {
  /** Address, `redis://…` or `rediss://…`. */
  readonly url: string;
  /** Milliseconds after which an unanswered command begins an outage. */
  readonly timeout: number;
  /** Beginning of each key and channel: deployments that share a Redis have different ones. */
  readonly prefix: string;
  /** Key of 32 bytes, which seals what processes tell each other. */
  readonly key: Buffer;
  /** Id of this process among the processes of the deployment. */
  readonly processId: string;
  /** True if this process counts as one that takes requests. */
  readonly takesRequests: boolean;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly metrics: Metrics;
}

/**
 * The state that processes share in Redis or Valkey. Nothing that must last is only there, so an outage costs accuracy and no
 * request.
 *
 * An outage begins when a command is refused, is not answered in time, or when the connection breaks. Then every command fails at
 * once. A new connection is tried soon, then each second, and ends the outage once it has written: a server that is full or read-only counts as
 * down.
 */
export class Redis {
  readonly #options: RedisOptions;
  readonly #channels = new Map<string, (text: string) => void>();
  #connection: Connection | undefined;
  #processes = 1;
  /** Reason of the outage, for operators; undefined while Redis is up. */
  #reason: string | undefined = 'not connected yet';
  #since = Date.now();
  #timer: NodeJS.Timeout | undefined;
  #closed = false;
  #outages = 0;

  constructor(options: RedisOptions) {
    this.#options = options;
  }

  get isUp(): boolean {
    return this.#connection !== undefined;
  }

  /** Last known number of processes that take requests, at least 1. */
  get processes(): number {
    return this.#processes;
  }

  /** Number of outages since the start, the current one included. */
  get outages(): number {
    return this.#outages;
  }

  /** Id of this process among the processes of the deployment. */
  get processId(): string {
    return this.#options.processId;
  }

  /** The full name of a key or channel. */
  name(text: string): string {
    return `${this.#options.prefix}${text}`;
  }

  /** The text of a value that no reader of Redis understands. `context` is its place: it can be opened there alone. */
  seal(context: string, value: object): string {
    return seal(this.#options.key, context, JSON.stringify(value)).toString('base64');
  }

  /** The value of a sealed text. Throws when it was sealed by another deployment or for another place. */
  unseal(context: string, text: string): unknown {
    return JSON.parse(unseal(this.#options.key, context, Buffer.from(text, 'base64')).toString());
  }

  /** Connects. While Redis does not answer, a warning is logged and the connection is tried again: that rejects nothing. */
  async open(): Promise<void> {
    await this.#dial();
  }

  /**
   * Runs a script. Commands of one turn of the event loop leave in one packet. Rejects while Redis is down, and when this command
   * begins an outage.
   */
  run(call: Call, scripted: Script, keys: readonly string[], values: readonly string[]): Promise<unknown> {
    return this.#send((client) => evaluate(client, scripted, keys, values), call);
  }

  /** Sends a text to the listeners of a channel. Rejects while Redis is down. */
  async publish(channel: string, text: string): Promise<void> {
    await this.#send((client) => client.publish(channel, text), 'publish');
  }

  /** Calls `listener` with each text of a channel, now and after each outage. A text that it can't read is logged. */
  subscribe(channel: string, listener: (text: string) => void): void {
    const guarded = (text: string) => {
      try {
        listener(text);
      } catch (error) {
        this.#options.log.warn({ err: error }, 'cannot read a message of Redis');
      }
    };
    this.#channels.set(channel, guarded);
    // Without a connection, the next one begins by it.
    this.#send((client) => client.subscribe(channel, guarded)).catch(() => undefined);
  }

  #send<T>(command: (client: Client) => Promise<T>, call?: Call): Promise<T> {
    const connection = this.#connection;
    if (!connection) return Promise.reject(new Error('Redis is down'));
    const start = performance.now();
    const observe = (outcome: 'ok' | 'failed' | 'timeout') => {
      const seconds = (performance.now() - start) / 1000;
      if (call) this.#options.metrics.observe('bonafide_redis_call_duration_seconds', seconds, { call, outcome });
    };
    const answer = connection.watch.over(command(connection.client));
    answer.then(
      () => observe('ok'),
      (error) => {
        observe(connection.late ? 'timeout' : 'failed');
        this.#fail(connection, error);
      },
    );
    return answer;
  }

  /** The state of Redis, in words for operators. */
  examine(): { up: boolean; detail: string } {
    const place = redisPlace(this.#options.url);
    if (this.#reason === undefined) {
      const count = this.#processes === 1 ? 'one process takes' : `${this.#processes} processes take`;
      return { up: true, detail: `${place} answers; ${count} requests` };
    }
    const seconds = Math.round((Date.now() - this.#since) / 1000);
    return {
      up: false,
      detail: `${place} ${this.#reason}. Down for ${seconds} s; meanwhile each process counts its share of the rate limits`,
    };
  }

  /** Ends the connection; others know at once that this process is gone. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    const connection = this.#connection;
    if (!connection) return;
    const left = connection.client.zRem(this.name('processes'), this.#options.processId);
    await connection.watch.over(left).catch(() => undefined);
    this.#connection = undefined;
    connection.watch.stop();
    connection.client.destroy();
  }

  async #dial(): Promise<void> {
    const { url, log, timeout, metrics } = this.#options;
    const { createClient } = await import('@redis/client');
    const client = createClient({
      url,
      disableOfflineQueue: true,
      // A broken connection is replaced by a new client: nothing that was sent before an outage is sent after it.
      socket: { reconnectStrategy: false, connectTimeout: Math.max(CONNECT_MS, timeout) },
    }) as Client;
    const connection: Connection = {
      client,
      late: false,
      watch: new Watch(timeout, () => {
        connection.late = true;
        this.#fail(connection, new Error('timeout'));
        // Refuses what waits for an answer, while the service closes too.
        client.destroy();
      }),
    };
    client.on('error', (error) => this.#fail(connection, error));
    const deadline = setTimeout(() => client.destroy(), Math.max(CONNECT_MS, timeout));
    try {
      await client.connect();
      this.#processes = await this.#announce(client);
      for (const [channel, listener] of this.#channels) await client.subscribe(channel, listener);
    } catch (error) {
      client.destroy();
      if (!this.#closed) this.#down(error);
      return;
    } finally {
      clearTimeout(deadline);
    }
    if (this.#closed) return client.destroy();
    this.#connection = connection;
    metrics.set('bonafide_redis_up', 1, {});
    if (this.#outages > 0) log.info({ redis: redisPlace(url) }, 'Redis is back: rate limits are shared again');
    this.#reason = undefined;
    this.#later(ANNOUNCE_MS, () => this.#announceAgain());
  }

  async #announce(client: Client): Promise<number> {
    const { processId, takesRequests } = this.#options;
    if (!takesRequests) {
      await client.ping();
      return 1;
    }
    const count = await evaluate(client, announce, [this.name('processes')], [processId, String(ANNOUNCED_MS)]);
    return Math.max(1, Number(count));
  }

  async #announceAgain(): Promise<void> {
    try {
      this.#processes = await this.#send((client) => this.#announce(client));
      if (!this.#closed) this.#later(ANNOUNCE_MS, () => this.#announceAgain());
    } catch {
      // The outage that this began has planned the next try.
    }
  }

  /** Begins an outage, unless the connection is an earlier one. */
  #fail(connection: Connection, error: unknown): void {
    if (connection !== this.#connection || this.#closed) return;
    this.#connection = undefined;
    connection.watch.stop();
    this.#down(error);
    connection.client.destroy();
  }

  #down(error: unknown): void {
    const { url, log, metrics } = this.#options;
    metrics.set('bonafide_redis_up', 0, {});
    const reason = reasonOf(error);
    const begins = this.#reason === undefined || this.#outages === 0;
    if (begins) {
      this.#outages += 1;
      this.#since = Date.now();
      log.warn({ redis: redisPlace(url), reason }, 'Redis is down: each process counts its share of the rate limits');
    }
    this.#reason = reason;
    this.#later(begins ? REDIAL_MS.first : REDIAL_MS.next, () => this.#dial());
  }

  #later(ms: number, work: () => Promise<void>): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void work(), ms).unref();
  }
}

async function evaluate(
  client: Client,
  { sha, text }: Script,
  keys: readonly string[],
  values: readonly string[],
): Promise<unknown> {
  const rest = [String(keys.length), ...keys, ...values];
  try {
    return await client.sendCommand(['EVALSHA', sha, ...rest]);
  } catch (error) {
    if (!(error as Error).message.startsWith('NOSCRIPT')) throw error;
    return client.sendCommand(['EVAL', text, ...rest]);
  }
}
