import { existsSync } from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StatementSync } from 'node:sqlite';
import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { isNoSpace } from '../base/no-space.ts';
import { makePrivateFile } from '../base/private-files.ts';
import { errorCode } from '../base/sqlite-codes.ts';
import { Endings } from './endings.ts';
import { GroupCommit } from './group-commit.ts';
import { readSchemaState, refuseUnfit, withUnknown } from './schema-state.ts';
import { Signals } from './signals.ts';
import { type Connection, connect, kyselyOn, type Rows, Statements } from './sqlite-connection.ts';
import { durableReaderOn, readerOn, transactionOn } from './sqlite-transaction.ts';
import type { Peek, Store, SystemTx } from './store.ts';

const FILE = 'bonafide.db';

/** Pages kept in memory by each connection, in KiB. */
const CACHE_KIB = 32 * 1024;

/**
 * Pages of the log, of 4 KiB, from which a commit moves them into the database. The move syncs the disk twice and stops the event loop. With
 * SQLite's own 1,000 pages a busy service did so several times a second. A log of up to 4,096 pages has one index.
 */
const CHECKPOINT_PAGES = 4_000;

function open(file: string): Connection {
  const connection = connect(file);
  connection.exec(`pragma busy_timeout = 5000; pragma cache_size = -${CACHE_KIB}; pragma temp_store = memory`);
  return connection;
}

/** Holds a lock for the life of the process, which the system drops when it is killed. */
function lockDirectory(directory: string): Connection {
  const file = join(directory, 'lock.db');
  makePrivateFile(file);
  const lock = connect(file);
  try {
    lock.exec('pragma busy_timeout = 0; begin exclusive');
  } catch (cause) {
    lock.close();
    if (errorCode(cause) !== 'SQLITE_BUSY') throw cause;
    throw new Error(`Another process uses the data directory ${directory}. Stop it first, or give --data`, { cause });
  }
  return lock;
}

/** Runs statements without parameters, each parsed once. */
function prepared(connection: Connection): (sql: string) => void {
  const statements = new Map<string, StatementSync>();
  return (sql) => {
    let statement = statements.get(sql);
    if (!statement) {
      statement = connection.prepare(sql);
      statements.set(sql, statement);
    }
    statement.run();
  };
}

/** Messages of SQLite about a table or column that a migration has made already, or does not find. */
const HALF_UPGRADED = /^(table|index) .+ already exists$|^duplicate column name: |^no such (table|column|index): /;

/** Returns what the operator reads of a migration that failed, if an earlier version left the store half upgraded. */
function migrationFailure(error: unknown, file: string): unknown {
  const { message } = error as Error;
  if (!HALF_UPGRADED.test(message)) return error;
  return new Error(
    `The store ${file} is half upgraded: an earlier upgrade was interrupted (${message}). This start changed nothing. ` +
      'Restore the backup from before that upgrade, then start again. Without a backup, return to the version that ran before it.',
    { cause: error },
  );
}

/**
 * Runs all pending migrations in one transaction, and returns their names. A migration that fails halfway, for example on a full disk, leaves the store
 * as it was. Kysely itself opens no transaction for SQLite, and earlier versions opened none: an upgrade that was interrupted left
 * tables of a migration that the store does not list.
 */
async function migrateConnection(connection: Connection, file: string, migrate: 'auto' | 'off'): Promise<string[]> {
  const db = kyselyOn(connection);
  const state = await readSchemaState(db);
  refuseUnfit(state, migrate);
  // Kysely would read the columns of every table first.
  if (state.pending.length === 0) return [];
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => withUnknown(state) },
    allowUnorderedMigrations: true,
  });
  connection.exec('begin immediate');
  try {
    const { error, results = [] } = await migrator.migrateToLatest();
    if (error) throw migrationFailure(error, file);
    connection.exec('commit');
    return results.map(({ migrationName }) => migrationName);
  } finally {
    // SQLite itself has rolled back after some errors.
    if (connection.isTransaction) connection.exec('rollback');
  }
}

/** The embedded store in a directory, to read beside or without its service; end it with `destroy`. */
export function readingDatabase(directory: string): Kysely<unknown> {
  const file = join(directory, FILE);
  // An empty one stands for a store that no start has made yet.
  const connection = open(existsSync(file) ? file : ':memory:');
  connection.exec('pragma query_only = on');
  return kyselyOn(connection);
}

