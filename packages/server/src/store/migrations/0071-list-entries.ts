import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Blocklist and allowlist of each account. */
export const listEntries: Migration = {
  async up(db: Kysely<unknown>) {
    const bytes = db.getExecutor().adapter.supportsTransactionalDdl ? 'bytea' : 'blob';
    const statements = [
      `create table list_entries (
        id text primary key, account_id text not null, environment text not null, list text not null, kind text not null,
        hash text not null, created_at bigint not null, created_by text not null, expires_at bigint, data ${bytes} not null
      )`,
      'create unique index list_entries_by_hash on list_entries (hash, account_id, environment)',
      'create index list_entries_by_account on list_entries (account_id, environment, list, id)',
      'create index list_entries_by_expiry on list_entries (expires_at)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
