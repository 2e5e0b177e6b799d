import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const columns = [
  'id text primary key',
  'account_id text not null',
  'environment text not null',
  'applicant_id text not null',
  'hash text not null',
];

const indexes = [
  'document_numbers_by_hash on document_numbers (account_id, environment, hash)',
  'document_numbers_of_applicant on document_numbers (applicant_id)',
];

/** Keyed hashes of the documents that reports have read, so that a returning document is recognised. */
export const documentNumbers: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(`create table document_numbers (${columns.join(', ')})`).execute(db);
    for (const index of indexes) await sql.raw(`create index ${index}`).execute(db);
  },
};
