import { createHash, randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import type { Logger } from 'pino';
import { Endings } from './endings.ts';
import { Locks } from './locks.ts';
import { migrations } from './migrations/index.ts';
import { markUnknownOutcome } from './outcome.ts';
import {
  clientConfig,
  isAftermath,
  isConflict,
  isLost,
  isStalePlan,
  Link,
  send,
  unavailable,
} from './postgres-link.ts';
import { SharedSignals } from './postgres-signals.ts';
import { type StartOptions, withServer } from './postgres-start.ts';
import { type Turn, Writers } from './postgres-writers.ts';
import type { Params, Query, Scope } from './query.ts';
import type { Peek, ScopedTx, SignalTopic, Store, SystemReader, SystemTx } from './store.ts';

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

interface Statement {
  readonly name: string;
  readonly text: string;
  readonly certain: boolean;
}

const statements = new Map<string, Statement>();

/** An insert of one row that either changes that row or fails, so that its answer is known before it is run. */
const ONE_ROW = /^insert into \S+ \([^()]*\) values \([^()]*\)(?: on conflict \([^()]*\) do update set .*)?$/;

function statementOf(sql: string): Statement {
  let statement = statements.get(sql);
  if (!statement) {
    const name = `b${createHash('sha256').update(sql).digest('base64url').slice(0, 22)}`;
    statement = { name, text: sql, certain: ONE_ROW.test(sql) && !/ (where|returning) /.test(sql) };
    statements.set(sql, statement);
  }
  return statement;
}

type AnyQuery = Query<never, unknown>;
type Ask = (query: AnyQuery, params: Params, scope?: Scope) => Promise<{ rows: unknown[] }>;

function prepared(query: AnyQuery, params: Params, scope?: Scope) {
  const { sql, bind } = query.compiled('postgres');
  const { name, text, certain } = statementOf(sql);
  return { certain, config: { name, text, values: bind(params, scope) } };
}

function reader(ask: Ask, scope?: Scope): SystemReader {
  return {
    first: async (query, params) => (await ask(query as never, params as Params, scope)).rows[0] as never,
    all: async (query, params) => (await ask(query as never, params as Params, scope)).rows as never,
  };
}

/** PostgreSQL keeps no text with a NUL and refuses to look for any; SQLite looks and finds nothing. */
function isUnfindable(values: unknown[]): boolean {
  return values.some((value) => typeof value === 'string' && value.includes('\0'));
}

/** The statements of one transaction on its connection, and the first error that any of them met. */
class Session {
  readonly client: pg.Client;
  readonly signals: [SignalTopic, string][] = [];
  readonly endings = new Endings();
  failure: unknown;
  /** True if the commit was sent, so that a broken connection may mean either. */
  committing = false;

  constructor(client: pg.Client) {
    this.client = client;
  }

  send(statement: pg.QueryConfig | string): Promise<pg.QueryResult> {
    const answer = send(this.client, statement);
    answer.catch((error) => {
      this.failure ??= error;
    });
    return answer;
  }

  /**
   * Plain inserts aren't waited for: should one fail, the server refuses all that follows, the commit included. A
   * transaction that only inserts is one packet, there and back.
   */
  async #run(query: AnyQuery, params: Params, scope?: Scope): Promise<number> {
    const { certain, config } = prepared(query, params, scope);
    const answer = this.send(config);
    return certain ? 1 : ((await answer).rowCount ?? 0);
  }

  transaction(): SystemTx {
    const ask: Ask = async (query, params, scope) => {
      const { config } = prepared(query, params, scope);
      return isUnfindable(config.values) ? { rows: [] } : this.send(config);
    };
    const locks = new Locks();
    const tx: SystemTx = {
      ...reader(ask),
      run: (query, params) => this.#run(query as never, params as Params),
      signal: (topic, id) => this.signals.push([topic, id]),
      atEnd: (key, work) => this.endings.add(key, work),
      lock: (wanted) => locks.take(reader(ask), undefined, wanted),
      within: (scope): ScopedTx => ({
        ...reader(ask, scope),
        lock: (wanted) => locks.take(reader(ask, scope), scope, wanted),
        run: (query, params) => this.#run(query as never, params as Params, scope),
        system: tx,
      }),
    };
    return tx;
  }
}

