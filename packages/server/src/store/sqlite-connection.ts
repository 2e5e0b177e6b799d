import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { Kysely, SqliteDialect } from 'kysely';
import type { Params, Query, Scope } from './query.ts';

export type Connection = DatabaseSync;

/** Loads Node's SQLite. Earlier releases of Node 24 warn that it is experimental, which no operator needs to read. */
function loadSqlite(): typeof import('node:sqlite') {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return process.getBuiltinModule('node:sqlite');
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** Opens a file of SQLite, `:memory:` for none. Foreign keys are not enforced: no table declares one. */
export function connect(file: string): Connection {
  return new (loadSqlite().DatabaseSync)(file, { enableForeignKeyConstraints: false });
}

/**
 * Copies a database as it is at the start of the call, page by page, while others write to it. The copy runs beside the event loop.
 *
 * @param pages that are copied in one go
 */
export async function copyDatabase(from: string, to: string, pages: number): Promise<void> {
  const { DatabaseSync, backup } = loadSqlite();
  const source = new DatabaseSync(from, { readOnly: true, timeout: 5_000 });
  try {
    // The copy of a connection without a transaction begins again whenever another process has written.
    source.exec('begin; select 1 from sqlite_master limit 1');
    await backup(source, to, { rate: pages });
  } finally {
    source.close();
  }
}

/** A connection as Kysely uses it, for migrations. */
export function kyselyOn(connection: Connection): Kysely<unknown> {
  const database = {
    prepare(sql: string) {
      const statement = connection.prepare(sql);
      return {
        reader: statement.columns().length > 0,
        all: (values: readonly unknown[]) => statement.all(...(values as never[])),
        run: (values: readonly unknown[]) => statement.run(...(values as never[])),
        iterate: (values: readonly unknown[]) => statement.iterate(...(values as never[])),
      };
    },
    close: () => connection.close(),
  };
  return new Kysely({ dialect: new SqliteDialect({ database: database as never }) });
}

interface Prepared {
  readonly statement: StatementSync;
  readonly columns: readonly string[];
}

/** Runs queries that read. */
export interface Rows {
  first<R>(query: Query<never, R>, params: Params, scope?: Scope): R | undefined;
  all<R>(query: Query<never, R>, params: Params, scope?: Scope): R[];
}

/** Prepared statements of one connection; rows come as arrays, which Node returns in half the time of objects. */
export class Statements implements Rows {
  readonly #connection: Connection;
  readonly #prepared = new Map<string, Prepared>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  #prepare(sql: string): Prepared {
    let entry = this.#prepared.get(sql);
    if (!entry) {
      const statement = this.#connection.prepare(sql);
      statement.setReturnArrays(true);
      entry = { statement, columns: statement.columns().map(({ name }) => name) };
      this.#prepared.set(sql, entry);
    }
    return entry;
  }

  first<R>(query: Query<never, R>, params: Params, scope?: Scope): R | undefined {
    const { sql, bind } = query.compiled('sqlite');
    const { statement, columns } = this.#prepare(sql);
    const values = statement.get(...(bind(params, scope) as never[])) as unknown as unknown[] | undefined;
    return values && (toRow(columns, values) as R);
  }

  all<R>(query: Query<never, R>, params: Params, scope?: Scope): R[] {
    const { sql, bind } = query.compiled('sqlite');
    const { statement, columns } = this.#prepare(sql);
    const rows = statement.all(...(bind(params, scope) as never[])) as unknown as unknown[][];
    return rows.map((values) => toRow(columns, values) as R);
  }

  run(query: Query<never, unknown>, params: Params, scope?: Scope): number {
    const { sql, bind } = query.compiled('sqlite');
    const { statement, columns } = this.#prepare(sql);
    const values = bind(params, scope) as never[];
    return columns.length > 0 ? statement.all(...values).length : Number(statement.run(...values).changes);
  }
}

function toRow(columns: readonly string[], values: readonly unknown[]): Params {
  const row: Params = {};
  for (let i = 0; i < columns.length; i++) {
    const value = values[i];
    row[columns[i] as string] = value instanceof Uint8Array ? toBuffer(value) : value;
  }
  return row;
}

/** The same bytes as a buffer. */
function toBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
