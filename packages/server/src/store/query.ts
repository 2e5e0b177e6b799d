import {
  type Compilable,
  type DeleteQueryBuilder,
  type DeleteResult,
  DummyDriver,
  type InsertQueryBuilder,
  type InsertResult,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  type SelectQueryBuilder,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
  type UpdateQueryBuilder,
  type UpdateResult,
} from 'kysely';
import type { Database, Environment, ScopedTable } from './schema.ts';

export type Dialect = 'sqlite' | 'postgres';
export type Params = Record<string, unknown>;

export interface Scope {
  readonly account_id: string;
  readonly environment: Environment;
  /** The clock of the sandbox by which jobs of the scope fall due; undefined for the time of the machine. */
  readonly clock?: ScopeClock | undefined;
}

/** A clock of the sandbox at a moment. */
export interface ScopeClock {
  readonly id: string;
  /** Milliseconds that the clock is ahead of the machine; negative if it is behind. */
  readonly offset: number;
}

/** Stands in a query for a value that arrives at run time: a parameter of its caller or a part of the scope. */
class Placeholder {
  readonly name: string;
  readonly ofScope: boolean;
  constructor(name: string, ofScope = false) {
    this.name = name;
    this.ofScope = ofScope;
  }
}

/** SQL of one query, and what to bind in its order: the value of a parameter, or a constant of the query. */
interface CompiledSql {
  readonly sql: string;
  bind(params: Params, scope?: Scope): unknown[];
}

/**
 * A query, written once with Kysely and compiled once per dialect: building it again at each request costs a third of
 * the throughput. `P` are its parameters, `R` its rows.
 */
export interface Query<P, R> {
  compiled(dialect: Dialect): CompiledSql;
  readonly types?: (params: P) => R;
}

/** A query whose account and environment come from the scope that runs it, never from its caller. */
export interface ScopedQuery<P, R> extends Query<P, R> {
  readonly scoped: true;
}

const builders: Record<Dialect, Kysely<Database>> = {
  sqlite: new Kysely({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  }),
  postgres: new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }),
};

const placeholders = new Proxy({} as Params, { get: (_, name) => new Placeholder(String(name)) });

function compileOnce<R>(build: (db: Kysely<Database>, dialect: Dialect) => Compilable<R>) {
  const done: Partial<Record<Dialect, CompiledSql>> = {};
  return (dialect: Dialect): CompiledSql => {
    done[dialect] ??= compileFor(dialect, build(builders[dialect], dialect));
    return done[dialect];
  };
}

function compileFor(dialect: Dialect, query: Compilable): CompiledSql {
  const { sql, parameters } = query.compile();
  const slots = parameters.map((parameter) =>
    parameter instanceof Placeholder ? parameter : { name: undefined, value: parameter },
  );
  return {
    sql,
    // A loop, because each statement of a request passes here.
    bind(params, scope) {
      const values = new Array<unknown>(slots.length);
      for (let i = 0; i < slots.length; i++) {
        const slot = slots[i] as (typeof slots)[number];
        if (slot.name === undefined) {
          values[i] = slot.value;
          continue;
        }
        const value = slot.ofScope ? scope?.[slot.name as keyof Scope] : params[slot.name];
        if (value === undefined) throw new Error(`Parameter ${slot.name} is missing (${dialect}): ${sql}`);
        values[i] = value;
      }
      return values;
    },
  };
}

/** Defines a query over all accounts, for the service's own work: `query<{ id: string }>()((db, p) => …)`. */
export function query<P extends object = Record<never, never>>() {
  return <R>(build: (db: Kysely<Database>, p: P, dialect: Dialect) => Compilable<R>): Query<P, R> => ({
    compiled: compileOnce((db, dialect) => build(db, placeholders as P, dialect)),
  });
}

type Row<T extends ScopedTable> = Database[T];

/** Builders that have account and environment in them already. */
export interface ScopedBuilder {
  /** Selects rows that another condition finds: an id, an applicant. Account and environment are only checked. */
  select<T extends ScopedTable>(table: T): SelectQueryBuilder<Database, T, Record<never, never>>;
  /** Selects rows by an index that begins with the account. */
  selectByAccount<T extends ScopedTable>(table: T): SelectQueryBuilder<Database, T, Record<never, never>>;
  /** The rows that a subquery names by their `id`, each looked up by it. */
  named<T extends ScopedTable>(
    table: T,
    ids: SelectQueryBuilder<Database, T, { id: string }>,
  ): SelectQueryBuilder<Database, T, Record<never, never>>;
  insert<T extends ScopedTable>(
    table: T,
    row: Omit<Row<T>, 'account_id' | 'environment'>,
  ): InsertQueryBuilder<Database, T, InsertResult>;
  /**
   * One row for each number of the JSON array `json`, which is the value of `column`. The other values are text, and equal in
   * every row.
   */
  insertEach<T extends ScopedTable>(
    table: T,
    row: Readonly<Record<string, unknown>>,
    column: keyof Row<T> & string,
    json: string,
  ): InsertQueryBuilder<Database, T, InsertResult>;
  update<T extends ScopedTable>(table: T): UpdateQueryBuilder<Database, T, T, UpdateResult>;
  delete<T extends ScopedTable>(table: T): DeleteQueryBuilder<Database, T, DeleteResult>;
  /** Deletes rows by an index that begins with the account. */
  deleteByAccount<T extends ScopedTable>(table: T): DeleteQueryBuilder<Database, T, DeleteResult>;
}

