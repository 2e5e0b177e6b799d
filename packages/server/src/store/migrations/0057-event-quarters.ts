import { type Kysely, PostgresAdapter, sql } from 'kysely';
import type { StoreMigration } from './store-migration.ts';

/** Tables that grow with every event. Their ids begin with the time (UUID version 7). */
const TABLES = ['events', 'deliveries', 'delivery_attempts'];

const DAY_MS = 86_400_000;

/**
 * Days for which the existing table takes rows at least. A migration that is killed leaves its constraint behind, so writes would fail
 * when these days are over and nobody has repeated it.
 */
const LEAST_DAYS = { new: 30, found: 10 } as const;

/** The last millisecond that an id can hold. */
const LATEST = 0xffff_ffff_ffff;

/** The smallest id of a time in Unix milliseconds. */
function idFrom(time: number): string {
  const hex = time.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

const timeOf = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

/** Beginning of the first quarter of a year that begins after a time. */
function quarterAfter(time: number): number {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), Math.floor(date.getUTCMonth() / 3) * 3 + 3, 1);
}

/**
 * The id below which the rows of a table lie, now and for `LEAST_DAYS`. Rows that a clock of the wrong year has written lie below it
 * too.
 */
async function newBound(db: Kysely<unknown>, table: string): Promise<string> {
  const { rows } = await sql<{ newest: string | null }>`select max(id) as newest from ${sql.table(table)}`.execute(db);
  const newest = timeOf(rows[0]?.newest ?? idFrom(0));
  return idFrom(Math.min(quarterAfter(Math.max(newest, Date.now() + LEAST_DAYS.new * DAY_MS)), LATEST));
}

/** The id below which the rows of a table lie, by the constraint that `before` has added. */
async function boundOf(db: Kysely<unknown>, table: string): Promise<string | undefined> {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid = to_regclass(${table}) and conname = ${`${table}_first`}`.execute(db);
  return /'([0-9a-f-]{36})'/.exec(rows[0]?.definition ?? '')?.[1];
}

async function isPartitioned(db: Kysely<unknown>, table: string): Promise<boolean> {
  const { rows } = await sql<{ kind: string }>`
    select relkind as kind from pg_class where oid = to_regclass(${table})`.execute(db);
  return rows[0]?.kind === 'p';
}

/**
 * Makes a table the first partition of a new table of its name, without reading its rows: the constraint proves that they belong there.
 * Its indexes become parts of the indexes of the new table.
 */
async function attach(db: Kysely<unknown>, table: string): Promise<void> {
  if (await isPartitioned(db, table)) return;
  const bound = (await boundOf(db, table)) ?? (await newBound(db, table));
  const { rows: indexes } = await sql<{ name: string; definition: string }>`
    select relname as name, pg_get_indexdef(indexrelid) as definition from pg_index join pg_class on oid = indexrelid
    where indrelid = to_regclass(${table}) and not indisprimary order by indexrelid`.execute(db);
  const statements = [
    `alter table ${table} rename to ${table}_first`,
    `alter index ${table}_pkey rename to ${table}_first_pkey`,
    ...indexes.map(({ name }) => `alter index ${name} rename to ${name}_first`),
    `create table ${table} (like ${table}_first including defaults, primary key (id)) partition by range (id)`,
    `alter table ${table} attach partition ${table}_first for values from (minvalue) to ('${bound}')`,
    `alter table ${table}_first drop constraint if exists ${table}_first`,
    `create table ${table}_default partition of ${table} default`,
    ...indexes.map(({ definition }) => definition),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/**
 * `keep_event_quarters` makes the partitions of the quarters that begin before a time. Rows without a partition go into the default one,
 * so nothing is lost where nobody makes partitions. `drop_event_quarters` drops empty partitions of quarters that ended before a time.
 * Requests wait behind a statement that waits for a lock, so both give up after a second, and upkeep calls them again.
 */
const functions = [
  `create or replace function keep_event_quarters(until bigint) returns boolean language plpgsql as $$
    declare
      parent text;
      part text;
      newest text;
      begins timestamp;
      bound text;
    begin
      perform pg_advisory_xact_lock(hashtext('event_quarters'));
      perform set_config('lock_timeout', '1s', true);
      foreach parent in array array['${TABLES.join("', '")}'] loop
        loop
          select max(substring(pg_get_expr(relpartbound, oid) from 'TO \\(''([0-9a-f-]+)''\\)')) into newest
            from pg_class where oid in (select inhrelid from pg_inherits where inhparent = parent::regclass);
          begins := to_timestamp((('x' || left(replace(newest, '-', ''), 12))::bit(48)::bigint) / 1000) at time zone 'UTC';
          exit when newest is null or extract(epoch from begins) * 1000 > until;
          bound := lpad(to_hex((extract(epoch from begins + interval '3 months') * 1000)::bigint), 12, '0');
          bound := left(bound, 8) || '-' || right(bound, 4) || '-0000-0000-000000000000';
          part := parent || '_' || to_char(begins, 'YYYY"q"Q');
          execute format('create table %I (like %I including defaults)', part, parent);
          execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, part, newest, bound);
        end loop;
      end loop;
      return true;
    exception when check_violation or lock_not_available then
      return false;
    end $$`,
  `create or replace function drop_event_quarters(before bigint) returns bigint language plpgsql as $$
    declare
      parent text;
      part text;
      has_rows boolean;
      dropped bigint := 0;
    begin
      perform pg_advisory_xact_lock(hashtext('event_quarters'));
      perform set_config('lock_timeout', '1s', true);
      for parent, part in select inhparent::regclass::text, relname from pg_class join pg_inherits on inhrelid = oid
        where inhparent = any(array['${TABLES.join("', '")}']::regclass[])
        and ('x' || left(replace(substring(pg_get_expr(relpartbound, oid) from 'TO \\(''([0-9a-f-]+)''\\)'), '-', ''), 12))::bit(48)::bigint
          <= before
      loop
        execute format('select exists (select from %I)', part) into has_rows;
        continue when has_rows;
        -- In the order in which statements of requests take them: the table, then its partitions.
        execute format('lock table %I in access exclusive mode', parent);
        execute format('select exists (select from %I)', part) into has_rows;
        continue when has_rows;
        execute format('drop table %I', part);
        dropped := dropped + 1;
      end loop;
      return dropped;
    exception when lock_not_available then
      return 0;
    end $$`,
];

/** Partitions events, deliveries and their attempts by quarters of a year; PostgreSQL alone. */
export const eventQuarters: StoreMigration = {
  async before(db) {
    const soon = Date.now() + LEAST_DAYS.found * DAY_MS;
    for (const table of TABLES) {
      if (await isPartitioned(db, table)) continue;
      const found = await boundOf(db, table);
      if (found === undefined || timeOf(found) < soon) {
        if (found !== undefined) await sql.raw(`alter table ${table} drop constraint ${table}_first`).execute(db);
        const bound = await newBound(db, table);
        await sql
          .raw(`alter table ${table} add constraint ${table}_first check (id < '${bound}') not valid`)
          .execute(db);
      }
      await sql.raw(`alter table ${table} validate constraint ${table}_first`).execute(db);
    }
  },
  async up(db) {
    if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return;
    for (const table of TABLES) await attach(db, table);
    for (const statement of functions) await sql.raw(statement).execute(db);
    await sql.raw(`select keep_event_quarters(${quarterAfter(Date.now())})`).execute(db);
  },
};
