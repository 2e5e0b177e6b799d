import { createHash } from 'node:crypto';
import type pg from 'pg';
import { Endings } from './endings.ts';
import { Locks } from './locks.ts';
import { isMergeable } from './merged-inserts.ts';
import { send } from './postgres-link.ts';
import { isStatementValue, type NamedStatement } from './postgres-pipeline.ts';
import type { Turn } from './postgres-writers.ts';
import type { Params, Query, Scope } from './query.ts';
import type { ScopedTx, SignalTopic, SystemReader, SystemTx } from './store.ts';

interface Statement {
  readonly name: string;
  readonly text: string;
  readonly certain: boolean;
}

const statements = new Map<string, Statement>();

/** An insert of one row that either changes that row or fails, so that its answer is known before it is run. */
const ONE_ROW = /^insert into \S+ \([^()]*\) values \([^()]*\)(?: on conflict \([^()]*\) do update set .*)?$/;

/** A statement with the name under which the server prepares it. */
export function statementOf(sql: string): Statement {
  let statement = statements.get(sql);
  if (!statement) {
    const name = `b${createHash('sha256').update(sql).digest('base64url').slice(0, 22)}`;
    statement = { name, text: sql, certain: ONE_ROW.test(sql) && !/ (where|returning) /.test(sql) };
    statements.set(sql, statement);
  }
  return statement;
}

type AnyQuery = Query<never, unknown>;
export type Ask = (query: AnyQuery, params: Params, scope?: Scope) => Promise<{ rows: unknown[] }>;

/** A query as the server prepares it, with the values of its parameters; `certain` tells that it is an insert of one row. */
export function prepared(query: AnyQuery, params: Params, scope?: Scope) {
  const { sql, bind } = query.compiled('postgres');
  const { name, text, certain } = statementOf(sql);
  return { certain, config: { name, text, values: bind(params, scope) } };
}

/** Reads through a function that asks the server. */
export function reader(ask: Ask, scope?: Scope): SystemReader {
  return {
    first: async (query, params) => (await ask(query as never, params as Params, scope)).rows[0] as never,
    all: async (query, params) => (await ask(query as never, params as Params, scope)).rows as never,
  };
}

/** PostgreSQL keeps no text with a NUL and refuses to look for any; SQLite looks and finds nothing. */
export function isUnfindable(values: unknown[]): boolean {
  return values.some((value) => typeof value === 'string' && value.includes('\0'));
}

const ignore = () => {};

/** A statement that waits for a connection. */
interface Held {
  readonly config: pg.QueryConfig;
  resolve(answer: pg.QueryResult): void;
  reject(error: unknown): void;
}

/**
 * The statements of one transaction, and the first error that any of them met. It takes a connection with the first statement that is
 * waited for. Plain inserts before that are held back: a transaction that has no other statements can share a commit with others.
 */
export class Session {
  /** The turn and the connection of the transaction, once it has them. */
  turn: Turn | undefined;
  client: pg.Client | undefined;
  /** Resolves when the transaction has a connection, or none can be had; undefined while it needs none. Never rejects. */
  begun: Promise<void> | undefined;
  readonly signals: [SignalTopic, string][] = [];
  readonly endings = new Endings();
  failure: unknown;
  /** True if the commit was sent, so that a broken connection may mean either. */
  committing = false;
  readonly #take: () => Promise<Turn>;
  #held: Held[] = [];
  #canShare = true;
  #isUnreachable = false;

  /** @param take takes a turn on a connection */
  constructor(take: () => Promise<Turn>) {
    this.#take = take;
  }

  /** The statements of a transaction without a connection, if they can share a commit with others. */
  get shareable(): readonly NamedStatement[] | undefined {
    if (this.begun || !this.#canShare) return undefined;
    return this.#held.map(({ config }) => config as NamedStatement);
  }

  send(statement: pg.QueryConfig | string): Promise<pg.QueryResult> {
    if (this.client) return this.#write(this.client, statement);
    const answer = this.#hold(typeof statement === 'string' ? { text: statement } : statement);
    this.begun ??= this.#begin();
    return answer;
  }

  /** Takes a connection for the held-back statements. */
  begin(): void {
    this.begun ??= this.#begin();
  }

  async #begin(): Promise<void> {
    try {
      this.turn = await this.#take();
      const client = await this.turn.link.open();
      void this.#write(client, 'begin').catch(() => undefined);
      for (const { config, resolve, reject } of this.#held) this.#write(client, config).then(resolve, reject);
      this.client = client;
    } catch (error) {
      this.failure ??= error;
      this.#isUnreachable = true;
      for (const { reject } of this.#held) reject(error);
    }
    this.#held = [];
  }

  #hold(config: pg.QueryConfig): Promise<pg.QueryResult> {
    if (this.#isUnreachable) return Promise.reject(this.failure);
    return new Promise((resolve, reject) => {
      this.#held.push({ config, resolve, reject });
    });
  }

  #write(client: pg.Client, statement: pg.QueryConfig | string): Promise<pg.QueryResult> {
    const answer = send(client, statement);
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
    if (!certain) return (await this.send(config)).rowCount ?? 0;
    if (this.client) void this.send(config);
    else {
      // Nobody waits for the answer: the commit reports an error.
      this.#held.push({ config, resolve: ignore, reject: ignore });
      this.#canShare &&= isMergeable(config.text) && config.values.every(isStatementValue);
    }
    return 1;
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
      lock: (requested) => locks.take(reader(ask), undefined, requested),
      within: (scope): ScopedTx => ({
        ...reader(ask, scope),
        lock: (requested) => locks.take(reader(ask, scope), scope, requested),
        run: (query, params) => this.#run(query as never, params as Params, scope),
        system: tx,
      }),
    };
    return tx;
  }
}
