import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { Logger } from 'pino';
import { isLost, isRefused } from './postgres-link.ts';
import { Signals } from './signals.ts';
import type { SignalTopic } from './store.ts';

const CHANNEL = 'bonafide';

/** Milliseconds before a lost connection is dialled again, and before unsent statements are sent again. */
const REDIAL_MS = 1_000;

/** Signals that wait for their turn at most; beyond it the oldest are left to the sweeps of those who wait for them. */
const LONGEST_QUEUE = 10_000;

/**
 * Carries signals to every process by NOTIFY. They are sent after the commit and many at a time, not within the
 * transaction: there NOTIFY takes a lock that makes all commits of the database wait for each other. Those that could not
 * be sent are sent again, so one may come twice. One that is lost with its process costs a delay, since workers sweep and
 * caches expire.
 */
export class SharedSignals {
  readonly #local = new Signals();
  readonly #origin = randomBytes(6).toString('base64url');
  readonly #config: pg.ClientConfig;
  readonly #log: Logger;
  #client: pg.Client | undefined;
  #queue = new Set<string>();
  #sending = false;
  #redial: NodeJS.Timeout | undefined;
  #resend: NodeJS.Timeout | undefined;
  #closed = false;
  #listened = false;

  constructor(config: pg.ClientConfig, log: Logger) {
    this.#config = config;
    this.#log = log;
  }

  /** Starts listening. A connection that is lost later is replaced; throws when the first one fails. */
  async listen(): Promise<void> {
    const client = new pg.Client(this.#config);
    client.on('error', (error) => this.#log.warn({ err: error }, 'lost the connection that listens for signals'));
    client.on('notification', ({ payload }) => this.#receive(payload ?? ''));
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch (error) {
      void client.end().catch(() => undefined);
      throw error;
    }
    if (this.#closed) return client.end();
    this.#client = client;
    client.on('end', () => this.#lost(client));
    // What others sent in between is lost.
    if (this.#listened) this.#local.emit('gap', '');
    this.#listened = true;
    void this.#flush();
  }

  #lost(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    if (!this.#closed) this.#redialSoon();
  }

  #redialSoon(): void {
    this.#redial = setTimeout(() => {
      this.listen().catch((error) => {
        this.#log.warn({ err: error }, 'cannot listen for signals');
        if (!this.#closed) this.#redialSoon();
      });
    }, REDIAL_MS).unref();
  }

  on(topic: SignalTopic, listener: (id: string) => void): () => void {
    return this.#local.on(topic, listener);
  }

  /** Calls the listeners of this process at once, and the listeners of others a moment later. */
  emit(signals: readonly (readonly [SignalTopic, string])[]): void {
    for (const [topic, id] of signals) {
      this.#queue.add(`${this.#origin} ${topic} ${id}`);
      this.#local.emit(topic, id);
    }
    this.#shorten();
    if (signals.length > 0) void this.#flush();
  }

  #shorten(): void {
    for (const oldest of this.#queue) {
      if (this.#queue.size <= LONGEST_QUEUE) break;
      this.#queue.delete(oldest);
      this.#queue.add(`${this.#origin} gap `);
    }
  }

  #receive(payload: string): void {
    const [origin, topic, id = ''] = payload.split(' ');
    if (origin !== this.#origin) this.#local.emit(topic as SignalTopic, id);
  }

  async #flush(): Promise<void> {
    if (this.#sending) return;
    this.#sending = true;
    const client = this.#client;
    let waiting: string[] = [];
    try {
      while (client && client === this.#client && this.#queue.size > 0) {
        waiting = [...this.#queue];
        this.#queue.clear();
        const text = 'select pg_notify($1, signal) from unnest($2::text[]) as signal';
        await client.query({ name: 'notify', text, values: [CHANNEL, waiting] });
      }
    } catch (error) {
      this.#log.warn({ err: error }, 'could not send signals to other processes');
      // A signal that the server refuses because of its content would be refused again, together with all later ones.
      const again = isRefused(error) ? [`${this.#origin} gap `] : waiting;
      this.#queue = new Set([...again, ...this.#queue]);
      this.#shorten();
      // Also one that answers nothing: it delivers no signals either. Its end brings the next one.
      if (client && isLost(error)) client.connection.stream.destroy();
      else if (!this.#closed) this.#resend = setTimeout(() => void this.#flush(), REDIAL_MS).unref();
    } finally {
      this.#sending = false;
    }
    // What came while the old connection was breaking.
    if (this.#client !== client) void this.#flush();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#redial);
    clearTimeout(this.#resend);
    await this.#flush();
    await this.#client?.end();
  }
}
