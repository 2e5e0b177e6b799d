import type { Endings } from './endings.ts';
import { Locks } from './locks.ts';
import type { Params, Query, Scope } from './query.ts';
import type { Rows, Statements } from './sqlite-connection.ts';
import type { ScopedReader, ScopedTx, SignalTopic, SystemReader, SystemTx } from './store.ts';

type AnyQuery = Query<never, unknown>;

/** Sends a signal once the transaction is committed. */
export type Signal = (topic: SignalTopic, id: string) => void;

/** Runs queries on one connection. Scoped queries need `scope`. It is a class because every request creates a reader. */
class Reader<R extends Rows = Rows> {
  protected readonly statements: R;
  protected readonly scope: Scope | undefined;

  constructor(statements: R, scope: Scope | undefined) {
    this.statements = statements;
    this.scope = scope;
  }

  async first(query: AnyQuery, params: unknown): Promise<unknown> {
    return this.statements.first(query, params as Params, this.scope);
  }

  async all(query: AnyQuery, params: unknown): Promise<unknown[]> {
    return this.statements.all(query, params as Params, this.scope);
  }
}

/** The commits that are not yet on the disk; `synced` is undefined when all are. */
interface Commits {
  readonly synced: Promise<void> | undefined;
}

class DurableReader extends Reader {
  readonly #commits: Commits;

  constructor(statements: Rows, commits: Commits, scope: Scope | undefined) {
    super(statements, scope);
    this.#commits = commits;
  }

  override first(query: AnyQuery, params: unknown): Promise<unknown> {
    return this.#onceDurable(super.first(query, params));
  }

  override all(query: AnyQuery, params: unknown): Promise<unknown[]> {
    return this.#onceDurable(super.all(query, params));
  }

  #onceDurable<T>(answer: Promise<T>): Promise<T> {
    const { synced } = this.#commits;
    // Both at once: a read that fails while the disk is synced would else be a rejection without a handler.
    return synced ? Promise.all([answer, synced]).then(([value]) => value) : answer;
  }
}

class WritingTx extends Reader<Statements> {
  protected readonly locks: Locks;

  constructor(statements: Statements, scope: Scope | undefined, locks: Locks) {
    super(statements, scope);
    this.locks = locks;
  }

  async run(query: AnyQuery, params: unknown): Promise<number> {
    return this.statements.run(query, params as Params, this.scope);
  }

  lock(requested: object): Promise<unknown> {
    return this.locks.take(this as never, this.scope, requested);
  }
}

class WholeTx extends WritingTx {
  readonly signal: Signal;
  readonly #endings: Endings;

  constructor(statements: Statements, signal: Signal, endings: Endings) {
    super(statements, undefined, new Locks());
    this.signal = signal;
    this.#endings = endings;
  }

  atEnd(key: string, work: () => Promise<void>): void {
    this.#endings.add(key, work);
  }

  within(scope: Scope): ScopedTx {
    return new PartTx(this.statements, scope, this.locks, this as never) as never;
  }
}

class PartTx extends WritingTx {
  readonly system: SystemTx;

  constructor(statements: Statements, scope: Scope, locks: Locks, system: SystemTx) {
    super(statements, scope, locks);
    this.system = system;
  }
}

/** Returns a reader whose answers may not be on the disk yet. */
export function readerOn(rows: Rows, scope?: Scope): SystemReader & ScopedReader {
  return new Reader(rows, scope) as never;
}

/**
 * Returns a reader whose answers are on the disk: a commit shows only once the request that wrote it could be answered too.
 */
export function durableReaderOn(rows: Rows, commits: Commits, scope?: Scope): SystemReader & ScopedReader {
  return new DurableReader(rows, commits, scope) as never;
}

/** Returns the `SystemTx` of the transaction that is open on a connection. */
export function transactionOn(statements: Statements, signal: Signal, endings: Endings): SystemTx {
  return new WholeTx(statements, signal, endings) as never;
}
