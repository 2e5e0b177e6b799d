import { crc32 } from 'node:zlib';
import { Kysely, PostgresDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { migrations } from './migrations/index.ts';
import { copyFrom, copyTo } from './postgres-copy.ts';
import { clientConfig } from './postgres-link.ts';
import {
  INDEX_OBJECTS,
  MEDIA_ROWS,
  type ObjectOfRow,
  type Partition,
  type RestoredKeys,
  type RowSnapshot,
  type RowsPart,
  readKeyRows,
  TO_ERASE,
} from './snapshot.ts';

/** Bytes of a chunk at least and at most; on average 128 KiB. */
const CHUNK_BYTES = { least: 32 * 1024, most: 512 * 1024 } as const;

/** A chunk ends after a row whose checksum is divisible by this number. Rows have about 400 bytes. */
const CUT = 256;

const UNDEFINED_TABLE = '42P01';

/** Tables of the migrator, which makes them again. */
const MIGRATOR_TABLES = ['kysely_migration', 'kysely_migration_lock'];

/** A connection whose statements may take hours, and which leaves the server to itself. */
async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    ...clientConfig(url),
    query_timeout: 0,
    statement_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Opens a snapshot of a database beside its service: one transaction that reads. Writers don't wait. */
export async function snapshotPostgres(url: string): Promise<RowSnapshot> {
  const client = await connect(url);
  try {
    await client.query('begin isolation level repeatable read read only');
    // A table is read from its beginning, so that the chunks of two snapshots begin at the same rows.
    await client.query('set local synchronize_seqscans = off');
    const { rows } = await client.query('select name from kysely_migration order by name');
    return snapshotOn(
      client,
      rows.map(({ name }) => name),
    );
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

function snapshotOn(client: pg.Client, names: readonly string[]): RowSnapshot {
  return {
    dialect: 'postgres',
    migrations: names,
    async *parts() {
      for (const { name, columns, partition } of await tablesOf(client)) {
        if (partition && !(await holdPartition(client, name))) continue;
        const chunks = () => cutRows(copyTo(client, `copy ${rowsToCopy(name, columns)} to stdout`));
        yield { name, columns, ...(partition && { partition }), chunks } satisfies RowsPart;
      }
    },
    keys: () => readKeyRows(async (text) => (await client.query(text)).rows, names),
    async *objects() {
      yield* rowsOf((await client.query(INDEX_OBJECTS)).rows);
      for (let last = ''; ; ) {
        const text = `select id, storage_key, sha256 from media where id > $1 order by id limit ${MEDIA_ROWS}`;
        const { rows } = await client.query(text, [last]);
        if (rows.length === 0) return;
        yield* rowsOf(rows);
        last = rows.at(-1).id;
      }
    },
    close: () => client.end(),
  };
}

/**
 * Keeps a partition from being dropped until the transaction ends. Returns false for a partition that retention has dropped since the
 * snapshot began: its rows are to be in no backup.
 */
async function holdPartition(client: pg.Client, name: string): Promise<boolean> {
  await client.query('savepoint partition');
  try {
    await client.query(`lock table ${quoted(name)} in access share mode`);
    return true;
  } catch (error) {
    if ((error as pg.DatabaseError).code !== UNDEFINED_TABLE) throw error;
    await client.query('rollback to savepoint partition');
    return false;
  }
}

/** The rows of a table in `copy … to`, without the keys of accounts. */
function rowsToCopy(name: string, columns: readonly string[]): string {
  if (name !== 'account_keys') return `${quoted(name)} (${columns.map(quoted)})`;
  const shown = columns.map((column) => (column === 'wrapped' ? "''::bytea" : quoted(column)));
  return `(select ${shown} from ${quoted(name)} order by account_id, version)`;
}

const quoted = (name: string) => pg.escapeIdentifier(name);

function rowsOf(rows: readonly { storage_key: string; sha256: string }[]): ObjectOfRow[] {
  return rows.map(({ storage_key, sha256 }) => ({ key: storage_key, sha256 }));
}

interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  readonly partition: Partition | null;
}

/** The tables that hold rows, in the order of their names: partitions, but not the table that they are parts of. */
async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query(
    `select relname as name,
        (select json_agg(attname order by attnum) from pg_attribute
          where attrelid = c.oid and attnum > 0 and not attisdropped) as columns,
        (select json_build_object('of', inhparent::regclass::text, 'bound', pg_get_expr(c.relpartbound, c.oid))
          from pg_inherits where inhrelid = c.oid and c.relispartition) as partition
      from pg_class c where relkind = 'r' and relnamespace = current_schema()::regnamespace order by relname collate "C"`,
  );
  return (rows as Table[]).filter(({ name }) => !MIGRATOR_TABLES.includes(name));
}

/** Joins rows to chunks. The content of a row decides whether a chunk ends after it, so that a new row changes one chunk. */
async function* cutRows(rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let pending: Buffer[] = [];
  let bytes = 0;
  for await (const row of rows) {
    pending.push(row);
    bytes += row.length;
    if (bytes < CHUNK_BYTES.least || (bytes < CHUNK_BYTES.most && crc32(row) % CUT !== 0)) continue;
    yield Buffer.concat(pending, bytes);
    pending = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(pending, bytes);
}

/** Rows of a database that is restored. */
export interface RestoredPart {
  readonly name: string;
  readonly columns: readonly string[];
  readonly partition?: Partition | undefined;
  chunks(): AsyncIterable<Buffer>;
}

/** Returns whether a database has no row of a deployment. */
export async function isEmptyPostgres(url: string): Promise<boolean> {
  const client = await connect(url);
  try {
    for (const { name } of await tablesOf(client)) {
      const { rows } = await client.query(`select 1 from ${quoted(name)} limit 1`);
      if (rows.length > 0) return false;
    }
    return true;
  } finally {
    await client.end();
  }
}

/**
 * Makes the tables as the migrations `names` leave them, and fills them, in one transaction: a restore that is interrupted leaves the
 * database as it was.
 */
export async function restorePostgres(
  url: string,
  names: readonly string[],
  parts: AsyncIterable<RestoredPart>,
  { accountKeys, erased }: RestoredKeys,
): Promise<void> {
  const client = await connect(url);
  try {
    await client.query('begin');
    await migrateWithin(client, names);
    const tables = await tablesOf(client);
    // Migrations make partitions for today, and the snapshot has its own. They may also write rows.
    for (const { name, partition } of tables) {
      await client.query(partition ? `drop table ${quoted(name)}` : `truncate ${quoted(name)}`);
    }
    for await (const { name, columns, partition, chunks } of parts) {
      if (partition) {
        await client.query(`create table ${quoted(name)} partition of ${quoted(partition.of)} ${partition.bound}`);
      }
      await copyFrom(client, `copy ${quoted(name)} (${columns.map(quoted)}) from stdin`, chunks());
    }
    for (const { account_id, version, wrapped } of accountKeys) {
      const text = 'update account_keys set wrapped = $1 where account_id = $2 and version = $3';
      await client.query(text, [wrapped, account_id, version]);
    }
    await client.query('delete from account_keys where account_id = any($1)', [erased]);
    const note = 'insert into meta (key, value) select $1 || id, id from unnest($2::text[]) id';
    await client.query(note, [TO_ERASE, erased]);
    await client.query('commit');
    await client.query('analyze');
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function migrateWithin(client: pg.Client, names: readonly string[]): Promise<void> {
  const connection = { query: client.query.bind(client), release: () => {} };
  const pool = { connect: async () => connection, end: async () => {} };
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: pool as never }) });
  const chosen = Object.fromEntries(Object.entries(migrations).filter(([name]) => names.includes(name)));
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => chosen },
    allowUnorderedMigrations: true,
    disableTransactions: true,
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}
