import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Sudden changes of the figures of an account. */
export const figureChanges: Migration = {
  async up(db: Kysely<unknown>) {
    const statements = [
      `create table figure_changes (
        id text primary key, account_id text not null, environment text not null, created_at bigint not null, day integer not null,
        last_day integer not null, dimension text not null, value text not null, figure text not null, direction text not null,
        usual double precision not null, found double precision not null, low double precision not null, high double precision not null
      )`,
      'create index figure_changes_by_day on figure_changes (account_id, environment, day)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