/** Brings the embedded store in a directory up to date, without its service. Returns the names of the migrations that ran. */
export async function migrateSqlite(directory: string): Promise<string[]> {
  const lock = lockDirectory(directory);
  try {
    const file = join(directory, FILE);
    makePrivateFile(file);
    const connection = open(file);
    try {
      connection.exec('pragma journal_mode = wal; pragma synchronous = full');
      return await migrateConnection(connection, file, 'auto');
    } finally {
      connection.close();
    }
  } finally {
    lock.close();
  }
}

/** Reads an embedded store beside or without its service; changes nothing. Undefined where none was made yet. */
export function peekSqlite(directory: string): Peek | undefined {
  const file = join(directory, FILE);
  if (!existsSync(file)) return undefined;
  const connection = open(file);
  connection.exec('pragma query_only = on');
  const metaTable = connection.prepare("select 1 from sqlite_master where type = 'table' and name = 'meta'").get();
  if (metaTable) return { reader: readerOn(new Statements(connection)), close: async () => void connection.close() };
  connection.close();
  return undefined;
}

/** Moves all of the log into the database, syncs that and empties the log. Throws when a part of it is left. */
function restartLog(connection: Connection): void {
  const answer = connection.prepare('pragma wal_checkpoint(truncate)').get();
  if (answer?.busy !== 0) throw new Error('The log of the store could not be restarted');
}

/**
 * Reads what is committed. The writing connection has its changes in memory, so it serves reads too. The reading connection reads every page
 * again after a commit, so it only serves reads while a transaction is open.
 */
function committedRows(writing: Connection, reading: Connection): Rows {
  const own = new Statements(writing);
  const beside = new Statements(reading);
  const rows = () => (writing.isTransaction ? beside : own);
  return {
    first: (query, params, scope) => rows().first(query, params, scope),
    all: (query, params, scope) => rows().all(query, params, scope),
  };
}

/**
 * Opens the embedded store in an existing directory: SQLite in WAL mode with a sync at every commit, one connection that writes and one that
 * reads what is committed. Throws when another process holds the directory.
 */
export async function openSqlite(directory: string, migrate: 'auto' | 'off' = 'auto'): Promise<Store> {
  const lock = lockDirectory(directory);
  const opened = [lock];
  const openNext = (file: string) => {
    const connection = open(file);
    opened.push(connection);
    return connection;
  };
  try {
    return await openLocked(directory, { lock, openNext, migrate });
  } catch (error) {
    for (const connection of opened.reverse()) connection.close();
    throw error;
  }
}

/** Opens the store in a directory that `lock` holds. */
async function openLocked(
  directory: string,
  { lock, openNext, migrate }: { lock: Connection; openNext: (file: string) => Connection; migrate: 'auto' | 'off' },
): Promise<Store> {
  const file = join(directory, FILE);
  // Its log and its index of that log take their mode from it.
  makePrivateFile(file);
  const writing = openNext(file);
  // What is deleted or sealed again is overwritten in its page, which is written anyway.
  writing.exec('pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = fast');
  await migrateConnection(writing, file, migrate);
  const reading = openNext(file);
  reading.exec('pragma query_only = on');

  // From here on the log is synced beside the event loop, which a sync within the commit would stop for its time. SQLite
  // still syncs the log before it moves anything from it into the database.
  writing.exec(`pragma synchronous = normal; pragma wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  const log = await openFile(`${file}-wal`, 'r+');

  const committed = committedRows(writing, reading);
  const write = new Statements(writing);
  const signals = new Signals();
  const commits = new GroupCommit(
    prepared(writing),
    async (work: (tx: SystemTx) => Promise<unknown>, signal) => {
      const endings = new Endings();
      const value = await work(transactionOn(write, signal, endings));
      await endings.run();
      return value;
    },
    (topic, id) => signals.emit(topic, id),
    { sync: () => log.datasync(), restart: () => restartLog(writing) },
  );

  return {
    dialect: 'sqlite',
    exclusive: true,
    system: durableReaderOn(committed, commits),
    within: (scope) => durableReaderOn(committed, commits, scope),
    committed: (scope) => readerOn(committed, scope),
    transaction: (work) => commits.add(work) as Promise<never>,
    get use() {
      return { open: 2, busy: commits.busy ? 1 : 0, waiting: commits.waiting };
    },
    onSignal: (topic, listener) => signals.on(topic, listener),
    async close() {
      await commits.close();
      await log.close();
      reading.close();
      // What was overwritten or deleted is still in the log.
      try {
        writing.exec('pragma wal_checkpoint(truncate)');
      } catch (error) {
        // On a full disk the log stays, and the next start reads it.
        if (!isNoSpace(error)) throw error;
      }
      writing.close();
      lock.close();
    },
  };
}
