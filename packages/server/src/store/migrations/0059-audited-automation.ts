import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Classes of document reports under audited automation, with their reviews. */
export const auditedAutomation: Migration = {
  async up(db: Kysely<unknown>) {
    const statements = [
      `create table automation_classes (
        id text primary key, account_id text not null, environment text not null, created_at bigint not null, type text not null,
        country text not null, evidence text not null, state text not null, changed_at bigint, closed_because text,
        cleared integer not null, days text not null
      )`,
      'create index automation_classes_of_account on automation_classes (account_id, environment, id)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
