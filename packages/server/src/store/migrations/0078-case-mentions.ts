import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Members whom notes on cases mention. */
export const caseMentions: Migration = {
  async up(db: Kysely<unknown>) {
    const statements = [
      `create table case_mentions (
        id text primary key, account_id text not null, environment text not null, applicant_id text not null,
        entry_id text not null, member_id text not null, created_at bigint not null, read_at bigint
      )`,
      'create index case_mentions_of_applicant on case_mentions (applicant_id)',
      'create index case_mentions_of_member on case_mentions (account_id, environment, member_id, id)',
      'create index case_mentions_unread on case_mentions (account_id, environment, member_id) where read_at is null',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
