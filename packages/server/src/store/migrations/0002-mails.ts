import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const columns = (bytes: string) => [
  'id text primary key',
  'account_id text not null',
  'environment text not null',
  'applicant_id text not null',
  'check_id text not null',
  'kind text not null',
  'state text not null',
  'attempts integer not null',
  'created_at bigint not null',
  'finished_at bigint',
  `data ${bytes} not null`,
];

const indexes = [
  // Ids are in time order, so this is newest first when it is read backwards.
  'mails_of_account on mails (account_id, id)',
  'mails_of_applicant on mails (applicant_id)',
];

/** Mail to applicants: pending, sent, and kept in the outbox. */
export const mails: Migration = {
  async up(db: Kysely<unknown>) {
    const postgres = db.getExecutor().adapter.supportsTransactionalDdl;
    await sql.raw(`create table mails (${columns(postgres ? 'bytea' : 'blob').join(', ')})`).execute(db);
    for (const index of indexes) await sql.raw(`create index ${index}`).execute(db);
  },
};
