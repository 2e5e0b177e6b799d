import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { hasUnknownOutcome, markUnknownOutcome } from './outcome.ts';
import { InsertCommits } from './postgres-inserts.ts';
import {
  clientConfig,
  isAftermath,
  isConflict,
  isLost,
  isStalePlan,
  Link,
  pooledConfig,
  type Server,
  send,
  unavailable,
} from './postgres-link.ts';
import { migratePostgres } from './postgres-migrate.ts';
import { type Ask, isUnfindable, prepared, reader, Session, statementOf } from './postgres-session.ts';
import { SharedSignals } from './postgres-signals.ts';
import { type StartOptions, withServer } from './postgres-start.ts';
import { Writers } from './postgres-writers.ts';
import type { Scope } from './query.ts';
import type { Peek, SignalTopic, Store, StoreUse, SystemReader, SystemTx } from './store.ts';

/** Connections for reads: few, since they are pipelined. A read takes the freest, so that others pass by a slow one. */
const READERS = 3;

/**
 * Connections for transactions: those that commit at once share a sync of the disk, which 16 do 1.4 times as well as 6. With the
 * readers and the listener a busy process holds 20.
 */
const WRITERS = 16;

/** Times that a transaction runs at most when it keeps meeting conflicts. */
const CONFLICT_TRIES = 6;

/** Times that work runs at most when connections break; a server that restarts breaks the connections of all readers at once. */
const LOST_TRIES = READERS + 1;

/** Milliseconds before a transaction runs again: up to this, times the number of tries. */
const CONFLICT_PAUSE_MS = 10;

class PostgresStore implements Store {
  readonly dialect = 'postgres';
  readonly exclusive = false;
  readonly system: SystemReader;
  readonly #readers: Link[];
  readonly #writers: Writers;
  readonly #inserts: InsertCommits;
  readonly #signals: SharedSignals;
  readonly #running = new Set<Promise<unknown>>();
  #closed = false;

  constructor(server: Server, signals: SharedSignals) {
    this.#readers = Array.from({ length: READERS }, () => new Link(server));
    this.#writers = new Writers(server, WRITERS);
    this.#inserts = new InsertCommits(this.#writers, (text) => statementOf(text).name);
    this.#signals = signals;
    this.system = reader(this.#ask);
  }

  within(scope: Scope): SystemReader {
    return reader(this.#ask, scope);
  }

  /** The server shows a commit only once it is on the disk. */
  committed(scope: Scope): SystemReader {
    return reader(this.#ask, scope);
  }

  /** Asks outside of a transaction; a read that a broken connection has cut off is asked again on a new one. */
  readonly #ask: Ask = async (query, params, scope) => {
    const { config } = prepared(query, params, scope);
    if (isUnfindable(config.values)) return { rows: [] };
    for (let attempt = 1; ; attempt++) {
      const link = this.#readers.reduce((freest, reader) => (reader.unanswered < freest.unanswered ? reader : freest));
      link.unanswered += 1;
      let client: pg.Client | undefined;
      try {
        client = await link.open();
        return await send(client, config);
      } catch (error) {
        if (!client) throw error;
        const lost = isLost(error);
        if (lost || isStalePlan(error)) link.forget(client);
        if (attempt === LOST_TRIES || !(lost || isConflict(error))) throw lost ? unavailable(error) : error;
      } finally {
        link.unanswered -= 1;
      }
    }
  };

  get use(): StoreUse {
    const links = [...this.#readers, ...this.#writers.links];
    return {
      open: links.filter(({ isOpen }) => isOpen).length,
      busy: links.filter(({ unanswered }) => unanswered > 0).length,
      waiting: this.#writers.waiting,
    };
  }

  transaction<T>(work: (tx: SystemTx) => Promise<T>): Promise<T> {
    if (this.#closed) return Promise.reject(new Error('The store is closed'));
    const done = this.#repeat(work).finally(() => this.#running.delete(done));
    this.#running.add(done);
    return done;
  }

  async #repeat<T>(work: (tx: SystemTx) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const session = new Session(() => this.#writers.take());
      try {
        return await this.#once(session, work);
      } catch (error) {
        await session.begun;
        const { client, failure } = session;
        const lost = client !== undefined && failure !== undefined && isLost(failure);
        if (client && (lost || isStalePlan(error))) session.turn?.link.forget(client);
        const again = lost
          ? !session.committing && attempt < LOST_TRIES
          : isConflict(error) && attempt < CONFLICT_TRIES;
        if (!again) throw this.#lastError(session, error, lost);
      } finally {
        session.turn?.answered();
      }
      await pause(randomInt(CONFLICT_PAUSE_MS * attempt));
    }
  }

  /** The error of a transaction that isn't run again. */
  #lastError(session: Session, error: unknown, lost: boolean): unknown {
    const cause = lost ? unavailable(session.failure) : error;
    if (lost && session.committing) markUnknownOutcome(cause);
    // Readers may see the commit, so what is remembered of before is out of date.
    if (hasUnknownOutcome(cause)) this.#signals.emit(session.signals);
    return cause;
  }

  async #once<T>(session: Session, work: (tx: SystemTx) => Promise<T>): Promise<T> {
    const value = await this.#work(session, work);
    const { shareable } = session;
    if (!shareable) await this.#commit(session);
    else if (shareable.length > 0) await this.#inserts.commit(shareable);
    this.#signals.emit(session.signals);
    return value;
  }

