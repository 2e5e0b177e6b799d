import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Lists of revoked credentials that the operator has loaded. */
export const statusLists: Migration = {
  async up(db: Kysely<unknown>) {
    const bytes = db.getExecutor().adapter.supportsTransactionalDdl ? 'bytea' : 'blob';
    const columns = [
      'uri text primary key',
      'country text not null',
      'signer text not null',
      'size bigint not null',
      'issued_at bigint not null',
      'expires_at bigint not null',
      'loaded_at bigint not null',
      'loaded_by text',
      `token ${bytes} not null`,
    ];
    await sql.raw(`create table credential_status_lists (${columns.join(', ')})`).execute(db);
  },
};
