import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const likenesses = (bytes: string) => [
  'id text not null',
  'account_id text not null',
  'environment text not null',
  'applicant_id text not null',
  'what text not null',
  `data ${bytes} not null`,
  'primary key (id, what)',
];

const compromised = [
  'hash text not null',
  'source text not null',
  'imported_at bigint not null',
  'primary key (hash, source)',
];

const indexes = [
  'likenesses_of_account on likenesses (account_id, environment, what, id)',
  'likenesses_of_applicant on likenesses (applicant_id)',
  'compromised_documents_of_source on compromised_documents (source)',
];

/** Live analysis: what a report is at, how uploads look, and documents that are known to be compromised. */
export const liveAnalysis: Migration = {
  async up(db: Kysely<unknown>) {
    const postgres = db.getExecutor().adapter.supportsTransactionalDdl;
    await sql.raw('alter table reports add column step text').execute(db);
    const bytes = postgres ? 'bytea' : 'blob';
    await sql.raw(`create table likenesses (${likenesses(bytes).join(', ')})`).execute(db);
    await sql.raw(`create table compromised_documents (${compromised.join(', ')})`).execute(db);
    for (const index of indexes) await sql.raw(`create index ${index}`).execute(db);
  },
};
