import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const columns =
  'id, account_id, environment, applicant_id, check_id, kind, state, attempts, created_at, finished_at, data';

/** Mail of workflow runs, which is about no check. SQLite changes a column only with its table. */
export const notices: Migration = {
  async up(db: Kysely<unknown>) {
    const postgres = db.getExecutor().adapter.supportsTransactionalDdl;
    const statements = postgres
      ? ['alter table mails alter column check_id drop not null']
      : [
          `create table mails_new (id text primary key, account_id text not null, environment text not null,
            applicant_id text not null, check_id text, kind text not null, state text not null,
            attempts integer not null, created_at bigint not null, finished_at bigint, data blob not null)`,
          `insert into mails_new (${columns}) select ${columns} from mails`,
          'drop table mails',
          'alter table mails_new rename to mails',
          'create index mails_of_account on mails (account_id, id)',
          'create index mails_of_applicant on mails (applicant_id)',
        ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
