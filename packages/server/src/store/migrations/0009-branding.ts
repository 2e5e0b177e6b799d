import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const logos = (bytes: string) => [
  'account_id text primary key',
  'sha256 text not null',
  'created_at bigint not null',
  `bytes ${bytes} not null`,
];

/** Logos of accounts. `accounts.logo` describes the current logo; the bytes are read only when a browser asks. */
export const branding: Migration = {
  async up(db: Kysely<unknown>) {
    const bytes = db.getExecutor().adapter.supportsTransactionalDdl ? 'bytea' : 'blob';
    await sql.raw('alter table accounts add column logo text').execute(db);
    await sql.raw(`create table account_logos (${logos(bytes).join(', ')})`).execute(db);
    await sql.raw('create index account_logos_by_hash on account_logos (sha256)').execute(db);
  },
};
