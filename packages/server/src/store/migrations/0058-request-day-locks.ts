import { type Kysely, PostgresAdapter, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * The functions of `0032-request-log`, which give up after a second: requests wait behind a statement that waits for a lock, and a backup
 * holds locks for as long as it reads. Then the rows of a new day go into the default partition, and upkeep drops old days later.
 */
const functions = [
  `create or replace function keep_request_day(day bigint) returns boolean language plpgsql as $$
    begin
      perform set_config('lock_timeout', '1s', true);
      perform pg_advisory_xact_lock(hashtext('request_batches'));
      execute format('create table if not exists %I partition of request_batches for values from (%s) to (%s)',
        'request_batches_' || day, day * 86400000, (day + 1) * 86400000);
      return true;
    exception when check_violation or lock_not_available then
      return false;
    end $$`,
  `create or replace function drop_request_days(before bigint) returns bigint language plpgsql as $$
    declare
      part text;
      dropped bigint := 0;
    begin
      perform set_config('lock_timeout', '1s', true);
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
    exception when lock_not_available then
      return 0;
    end $$`,
];

export const requestDayLocks: Migration = {
  async up(db: Kysely<unknown>) {
    if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return;
    for (const statement of functions) await sql.raw(statement).execute(db);
  },
};
