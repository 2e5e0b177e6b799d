import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Keys of the media of accounts, each sealed with the key of its account. */
export const mediaKeys: Migration = {
  async up(db: Kysely<unknown>) {
    const bytes = db.getExecutor().adapter.supportsTransactionalDdl ? 'bytea' : 'blob';
    const table = `create table media_keys (
      account_id text not null, id text not null, created_at bigint not null, data ${bytes} not null,
      primary key (account_id, id)
    )`;
    await sql.raw(table).execute(db);
  },
};
