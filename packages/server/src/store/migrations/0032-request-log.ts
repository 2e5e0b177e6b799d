import { type Kysely, PostgresAdapter, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const columns = `account_id text not null, environment text not null, at bigint not null, id text not null,
  first_at bigint not null, entries bigint not null, dropped bigint not null, data text not null,
  primary key (account_id, environment, at, id)`;

/** Statements for SQLite, where upkeep deletes old batches by their age. */
const ofSqlite = [
  `create table request_batches (${columns})`,
  'create index request_batches_by_age on request_batches (at)',
];

/**
 * Statements for PostgreSQL, where each day is a partition, which is dropped whole. Rows without a partition go into the default
 * one: then a process that can't make a partition loses nothing. The lock keeps two processes from making one at once.
 */
const ofPostgres = [
  `create table request_batches (${columns}) partition by range (at)`,
  'create table request_batches_default partition of request_batches default',
  `create function keep_request_day(day bigint) returns boolean language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(hashtext('request_batches'));
      execute format('create table if not exists %I partition of request_batches for values from (%s) to (%s)',
        'request_batches_' || day, day * 86400000, (day + 1) * 86400000);
      return true;
    exception when check_violation then
      return false;
    end $$`,
  `create function drop_request_days(before bigint) returns bigint language plpgsql as $$
    declare
      part text;
      dropped bigint := 0;
    begin
      perform pg_advisory_xact_lock(hashtext('request_batches'));
      for part in select relname from pg_inherits join pg_class on pg_class.oid = inhrelid
        where inhparent = 'request_batches'::regclass and relname ~ '^request_batches_[0-9]+$'
      loop
        if (substring(part from '[0-9]+$')::bigint + 1) * 86400000 <= before then
          execute format('drop table %I', part);
          dropped := dropped + 1;
        end if;
      end loop;
      delete from request_batches_default where at < before;
      return dropped;
    end $$`,
];

/** The requests of clients, in batches of an account and environment. */
export const requestLog: Migration = {
  async up(db: Kysely<unknown>) {
    const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
    for (const statement of postgres ? ofPostgres : ofSqlite) await sql.raw(statement).execute(db);
  },
};
