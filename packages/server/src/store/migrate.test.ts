import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import pino from 'pino';
import { v7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { freshDatabase } from '../testing/database.ts';
import { planMigrations } from './migration-plan.ts';
import { migrations } from './migrations/index.ts';
import { indexMigration } from './migrations/store-migration.ts';
import { openPostgres } from './postgres.ts';
import { migratePostgres, migrationDatabase } from './postgres-migrate.ts';
import { COMPATIBLE_FROM } from './schema-state.ts';
import { migrateSqlite, openSqlite, readingDatabase } from './sqlite.ts';
import { connect } from './sqlite-connection.ts';

const names = Object.keys(migrations);
const last = names.at(-1) as string;
/** Two migrations. The second one changes `reports`, and may run again. */
const [before, repeatable] = ['0051-accepted-memberships', '0054-review-filing'] as const;
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
    const up = vi.spyOn(migrations[last]!, 'up');
    try {
      up.mockImplementation(async (db) => {
        await sql`create table half (id text)`.execute(db);
        throw new Error('killed');
      });
      await expect(migrateSqlite(directory)).rejects.toThrow('killed');
      expect(() => run('select * from half')).toThrow('no such table');
      // Tables of the migration are in the store already.
      up.mockResolvedValue();
      expect((await plan()).map(({ name }) => name)).toEqual([last]);
      expect(await migrateSqlite(directory)).toEqual([last]);
    } finally {
      up.mockRestore();
    }
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

    await client.query('delete from kysely_migration where name in ($1, $2)', ['0029-checks-by-day', repeatable]);
    await client.query(
      "insert into applicants (account_id, environment, id, created_at, data) select 'a', 'live', n::text, n, '' from generate_series(1, 50) n",
    );
    const db = migrationDatabase(url, log);
    try {
      const plan = await planMigrations(db, 'postgres');
      expect(plan.map(({ name }) => name)).toEqual(['0029-checks-by-day', repeatable]);
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
    await client.query('delete from kysely_migration where name in ($1, $2)', [before, repeatable]);
    await client.query('alter table memberships drop column accepted_at');
    await client.query('alter table members drop column email_proved_at');
    await client.query('alter table invitations drop column account_id, drop column mailed_at, drop column data');
    const killed = vi.spyOn(migrations[repeatable]!, 'up').mockImplementation(async (db) => {
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
    expect(await migratePostgres(url, log)).toEqual([repeatable]);
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
    await expect.poll(indexes).toEqual([{ name: 'checks_by_day', valid: false }]);
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

  test('builds the index of a partitioned table in each partition, and continues after a kill', async () => {
    const { url } = database!;
    await migratePostgres(url, log);
    const indexes = async () =>
      (
        await client.query(
          `select relname as name, indisvalid as valid, exists (select from pg_inherits where inhrelid = oid) as attached
            from pg_index join pg_class on oid = indexrelid where relname like 'events_by_test%' order by relname collate "C"`,
        )
      ).rows.map(({ name, valid, attached }) => [name, valid, attached]);
    // As a killed build leaves it.
    await client.query('create index events_by_test on only events (account_id, id)');
    await client.query('create index events_by_test_default on events_default (account_id, id)');
    await client.query("update pg_index set indisvalid = false where indexrelid = 'events_by_test_default'::regclass");
    const migration = indexMigration(['events_by_test on events (account_id, id)']);
    const db = migrationDatabase(url, log);
    const build = async () => {
      await migration.before!(db);
      await migration.up(db);
    };
    try {
      await build();
      const { rows } = await client.query(
        "select inhrelid::regclass::text as name from pg_inherits where inhparent = 'events'::regclass",
      );
      const partitions = rows.map(({ name }) => [name.replace('events', 'events_by_test'), true, true]);
      const built = [['events_by_test', true, false], ...partitions.toSorted()];
      expect(partitions.length).toBeGreaterThan(2);
      expect(await indexes()).toEqual(built);
      await build();
      expect(await indexes()).toEqual(built);
    } finally {
      await db.destroy();
    }
  });

  test('makes a table with rows the first partition, without rewriting it', async () => {
    const { url } = database!;
    const quarters = '0057-event-quarters';
    await client.query(
      'create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)',
    );
    await client.query("insert into kysely_migration values ($1, '2026-01-01')", [quarters]);
    await migratePostgres(url, log);
    await client.query('delete from kysely_migration where name = $1', [quarters]);
    const insert = (id: string) =>
      client.query(
        "insert into events values ($1, 'a', 'live', 'check.completed', 'check', 'b', 'c', null, 'complete', 1)",
        [id],
      );
    const old = ['2025-01-01', '2026-01-01', '2026-11-01'].map((day) => v7({ msecs: Date.parse(day) }));
    for (const id of old) await insert(id);
    // The clock of a machine was once in the wrong year.
    await client.query(
      "insert into delivery_attempts (id, account_id, environment, delivery_id, number, at, latency_ms) values ($1, 'a', 'live', 'd', 1, 1, 1)",
      [v7({ msecs: Date.parse('2031-05-05') })],
    );
    const file = async (table: string) =>
      (await client.query('select pg_relation_filenode($1::regclass) as file', [table])).rows[0].file;
    const node = await file('events');
    // A migration that was killed long ago has left a constraint that would soon refuse rows.
    const soon = v7({ msecs: Date.now() + 86_400_000 });
    await client.query(`alter table events add constraint events_first check (id < '${soon}') not valid`);

    const db = migrationDatabase(url, log);
    const [plan] = await planMigrations(db, 'postgres').finally(() => db.destroy());
    const shown = plan!.statements
      .filter(({ table }) => table === 'events')
      .map(({ sql: text, waiting }) => [text.replace(/'[0-9a-f-]{36}'/, 'BOUND'), waiting]);
    expect(shown).toEqual([
      ['alter table events add constraint events_first check (id < BOUND) not valid', 'reads and writes'],
      ['alter table events validate constraint events_first', 'nothing'],
      ['alter table events rename to events_first', 'reads and writes'],
      ['alter table events attach partition events_first for values from (minvalue) to (BOUND)', 'reads and writes'],
    ]);

    expect(await migratePostgres(url, log)).toEqual([quarters]);
    expect(await file('events_first')).toBe(node);
    const bounds = async () =>
      (
        await client.query(
          `select relname as name, pg_get_expr(relpartbound, oid) as bound from pg_class
            where oid in (select inhrelid from pg_inherits where inhparent = 'events'::regclass) order by relname`,
        )
      ).rows;
    const [next, byDefault, first] = await bounds();
    const end = /TO \('(.*)'\)/.exec(first.bound)![1] as string;
    expect(end > soon).toBe(true);
    expect([first.name, byDefault]).toEqual(['events_first', { name: 'events_default', bound: 'DEFAULT' }]);
    expect(next.bound).toMatch(new RegExp(`^FOR VALUES FROM \\('${end}'\\) TO `));
    // The indexes of the old table are parts of the indexes of the new one.
    const { rows: apart } = await client.query(
      `select indexrelid::regclass::text as name from pg_index where indrelid = 'events_first'::regclass
        and indexrelid not in (select inhrelid from pg_inherits)`,
    );
    expect(apart).toEqual([]);

    const timeOf = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
    const later = timeOf(/TO \('(.*)'\)/.exec(next.bound)![1] as string);
    await insert(v7({ msecs: later - 1 }));
    await insert(v7({ msecs: later }));
    await insert('an id without a time');
    const places = (
      await client.query(
        'select tableoid::regclass::text as place, count(*)::int as n from events group by 1 order by 1',
      )
    ).rows;
    expect(places).toEqual([
      { place: next.name, n: 1 },
      { place: 'events_default', n: 2 },
      { place: 'events_first', n: 3 },
    ]);

    const keep = async (until: number) =>
      (await client.query('select keep_event_quarters($1) as made', [until])).rows[0].made;
    const drop = async (time: number) =>
      Number((await client.query('select drop_event_quarters($1) as dropped', [time])).rows[0].dropped);
    expect(await keep(later - 1)).toBe(true);
    // A row of that quarter is in the default partition.
    expect(await keep(later)).toBe(false);
    await client.query('delete from events where tableoid = $1::regclass', ['events_default']);
    expect(await keep(later)).toBe(true);
    expect((await bounds()).length).toBe(4);
    // Deliveries have no rows. The quarter of the wrong clock has not ended.
    expect(await drop(later)).toBe(2);
    expect((await bounds()).length).toBe(4);
    await client.query('delete from events where id < $1', [end]);
    const reader = new pg.Client(url);
    await reader.connect();
    await reader.query('begin; select * from events limit 1');
    expect(await drop(later)).toBe(0);
    await reader.query('commit');
    await reader.end();
    expect(await drop(later)).toBe(1);
    expect((await bounds()).map(({ name }) => name)).not.toContain('events_first');
    expect(await migratePostgres(url, log)).toEqual([]);
  });

  test('lets requests go on while a migration waits for a table', async () => {
    const { url } = database!;
    await migratePostgres(url, log);
    await client.query('delete from kysely_migration where name = $1', [repeatable]);
    await client.query('begin');
    await client.query('lock table reports in access exclusive mode');
    const waits = vi.fn();
    const migrating = migratePostgres(url, { ...log, warn: waits, info: () => undefined } as never);
    await expect.poll(() => waits.mock.calls).not.toEqual([]);
    expect(waits.mock.calls[0]![1]).toBe('a migration waits for a table that is in use');
    await client.query('commit');
    expect(await migrating).toEqual([repeatable]);
  });
});