/**
 * A text column as an operand that no index serves. PostgreSQL weighs two indexes that serve a query by its statistics of the
 * rows; of a new table that is nothing, and it may take an index that reads all of an account to find one row. SQLite, which has
 * no statistics, takes the index of most conditions: an index that begins with account and environment before the index of an
 * applicant.
 */
export function unsought(dialect: Dialect, column: string): RawBuilder<string> {
  return dialect === 'postgres' ? sql<string>`${sql.ref(column)} || ''` : sql<string>`+${sql.ref(column)}`;
}

/**
 * Joins a table by an id, and names the account that both rows belong to: `.innerJoin('checks', joined(dialect, 'checks.id',
 * 'reports.check_id'))`. A database that spreads its tables by account finds the row on the same server.
 */
export function joined(dialect: Dialect, id: string, other: string) {
  const accountOf = (column: string) => `${column.slice(0, column.indexOf('.'))}.account_id`;
  // biome-ignore lint/suspicious/noExplicitAny: names of columns lose their type in a text
  return (join: any) => join.onRef(id, '=', other).on(unsought(dialect, accountOf(id)), '=', sql.ref(accountOf(other)));
}

function scopedBuilder(db: Kysely<Database>, dialect: Dialect): ScopedBuilder {
  const account = new Placeholder('account_id', true);
  const environment = new Placeholder('environment', true);
  // The generic table name defeats Kysely's inference, so the two conditions are added behind a cast, here only.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  const within = (builder: any, table: string) =>
    builder.where(`${table}.account_id`, '=', account).where(`${table}.environment`, '=', environment);
  // biome-ignore lint/suspicious/noExplicitAny: see above
  const checked = (builder: any, table: string) =>
    builder
      .where(unsought(dialect, `${table}.account_id`), '=', account)
      .where(unsought(dialect, `${table}.environment`), '=', environment);
  return {
    select: (table) => checked(db.selectFrom(table as 'applicants'), table),
    selectByAccount: (table) => within(db.selectFrom(table as 'applicants'), table),
    named: (table, ids) => {
      const named = db.selectFrom(ids.as('named'));
      if (dialect === 'sqlite') {
        // SQLite never reorders a cross join: from the table it would walk all rows of the account.
        const rows = named.crossJoin(table as 'applicants').whereRef(`${table as 'applicants'}.id`, '=', 'named.id');
        return within(rows, table);
      }
      // A lateral subquery with a limit is what PostgreSQL doesn't turn round.
      return named.crossJoinLateral((from) =>
        checked(
          from
            .selectFrom(table as 'applicants')
            .selectAll()
            .whereRef(`${table as 'applicants'}.id`, '=', 'named.id'),
          table,
        )
          .limit(1)
          .as(table),
      ) as never;
    },
    insert: (table, row) =>
      db.insertInto(table as 'applicants').values({ ...row, account_id: account, environment } as never) as never,
    insertEach: (table, row, column, json) => {
      const texts = { ...row, account_id: account, environment };
      const elements =
        dialect === 'sqlite'
          ? sql<{ value: number }>`json_each(${json})`
          : sql<{ value: number }>`json_array_elements_text(cast(${json} as json))`;
      const rows = db
        .selectFrom(elements.as('given'))
        .select([
          ...Object.entries(texts).map(([name, value]) => sql<string>`cast(${value} as text)`.as(name)),
          sql<number>`cast(given.value as bigint)`.as(column),
        ])
        // Without a condition SQLite would take "on conflict" for a join's condition.
        .where(sql<boolean>`true`);
      return db
        .insertInto(table as 'applicants')
        .columns([...Object.keys(texts), column] as never)
        .expression(rows as never) as never;
    },
    update: (table) => checked(db.updateTable(table as 'applicants'), table),
    delete: (table) => checked(db.deleteFrom(table as 'applicants'), table),
    deleteByAccount: (table) => within(db.deleteFrom(table as 'applicants'), table),
  };
}

/** Defines a query inside one account and environment: `scoped<{ id: string }>()((from, p) => from.select('checks')…)`. */
export function scoped<P extends object = Record<never, never>>() {
  return <R>(build: (from: ScopedBuilder, p: P, dialect: Dialect) => Compilable<R>): ScopedQuery<P, R> => ({
    scoped: true,
    compiled: compileOnce((db, dialect) => build(scopedBuilder(db, dialect), placeholders as P, dialect)),
  });
}