class PostgresStore implements Store {
  readonly dialect = 'postgres';
  readonly exclusive = false;
  readonly system: SystemReader;
  readonly #readers: Link[];
  readonly #writers: Writers;
  readonly #signals: SharedSignals;
  readonly #running = new Set<Promise<unknown>>();
  #closed = false;

  constructor(config: pg.ClientConfig, signals: SharedSignals) {
    this.#readers = Array.from({ length: READERS }, () => new Link(config));
    this.#writers = new Writers(config, WRITERS);
    this.#signals = signals;
    this.system = reader(this.#ask);
  }

  within(scope: Scope): SystemReader {
    return reader(this.#ask, scope);
  }

  /** Asks outside of a transaction; a read that a broken connection has cut off is asked again on a new one. */
  readonly #ask: Ask = async (query, params, scope) => {
    const { config } = prepared(query, params, scope);
    if (isUnfindable(config.values)) return { rows: [] };
    for (let attempt = 1; ; attempt++) {
      const link = this.#readers.reduce((freest, one) => (one.unanswered < freest.unanswered ? one : freest));
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

  transaction<T>(work: (tx: SystemTx) => Promise<T>): Promise<T> {
    if (this.#closed) return Promise.reject(new Error('The store is closed'));
    const done = this.#repeat(work).finally(() => this.#running.delete(done));
    this.#running.add(done);
    return done;
  }

  async #repeat<T>(work: (tx: SystemTx) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const turn = await this.#writers.take();
      let session: Session | undefined;
      try {
        session = new Session(await turn.link.open());
        return await this.#once(session, turn, work);
      } catch (error) {
        if (!session) throw error;
        const lost = session.failure !== undefined && isLost(session.failure);
        if (lost || isStalePlan(error)) turn.link.forget(session.client);
        const again = lost
          ? !session.committing && attempt < LOST_TRIES
          : isConflict(error) && attempt < CONFLICT_TRIES;
        if (!again && lost && session.committing) {
          // Readers may see the commit, so what is remembered of before is out of date.
          this.#signals.emit(session.signals);
          throw markUnknownOutcome(unavailable(session.failure));
        }
        if (!again) throw lost ? unavailable(session.failure) : error;
      } finally {
        turn.answered();
      }
      await pause(randomInt(CONFLICT_PAUSE_MS * attempt));
    }
  }

  async #once<T>(session: Session, turn: Turn, work: (tx: SystemTx) => Promise<T>): Promise<T> {
    void session.send('begin').catch(() => undefined);
    const value = await this.#work(session, turn, work);
    const committed = session.send('commit');
    session.committing = true;
    turn.written();
    const { command } = await committed;
    // The server answers the commit of a failed transaction by undoing it.
    if (command !== 'COMMIT') throw session.failure ?? new Error('The transaction was undone');
    this.#signals.emit(session.signals);
    return value;
  }

  async #work<T>(session: Session, turn: Turn, work: (tx: SystemTx) => Promise<T>): Promise<T> {
    try {
      const value = await work(session.transaction());
      await session.endings.run();
      return value;
    } catch (error) {
      const undone = session.send('rollback');
      turn.written();
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

/** Brings the schema up to date; processes that start together take turns by a lock of the database. */
async function migrate(url: string, log: Logger): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  // An idle connection that breaks must not end the process: the next statement reports it.
  pool.on('error', (error) => log.warn({ err: error }, 'lost a connection during the migration'));
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    const migrator = new Migrator({
      db,
      provider: { getMigrations: async () => migrations },
      allowUnorderedMigrations: true,
    });
    const { error } = await migrator.migrateToLatest();
    if (error) throw error;
  } finally {
    await db.destroy();
  }
}

/**
 * Opens a PostgreSQL database (15 or newer) by its `postgresql://` address, and brings its schema up to date. Waits for a
 * server that restarts; throws when it does not answer in time. Every transaction is durable as the server is set up to
 * make it.
 */
export async function openPostgres(url: string, log: Logger, options: StartOptions = {}): Promise<Store> {
  const config = clientConfig(url);
  const signals = new SharedSignals(config, log);
  const begin = async () => {
    await migrate(url, log);
    await signals.listen();
  };
  await withServer(url, log, begin, options);
  return new PostgresStore(config, signals);
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
