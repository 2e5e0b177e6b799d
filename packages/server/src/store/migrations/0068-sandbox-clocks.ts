import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Clocks of the sandbox, their applicants, and the jobs that fall due by them. */
export const sandboxClocks: Migration = {
  async up(db: Kysely<unknown>) {
    const statements = [
      `create table sandbox_clocks (
        account_id text not null, environment text not null, id text primary key, created_at bigint not null,
        clock_offset bigint not null, advance_to bigint
      )`,
      'create index sandbox_clocks_of_account on sandbox_clocks (account_id, environment, id)',
      'alter table applicants add column clock_id text',
      'create index applicants_of_clock on applicants (clock_id) where clock_id is not null',
      'alter table jobs add column clock_id text',
      'create index jobs_of_clock on jobs (clock_id) where clock_id is not null',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
