import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Views of lists that members save, and the view with which a list starts for a member. */
export const savedViews: Migration = {
  async up(db: Kysely<unknown>) {
    const bytes = db.getExecutor().adapter.supportsTransactionalDdl ? 'bytea' : 'blob';
    const statements = [
      `create table saved_views (
        id text primary key, account_id text not null, environment text not null, list text not null, member_id text not null,
        shared integer not null, created_at bigint not null, data ${bytes} not null
      )`,
      'create index saved_views_of_list on saved_views (account_id, environment, list, id)',
      `create table view_starts (
        account_id text not null, environment text not null, member_id text not null, list text not null, view_id text not null,
        primary key (account_id, environment, member_id, list)
      )`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
