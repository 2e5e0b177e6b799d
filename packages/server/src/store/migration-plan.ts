import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import { migrations } from './migrations/index.ts';
import { readSchemaState } from './schema-state.ts';

/** Requests that wait while a statement runs on PostgreSQL. The embedded store has one process, which does not run meanwhile. */
type Waiting = 'nothing' | 'changes of the same rows' | 'writes' | 'reads and writes';

interface PlannedStatement {
  readonly sql: string;
  /** Table that exists already and is locked or changed; null for a statement about new tables alone. */
  readonly table: string | null;
  readonly waiting: Waiting;
  /** Rows that the statement reads or writes, by the database's own estimate. */
  readonly rows: number;
  /** Rough estimate in seconds, from the number of rows. */
  readonly seconds: number;
}

export interface PlannedMigration {
  readonly name: string;
  readonly statements: readonly PlannedStatement[];
}

/** Rows a second on one core of a common server; a guide, not a promise. */
const ROWS_A_SECOND = { read: 1_000_000, index: 300_000, change: 30_000 } as const;

/** A change of the catalogue alone. */
const CATALOGUE_SECONDS = 0.01;

type Dialect = 'postgres' | 'sqlite';

/** Statements that read the catalogue or change the session alone. */
const ASIDE = /^(?:set|reset) | from pg_/i;

/** A database that accepts every statement and has no rows; adds the statements to `into`. */
function recorder(dialect: Dialect, into: string[]): Kysely<unknown> {
  const driver = () => {
    const dummy = new DummyDriver();
    dummy.acquireConnection = async () => ({
      async executeQuery({ sql }) {
        const statement = sql.replaceAll(/\s+/g, ' ').trim();
        if (!ASIDE.test(statement)) into.push(statement);
        return { rows: [] };
      },
      async *streamQuery() {},
    });
    return dummy;
  };
  const isPostgres = dialect === 'postgres';
  return new Kysely({
    dialect: {
      createDriver: driver,
      createAdapter: () => (isPostgres ? new PostgresAdapter() : new SqliteAdapter()),
      createQueryCompiler: () => (isPostgres ? new PostgresQueryCompiler() : new SqliteQueryCompiler()),
      createIntrospector: (db) => (isPostgres ? new PostgresIntrospector(db) : new SqliteIntrospector(db)),
    },
  });
}

interface Kind {
  readonly pattern: RegExp;
  readonly waiting: Waiting;
  readonly rate?: number;
}

/** Statements of migrations; the first group is the table. See PostgreSQL's documentation of explicit locking. */
const kinds: readonly Kind[] = [
  {
    pattern: /^create (?:unique )?index concurrently .*? on "?(\w+)"?/i,
    waiting: 'nothing',
    rate: ROWS_A_SECOND.index,
  },
  { pattern: /^create (?:unique )?index .*? on "?(\w+)"?/i, waiting: 'writes', rate: ROWS_A_SECOND.index },
  { pattern: /^alter table "?(\w+)"? validate /i, waiting: 'nothing', rate: ROWS_A_SECOND.read },
  { pattern: /^(?:alter|drop) table (?:if exists )?"?(\w+)"?/i, waiting: 'reads and writes' },
  { pattern: /^update "?(\w+)"?/i, waiting: 'changes of the same rows', rate: ROWS_A_SECOND.change },
  { pattern: /^delete from "?(\w+)"?/i, waiting: 'changes of the same rows', rate: ROWS_A_SECOND.change },
  { pattern: /^insert into .*? from "?(\w+)"?/i, waiting: 'nothing', rate: ROWS_A_SECOND.change },
];

function planned(statement: string, rowsOf: ReadonlyMap<string, number>): PlannedStatement {
  for (const { pattern, waiting, rate } of kinds) {
    const table = pattern.exec(statement)?.[1];
    // Nobody uses a table that the migration has just made.
    if (table === undefined || !rowsOf.has(table)) continue;
    const rows = rowsOf.get(table) as number;
    const seconds = rate === undefined ? CATALOGUE_SECONDS : Math.max(rows / rate, CATALOGUE_SECONDS);
    return { sql: statement, table, waiting, rows, seconds };
  }
  return { sql: statement, table: null, waiting: 'nothing', rows: 0, seconds: CATALOGUE_SECONDS };
}

function isBuilt(statement: string, before: readonly string[]): boolean {
  const definition = /^create index if not exists (.*)/i.exec(statement)?.[1];
  return definition !== undefined && before.some((one) => one.endsWith(` concurrently ${definition}`));
}

/** Rows of each table, as the statistics of PostgreSQL know them; counted on the embedded store. */
async function countRows(db: Kysely<unknown>, dialect: Dialect): Promise<Map<string, number>> {
  if (dialect === 'postgres') {
    const { rows } = await sql<{ name: string; n: number }>`
      select relname as name, cast(greatest(reltuples, 0) as double precision) as n from pg_class
      where relkind in ('r', 'p') and relnamespace = to_regnamespace(current_schema())`.execute(db);
    return new Map(rows.map(({ name, n }) => [name, n]));
  }
  const counts = new Map<string, number>();
  for (const { name } of await db.introspection.getTables()) {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(name)}`.execute(db);
    counts.set(name, rows[0]?.n ?? 0);
  }
  return counts;
}

/**
 * Statements of the pending migrations, with what waits for them and for about how long. Changes nothing: the migrations run on a
 * database that only records. A migration that reads rows and writes what it makes of them shows its reads alone.
 */
export async function planMigrations(db: Kysely<unknown>, dialect: Dialect): Promise<PlannedMigration[]> {
  const { pending } = await readSchemaState(db);
  const rowsOf = await countRows(db, dialect);
  const plan: PlannedMigration[] = [];
  for (const name of pending) {
    const before: string[] = [];
    if (dialect === 'postgres') await migrations[name]?.before?.(recorder(dialect, before));
    const within: string[] = [];
    await migrations[name]?.up(recorder(dialect, within));
    // An index that was built before is there.
    const statements = [...before, ...within.filter((statement) => !isBuilt(statement, before))];
    plan.push({ name, statements: statements.map((statement) => planned(statement, rowsOf)) });
  }
  return plan;
}
