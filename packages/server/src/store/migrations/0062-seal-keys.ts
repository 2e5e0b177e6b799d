import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Keys of issuers, by which signed barcodes of documents are verified. */
export const sealKeys: Migration = {
  async up(db: Kysely<unknown>) {
    const bytes = db.getExecutor().adapter.supportsTransactionalDdl ? 'bytea' : 'blob';
    const columns = [
      'scheme text not null',
      'fingerprint text not null',
      'country text not null',
      'source text not null',
      'imported_at bigint not null',
      'imported_by text',
      `der ${bytes} not null`,
      'reference text',
      'subject text',
      'algorithm text not null',
      'valid_from bigint',
      'valid_to bigint',
      'primary key (scheme, fingerprint)',
    ];
    await sql.raw(`create table seal_keys (${columns.join(', ')})`).execute(db);
  },
};
