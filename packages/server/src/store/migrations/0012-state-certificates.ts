import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const kept = (bytes: string) => [
  'fingerprint text primary key',
  'country text not null',
  'source text not null',
  'imported_at bigint not null',
  'imported_by text',
  `der ${bytes} not null`,
];

const certificates = [
  'subject text not null',
  'issuer text not null',
  'serial text not null',
  'valid_from bigint not null',
  'valid_to bigint not null',
  'is_root integer not null',
];

const revocationLists = [
  'issuer text not null',
  'issued_at bigint not null',
  'next_at bigint',
  'revoked integer not null',
];

/** Certificates of states and their revocation lists, by which chips of documents are authenticated. */
export const stateCertificates: Migration = {
  async up(db: Kysely<unknown>) {
    const bytes = db.getExecutor().adapter.supportsTransactionalDdl ? 'bytea' : 'blob';
    const tables = { state_certificates: certificates, state_revocation_lists: revocationLists };
    for (const [table, columns] of Object.entries(tables)) {
      await sql.raw(`create table ${table} (${[...kept(bytes), ...columns].join(', ')})`).execute(db);
      await sql.raw(`create index ${table}_by_country on ${table} (country)`).execute(db);
    }
  },
};
