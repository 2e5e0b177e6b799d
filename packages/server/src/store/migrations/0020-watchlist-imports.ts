import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Imports of watchlists, each with its state and how it ended. */
export const watchlistImports: Migration = {
  async up(db: Kysely<unknown>) {
    const statements = [
      `create table watchlist_imports (
        id text primary key, list text not null, state text not null, created_at bigint not null,
        created_by text not null, ended_at bigint, touched_at bigint not null, process text not null,
        stored integer not null, result text, error text
      )`,
      'create index watchlist_imports_by_end on watchlist_imports (ended_at)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
