import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { freshDatabase } from '../testing/database.ts';
import { planMigrations } from './migration-plan.ts';
import { migrations } from './migrations/index.ts';
import { openPostgres } from './postgres.ts';
import { migratePostgres, migrationDatabase } from './postgres-migrate.ts';
import { COMPATIBLE_FROM } from './schema-state.ts';
import { migrateSqlite, openSqlite, readingDatabase } from './sqlite.ts';
import { connect } from './sqlite-connection.ts';

const names = Object.keys(migrations);
const last = names.at(-1) as string;
const log = pino({ level: 'silent' });

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'bonafide-migrate-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

describe('the embedded store', () => {
  const run = (statement: string) => {
    const connection = connect(join(directory, 'bonafide.db'));
    connection.exec(statement);
    connection.close();
  };
  const plan = async () => {
    const db = readingDatabase(directory);
    try {
      return await planMigrations(db, 'sqlite');
    } finally {
      await db.destroy();
    }
  };

  test('is migrated by a command, once, and a plan changes nothing', async () => {
    expect((await plan()).map(({ name }) => name)).toEqual(names);
    await expect(openSqlite(directory, 'off')).rejects.toThrow(
      /lacks migrations of this version: 0001-main-job, .*Run "bonafide migrate"/,
    );
    expect(await migrateSqlite(directory)).toEqual(names);
    expect(await migrateSqlite(directory)).toEqual([]);
    expect(await plan()).toEqual([]);
    await (await openSqlite(directory, 'off')).close();
  });

  test('of a newer version is used as long as its migrations only add', async () => {
    await migrateSqlite(directory);
    run("insert into kysely_migration (name, timestamp) values ('9998-later', '2027-01-01')");
    await (await openSqlite(directory)).close();
    await (await openSqlite(directory, 'off')).close();
    run(`insert into meta (key, value) values ('${COMPATIBLE_FROM}', '9998-later')`);
    await expect(openSqlite(directory)).rejects.toThrow(
      `A newer version has upgraded the store. It needs a version with migration 9998-later, and this one ends with ${last}. Install the newer version`,
    );
  });

  test('stays as it was when a migration is interrupted', async () => {
    await migrateSqlite(directory);
    run(`delete from kysely_migration where name = '${last}'`);
    const { up } = migrations[last]!;
    const interrupted = vi.spyOn(migrations[last]!, 'up').mockImplementation(async (db) => {
      await up(db);
      await sql`create table half (id text)`.execute(db);
      throw new Error('killed');
    });
    try {
      await expect(migrateSqlite(directory)).rejects.toThrow('killed');
    } finally {
      interrupted.mockRestore();
    }
    expect((await plan()).map(({ name }) => name)).toEqual([last]);
    expect(() => run('select * from half')).toThrow('no such table');
    expect(await migrateSqlite(directory)).toEqual([last]);
  });
});