  async #commit(session: Session): Promise<void> {
    session.begin();
    await session.begun;
    if (!session.client) throw session.failure;
    const committed = session.send('commit');
    session.committing = true;
    session.turn?.written();
    const { command } = await committed;
    // The server answers the commit of a failed transaction by undoing it.
    if (command !== 'COMMIT') throw session.failure ?? new Error('The transaction was undone');
  }

  async #work<T>(session: Session, work: (tx: SystemTx) => Promise<T>): Promise<T> {
    try {
      const value = await work(session.transaction());
      await session.endings.run();
      return value;
    } catch (error) {
      await session.begun;
      if (!session.client) throw error;
      const undone = session.send('rollback');
      session.turn?.written();
      await undone.catch(() => undefined);
      // The first failure says why, and whether to try again; later statements were only refused.
      throw isAftermath(error) || isConflict(session.failure) ? session.failure : error;
    }
  }

  onSignal(topic: SignalTopic, listener: (id: string) => void): () => void {
    return this.#signals.on(topic, listener);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(this.#running);
    await Promise.all([this.#writers.close(), ...this.#readers.map((link) => link.close())]);
    await this.#signals.close();
  }
}

export interface PostgresOptions extends StartOptions {
  /** `off` refuses a store that lacks migrations instead of running them; default: `auto`. */
  readonly migrate?: 'auto' | 'off';
  /** Address of the server itself where `url` is a pooler in transaction mode: for migrations, and to listen for signals. */
  readonly directUrl?: string | null;
}

/**
 * Opens a PostgreSQL database (15 or newer) by its `postgresql://` address, and brings its schema up to date unless the options say
 * otherwise. Waits for a server that restarts; throws when it does not answer in time. Every transaction is durable as the server is
 * set up to make it.
 */
export async function openPostgres(
  url: string,
  log: Logger,
  { directUrl, ...options }: PostgresOptions = {},
): Promise<Store> {
  const direct = directUrl ?? url;
  const signals = new SharedSignals(clientConfig(direct), log);
  const begin = async () => {
    await migratePostgres(direct, log, options.migrate);
    await signals.listen();
  };
  const pooled = direct !== url;
  await withServer(direct, log, begin, pooled ? { ...options, setting: '--database-direct-url' } : options);
  if (pooled) await withServer(url, log, () => examinePooler(url, log), options);
  return new PostgresStore({ url, pooled }, signals);
}

/** Warns where the sessions of a pooler have no limits of time: then a statement may hold a connection for ever. */
async function examinePooler(url: string, log: Logger): Promise<void> {
  const client = new pg.Client(pooledConfig(url));
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query("select current_setting('statement_timeout') as limit");
    if (rows[0].limit === '0') {
      log.warn(
        'the sessions of the pooler have no statement_timeout: set connect_query, see docs/operations/operating.md',
      );
    }
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Reads a database without its service; changes nothing. Undefined where no service has started yet. */
export async function peekPostgres(url: string): Promise<Peek | undefined> {
  const client = new pg.Client(clientConfig(url));
  client.on('error', () => undefined);
  const close = () => client.end();
  try {
    await client.connect();
    const { rows } = await client.query("select to_regclass('meta') is not null as made");
    const ask: Ask = (query, params, scope) => client.query(prepared(query, params, scope).config);
    if (rows[0].made) return { reader: reader(ask), close };
  } catch (error) {
    void close().catch(() => undefined);
    throw error;
  }
  await close();
  return undefined;
}
