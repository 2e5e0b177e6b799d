import pg from 'pg';
import { problem } from '../base/errors.ts';
import { atTurnEnd } from '../base/turn-end.ts';
import { applicationName } from './application-name.ts';

/** Milliseconds to reach the server and log in. */
const CONNECT_MS = 5_000;

/** Milliseconds a statement may take before the server gives it up, and may wait for another's lock. */
const STATEMENT_MS = 20_000;
const LOCK_MS = 10_000;

/** Milliseconds after which an unanswered statement means that the connection is dead; longer than `STATEMENT_MS`. */
const ANSWER_MS = 30_000;

/** Milliseconds after which the server undoes a transaction whose process has stopped in the middle. */
const ABANDONED_MS = 30_000;

/** 64-bit columns are times in milliseconds and counts, both exact as numbers. */
const types = {
  getTypeParser: ((oid: number, format: 'text') =>
    oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/** Settings of a connection to the server itself. */
export function clientConfig(url: string): pg.ClientConfig {
  return {
    ...pooledConfig(url),
    statement_timeout: STATEMENT_MS,
    lock_timeout: LOCK_MS,
    idle_in_transaction_session_timeout: ABANDONED_MS,
  };
}

/** Settings of a connection to a pooler, which refuses to pass on the settings of a session. */
export function pooledConfig(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: ANSWER_MS,
    keepAlive: true,
    types,
  };
}

/**
 * Settings of every connection that runs our queries: each query has one plan, through its indexes, whatever the server
 * has for its tables. A plan made while a table was new reads it from end to end, and a connection keeps that plan
 * while the table fills: lists of 8,000 applicants fell to 8 a second. Every query is written for an index, and
 * `postgres-plans.test.ts` holds them to it. Planned once, a query also costs the server no planning any more.
 * (PostgreSQL's documentation, 20.7.1 and 20.7.4.)
 */
export const PLAN_SETTINGS = [
  'set plan_cache_mode = force_generic_plan',
  'set enable_seqscan = off',
  'set enable_bitmapscan = off',
  'set enable_hashjoin = off',
  'set enable_mergejoin = off',
  // A plan that can't avoid what is off looks dear enough to be compiled, which takes longer than to run it.
  'set jit = off',
].join('; ');

/**
 * A connection to a pooler in transaction mode: each transaction may run on another session of the server. So statements are prepared
 * without a name and run at once, and the session has the settings that the pooler gives it.
 */
export class PooledClient extends pg.Client {}

/**
 * One connection that comes back by itself. Statements are written behind each other without waiting for answers (pipelining),
 * and all statements of one turn of the event loop leave in one packet.
 */
export class Link {
  readonly #make: () => pg.Client;
  #client: pg.Client | undefined;
  #ready: Promise<pg.Client> | undefined;
  /** Number of its user's requests without an answer. */
  unanswered = 0;

  constructor({ url, pooled }: Server) {
    this.#make = pooled
      ? () => new PooledClient({ ...pooledConfig(url), pipeline: true })
      : () => new pg.Client({ ...clientConfig(url), pipeline: true });
  }

  /** The open connection, or a new one. Throws `unavailable` when the server can't be reached. */
  open(): Promise<pg.Client> {
    if (this.#ready) return this.#ready;
    const client = this.#make();
    client.on('error', () => this.forget(client));
    client.on('end', () => this.forget(client));
    this.#client = client;
    this.#ready = client.connect().then(
      () => {
        // Not waited for: what follows on the connection is run after it. A connection that breaks reports that itself.
        if (!(client instanceof PooledClient)) void client.query(PLAN_SETTINGS).catch(() => undefined);
        return client;
      },
      (cause) => {
        this.forget(client);
        throw unavailable(cause);
      },
    );
    return this.#ready;
  }

  /** Leaves a connection that is broken or outdated to end what it was given; the next `open` dials again. */
  forget(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    this.#ready = undefined;
    void client.end().catch(() => undefined);
  }

  /** True from the first attempt to connect until the connection is lost. */
  get isOpen(): boolean {
    return this.#ready !== undefined;
  }

  /** Closes the connection once it has answered what it was given. */
  async close(): Promise<void> {
    const client = await this.#ready?.catch(() => undefined);
    await client?.end();
  }
}

const corked = new WeakSet<pg.Client>();

/** The server that runs our queries. */
export interface Server {
  /** Address, `postgresql://…`. */
  readonly url: string;
  /** True if a pooler in transaction mode answers at the address. */
  readonly pooled: boolean;
}

/** Sends a statement; the writes of this turn of the event loop are held back and leave together. */
export function send(client: pg.Client, statement: pg.QueryConfig | string): Promise<pg.QueryResult> {
  if (!corked.has(client)) {
    const { stream } = client.connection;
    corked.add(client);
    stream.cork();
    atTurnEnd(() => {
      corked.delete(client);
      stream.uncork();
    });
  }
  if (client instanceof PooledClient && typeof statement !== 'string') {
    return client.query({ text: statement.text, values: statement.values });
  }
  return client.query(statement as pg.QueryConfig);
}

const codeOf = (error: unknown) => (error instanceof pg.DatabaseError ? (error.code ?? '') : undefined);

/** Returns whether the connection is gone: anything but the server's word on a statement, or its word that it shuts down. */
export function isLost(error: unknown): boolean {
  const code = codeOf(error);
  return code === undefined || code.startsWith('08') || code.startsWith('57P0');
}

/** Returns whether the server refuses a value of the statement, whenever it gets it (class 22, data exception). */
export function isRefused(error: unknown): boolean {
  return codeOf(error)?.startsWith('22') ?? false;
}

/** Returns whether the statement was planned for a table that has changed since, so that only a new connection can run it. */
export function isStalePlan(error: unknown): boolean {
  return codeOf(error) === '0A000' && (error as Error).message.includes('cached plan');
}

/** Conflicts of transactions that ran at once, and statements that were prepared in one that failed. */
const CONFLICTS = new Set(['40001', '40P01', '26000']);

/**
 * Returns whether a row was meant for the default partition, and its own partition was attached before the row was written. A violated
 * constraint has a name, the bounds of a partition have none.
 */
function isForNewPartition(error: unknown): boolean {
  return codeOf(error) === '23514' && (error as pg.DatabaseError).constraint === undefined;
}

/**
 * Returns whether everything was undone and a repetition may succeed: serialization failure, deadlock, lost statement, a partition that
 * was attached meanwhile.
 */
export function isConflict(error: unknown): boolean {
  return CONFLICTS.has(codeOf(error) ?? '') || isStalePlan(error) || isForNewPartition(error);
}

/** Returns whether the statement was refused only because an earlier one of its transaction failed. */
export function isAftermath(error: unknown): boolean {
  return codeOf(error) === '25P02';
}

/** 503 with the reason kept for the log. */
export function unavailable(cause: unknown): Error {
  return Object.assign(problem('unavailable', { retryAfter: 1 }), { cause });
}