describe.skipIf(!process.env.DATABASE_URL)('PostgreSQL', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let client: pg.Client;
  beforeEach(async () => {
    database = await freshDatabase();
    client = new pg.Client(database!.url);
    await client.connect();
  });
  afterEach(async () => {
    await client.end();
    await database!.drop();
  });
  const executed = async () => (await client.query('select name from kysely_migration order by name')).rows.length;

  test('is migrated by a command while two processes start, and a plan names tables, rows and waiting', async () => {
    const { url } = database!;
    await expect(openPostgres(url, log, { migrate: 'off' })).rejects.toThrow('Run "bonafide migrate"');
    const [first, second] = await Promise.all([migratePostgres(url, log), migratePostgres(url, log)]);
    expect([...first, ...second]).toEqual(names);
    await (await openPostgres(url, log, { migrate: 'off' })).close();

    await client.query('delete from kysely_migration where name in ($1, $2)', ['0029-checks-by-day', last]);
    await client.query(
      "insert into applicants (account_id, environment, id, created_at, data) select 'a', 'live', n::text, n, '' from generate_series(1, 50) n",
    );
    const db = migrationDatabase(url, log);
    try {
      const plan = await planMigrations(db, 'postgres');
      expect(plan.map(({ name }) => name)).toEqual(['0029-checks-by-day', last]);
      expect(plan.at(-1)!.statements).toEqual([
        expect.objectContaining({ table: 'reports', waiting: 'changes of the same rows', rows: 0 }),
      ]);
      expect(plan[0]!.statements).toEqual([
        {
          sql: 'create index concurrently checks_by_day on checks (account_id, environment, created_at, result)',
          table: 'checks',
          waiting: 'nothing',
          rows: 0,
          seconds: 0.01,
        },
      ]);
      expect(await executed()).toBe(names.length - 2);
    } finally {
      await db.destroy();
    }
  });

  test('keeps the migrations that ended before one that was killed', async () => {
    const { url } = database!;
    await migratePostgres(url, log);
    const [before] = names.slice(-2) as [string];
    await client.query('delete from kysely_migration where name in ($1, $2)', [before, last]);
    await client.query('alter table memberships drop column accepted_at');
    await client.query('alter table members drop column email_proved_at');
    await client.query('alter table invitations drop column account_id, drop column mailed_at, drop column data');
    const killed = vi.spyOn(migrations[last]!, 'up').mockImplementation(async (db) => {
      await sql`create table half (id text)`.execute(db);
      // As when the process is killed: the server ends the session, and nobody says commit or rollback.
      await client.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
      await sql`select 1`.execute(db);
    });
    try {
      await expect(migratePostgres(url, log)).rejects.toThrow();
    } finally {
      killed.mockRestore();
    }
    expect(await executed()).toBe(names.length - 1);
    expect((await client.query("select to_regclass('half') as half")).rows).toEqual([{ half: null }]);
    expect(await migratePostgres(url, log)).toEqual([last]);
  });

  test('builds an index beside writers, and again when the build was killed half-way', async () => {
    const { url } = database!;
    await migratePostgres(url, log);
    await client.query('delete from kysely_migration where name = $1', ['0029-checks-by-day']);
    await client.query('drop index checks_by_day');
    const indexes = async () =>
      (
        await client.query(
          "select relname as name, indisvalid as valid from pg_index join pg_class on oid = indexrelid where relname like 'checks_by_day%'",
        )
      ).rows;
    const insert = `insert into checks (id, account_id, environment, applicant_id, created_at, status, data)
      values (md5(random()::text), 'a', 'live', 'b', 1, 'complete', '')`;

    // The build waits for a transaction that has written, and the writes of others don't wait for the build.
    const writer = new pg.Client(url);
    await writer.connect();
    await writer.query('begin');
    await writer.query(insert);
    const migrating = migratePostgres(url, log);
    const killed = expect(migrating).rejects.toThrow('terminating connection');
    await vi.waitFor(async () => expect(await indexes()).toEqual([{ name: 'checks_by_day', valid: false }]), 10_000);
    await client.query("set statement_timeout = '5s'");
    await client.query(insert);
    const other = migratePostgres(url, log);
    await client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'create index concurrently%'",
    );
    await killed;
    expect(await indexes()).toEqual([{ name: 'checks_by_day', valid: false }]);
    await writer.query('commit');
    await writer.end();

    // A process that came meanwhile has waited for its turn.
    expect(await other).toEqual(['0029-checks-by-day']);
    expect(await indexes()).toEqual([{ name: 'checks_by_day', valid: true }]);
    expect(await migratePostgres(url, log)).toEqual([]);
  });

  test('lets requests go on while a migration waits for a table', async () => {
    const { url } = database!;
    await migratePostgres(url, log);
    await client.query('delete from kysely_migration where name = $1', [last]);
    await client.query('begin');
    await client.query('lock table reports in access exclusive mode');
    const waits = vi.fn();
    const migrating = migratePostgres(url, { ...log, warn: waits, info: () => undefined } as never);
    await vi.waitFor(() => expect(waits).toHaveBeenCalled(), 10_000);
    expect(waits.mock.calls[0]![1]).toBe('a migration waits for a table that is in use');
    await client.query('commit');
    expect(await migrating).toEqual([last]);
  });
});
