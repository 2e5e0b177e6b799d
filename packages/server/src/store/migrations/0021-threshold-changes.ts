import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Changes of a screening threshold of an account: author, time, reason, and the measurements at both values. */
export const thresholdChanges: Migration = {
  async up(db: Kysely<unknown>) {
    const statements = [
      `create table threshold_changes (
        id text primary key, account_id text not null, at bigint not null, changed_by text not null,
        setting text not null, old_value double precision not null, new_value double precision not null,
        note text not null, figures text not null
      )`,
      'create index threshold_changes_by_account on threshold_changes (account_id, id)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
