import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Keyed hashes of the terms by which people search applicants. The primary key serves a search; the index serves changes and
 * erasures.
 */
export const searchTerms: Migration = {
  async up(db: Kysely<unknown>) {
    const sqlite = !db.getExecutor().adapter.supportsTransactionalDdl;
    const statements = [
      `create table search_terms (
        account_id text not null, environment text not null, term bigint not null, applicant_id text not null,
        object_type text not null, object_id text not null,
        primary key (account_id, environment, term, applicant_id, object_id)
      )${sqlite ? ' without rowid' : ''}`,
      'create index search_terms_by_applicant on search_terms (applicant_id, object_id)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
