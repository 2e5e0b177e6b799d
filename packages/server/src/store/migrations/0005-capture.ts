import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const scope = [
  'id text primary key',
  'account_id text not null',
  'environment text not null',
  'applicant_id text not null',
];

const challenges = [...scope, 'created_at bigint not null', 'used_at bigint', 'asked text not null'];

const messages = (bytes: string) => [
  ...scope,
  'kind text not null',
  'recipient text not null',
  'state text not null',
  'attempts integer not null',
  'created_at bigint not null',
  'finished_at bigint',
  `data ${bytes} not null`,
];

const indexes = [
  'challenges_of_applicant on challenges (applicant_id)',
  'challenges_by_time on challenges (created_at)',
  'messages_of_account on messages (account_id, id)',
  'messages_of_applicant on messages (applicant_id, created_at)',
  'messages_of_recipient on messages (account_id, recipient, created_at)',
];

/** Rows that capture SDKs need: challenges of live videos, and text messages with the link to a phone. */
export const capture: Migration = {
  async up(db: Kysely<unknown>) {
    const postgres = db.getExecutor().adapter.supportsTransactionalDdl;
    await sql.raw(`create table challenges (${challenges.join(', ')})`).execute(db);
    await sql.raw(`create table messages (${messages(postgres ? 'bytea' : 'blob').join(', ')})`).execute(db);
    for (const index of indexes) await sql.raw(`create index ${index}`).execute(db);
  },
};
