import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Numbers of the events of a resource, and the facts with which an event can be delivered once more. */
export const eventFacts: Migration = {
  async up(db: Kysely<unknown>) {
    const bytes = db.getExecutor().adapter.supportsTransactionalDdl ? 'bytea' : 'blob';
    const statements = [
      'alter table events add column sequence integer',
      `create table event_facts (
        account_id text not null, environment text not null, id text primary key, applicant_id text, data ${bytes} not null
      )`,
      'create index event_facts_of_applicant on event_facts (applicant_id)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
