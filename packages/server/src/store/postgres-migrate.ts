import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, PostgresAdapter, PostgresDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import type { Logger } from 'pino';
import { migrations } from './migrations/index.ts';
import type { StoreMigration } from './migrations/store-migration.ts';
import { readSchemaState, refuseUnfit, type SchemaState, withUnknown } from './schema-state.ts';

/**
 * Milliseconds for which a migration waits for the lock of a table. Every statement that comes after it waits as well, so it gives up,
 * and is tried again.
 */
const LOCK_TIMEOUT_MS = 3_000;

/** Milliseconds before the next try: doubled each time, up to the last of these; and for how long there are tries. */
const RETRY_MS = { first: 500, last: 15_000, all: 10 * 60_000 } as const;

/** Key of the lock by which processes that start together take turns: Kysely's, which earlier releases take. */
const TURN = '3853314791062309107';

/** The lock was not given in time, or the server broke a circle of transactions that wait for each other. */
const LOCKED = new Set<unknown>(['55P03', '40P01']);

/** Milliseconds before a process looks again whether another one still migrates. */
const TURN_MS = 100;

/** Another process migrates. */
class NotOurTurn extends Error {}

/** Takes no lock of its own, and leaves `lock_timeout` alone: `step` takes the lock, and its transaction ends it. */
class AdapterWithoutLock extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

class MigrationDialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new AdapterWithoutLock();
  }
}

/** A connection for migrations; end it with `destroy`. */
export function migrationDatabase(url: string, log: Pick<Logger, 'warn'>): Kysely<unknown> {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  // A connection that breaks must not end the process: the next statement reports it.
  pool.on('error', (error) => log.warn({ err: error }, 'lost a connection during the migration'));
  pool.on('connect', (client) => client.on('error', () => undefined));
  return new Kysely<unknown>({ dialect: new MigrationDialect({ pool }) });
}

/**
 * Brings the schema up to date: each migration in a transaction of its own, so that its locks end with it; all of them in one on an
 * empty database. A process that is killed leaves whole migrations, and perhaps parts of `before` of the next one, which the next start
 * repeats. Returns the names of the migrations that ran.
 */
export async function migratePostgres(url: string, log: Logger, migrate: 'auto' | 'off' = 'auto'): Promise<string[]> {
  const db = migrationDatabase(url, log);
  const done: string[] = [];
  try {
    for (;;) {
      const state = await readSchemaState(db);
      refuseUnfit(state, migrate);
      if (state.pending.length === 0) return done;
      const names = await withRetries(log, () => step(db, state));
      if (done.length > 0 || state.unknown.length > 0) log.info({ migrations: names }, 'migrated');
      done.push(...names);
    }
  } finally {
    await db.destroy();
  }
}

/** Runs the next migration, or all of them on an empty database. */
async function step(db: Kysely<unknown>, { pending, unknown }: SchemaState): Promise<string[]> {
  const next = pending[0] as string;
  const isEmpty = pending.length === Object.keys(migrations).length && unknown.length === 0;
  const before = migrations[next]?.before;
  if (before && !isEmpty) await runBefore(db, next, before);
  return db.transaction().execute(async (trx) => {
    await takeTurn(trx, 'pg_try_advisory_xact_lock');
    await sql.raw(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`).execute(trx);
    const state = await readSchemaState(trx);
    // Another process has run it, or others, meanwhile.
    if (state.pending[0] !== next) return [];
    const migrator = new Migrator({
      db: trx,
      provider: { getMigrations: async () => withUnknown(state) },
      allowUnorderedMigrations: true,
    });
    const { error, results = [] } = await (isEmpty ? migrator.migrateToLatest() : migrator.migrateUp());
    if (error) throw error;
    return results.map(({ migrationName }) => migrationName);
  });
}

/** Runs the part of a migration that needs no transaction, on one connection which has the turn. */
async function runBefore(db: Kysely<unknown>, name: string, before: Required<StoreMigration>['before']): Promise<void> {
  await db.connection().execute(async (connection) => {
    await takeTurn(connection, 'pg_try_advisory_lock');
    try {
      const { pending } = await readSchemaState(connection);
      if (pending[0] !== name) return;
      await sql.raw(`set lock_timeout = ${LOCK_TIMEOUT_MS}`).execute(connection);
      await before(connection);
    } finally {
      // A session that the server has ended has no lock any more.
      await sql
        .raw(`reset lock_timeout; select pg_advisory_unlock(${TURN})`)
        .execute(connection)
        .catch(() => undefined);
    }
  });
}

/**
 * Takes the turn, or throws. A statement that waits for the lock would hold a snapshot, and an index that another process builds waits
 * for the end of every older snapshot.
 */
async function takeTurn(
  db: Kysely<unknown>,
  lock: 'pg_try_advisory_lock' | 'pg_try_advisory_xact_lock',
): Promise<void> {
  const { rows } = await sql<{ taken: boolean }>`select ${sql.raw(lock)}(${sql.raw(TURN)}) as taken`.execute(db);
  if (!rows[0]?.taken) throw new NotOurTurn();
}

async function withRetries<T>(log: Logger, work: () => Promise<T>): Promise<T> {
  const end = performance.now() + RETRY_MS.all;
  for (let delay: number = RETRY_MS.first; ; ) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof NotOurTurn) {
        await pause(TURN_MS);
        continue;
      }
      const isLocked = LOCKED.has((error as { code?: unknown }).code);
      if (!isLocked || performance.now() + delay > end) throw error;
      log.warn({ retryInMs: delay }, 'a migration waits for a table that is in use');
      await pause(delay);
      delay = Math.min(delay * 2, RETRY_MS.last);
    }
  }
}
