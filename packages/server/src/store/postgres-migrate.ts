import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, PostgresAdapter, PostgresDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import type { Logger } from 'pino';
import { readSchemaState, refuseUnfit, withUnknown } from './schema-state.ts';

/**
 * Milliseconds for which a migration waits for the lock of a table. Every statement that comes after it waits as well, so it gives up,
 * and is tried again.
 */
const LOCK_TIMEOUT_MS = 3_000;

/** Milliseconds before the next try: doubled each time, up to the last of these; and for how long there are tries. */
const RETRY_MS = { first: 500, last: 15_000, all: 10 * 60_000 } as const;

/** Key of the lock by which processes that start together take turns: Kysely's, which earlier releases take. */
const TURN = '3853314791062309107';

const LOCK_NOT_AVAILABLE = '55P03';

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
 * empty database. A process that is killed leaves whole migrations. Returns the names of the migrations that ran.
 */
export async function migratePostgres(url: string, log: Logger, migrate: 'auto' | 'off' = 'auto'): Promise<string[]> {
  const db = migrationDatabase(url, log);
  const done: string[] = [];
  try {
    for (;;) {
      const state = await readSchemaState(db);
      refuseUnfit(state, migrate);
      if (state.pending.length === 0) return done;
      const names = await withRetries(log, () => step(db));
      if (done.length > 0 || state.unknown.length > 0) log.info({ migrations: names }, 'migrated');
      done.push(...names);
    }
  } finally {
    await db.destroy();
  }
}

/** Runs the next migration, or all of them on an empty database. */
function step(db: Kysely<unknown>): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    await sql.raw(`select pg_advisory_xact_lock(${TURN})`).execute(trx);
    await sql.raw(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`).execute(trx);
    const state = await readSchemaState(trx);
    const migrations = withUnknown(state);
    const migrator = new Migrator({
      db: trx,
      provider: { getMigrations: async () => migrations },
      allowUnorderedMigrations: true,
    });
    const isEmpty = state.pending.length === Object.keys(migrations).length;
    const { error, results = [] } = await (isEmpty ? migrator.migrateToLatest() : migrator.migrateUp());
    if (error) throw error;
    return results.map(({ migrationName }) => migrationName);
  });
}

async function withRetries<T>(log: Logger, work: () => Promise<T>): Promise<T> {
  const end = performance.now() + RETRY_MS.all;
  for (let delay: number = RETRY_MS.first; ; delay = Math.min(delay * 2, RETRY_MS.last)) {
    try {
      return await work();
    } catch (error) {
      const isLocked = (error as { code?: unknown }).code === LOCK_NOT_AVAILABLE;
      if (!isLocked || performance.now() + delay > end) throw error;
      log.warn({ retryInMs: delay }, 'a migration waits for a table that is in use');
      await pause(delay);
    }
  }
}
