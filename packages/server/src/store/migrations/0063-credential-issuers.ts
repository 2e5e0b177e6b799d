import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Issuers of credentials of wallets that the operator trusts. */
export const credentialIssuers: Migration = {
  async up(db: Kysely<unknown>) {
    const bytes = db.getExecutor().adapter.supportsTransactionalDdl ? 'bytea' : 'blob';
    const columns = [
      'fingerprint text primary key',
      'country text not null',
      'source text not null',
      'imported_at bigint not null',
      'imported_by text',
      `der ${bytes} not null`,
      'kind text not null',
      'name text',
      'types text',
      'subject text',
      'valid_from bigint',
      'valid_to bigint',
    ];
    await sql.raw(`create table credential_issuers (${columns.join(', ')})`).execute(db);
  },
};
