import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Proposals of a rule of the account, which are about no applicant; imports of tables of people beside imports of watchlists. */
export const proposalsAndImports: Migration = {
  async up(db: Kysely<unknown>) {
    const sqlite = !db.getExecutor().adapter.supportsTransactionalDdl;
    const statements = [
      ...(sqlite ? rebuilt : ['applicant_id', 'report_id'].map(nullable)),
      "alter table watchlist_imports add column kind text not null default 'list'",
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const nullable = (column: string) => `alter table proposals alter column ${column} drop not null`;

/** SQLite can't change a column. */
const rebuilt = [
  `create table new_proposals (
    id text primary key, account_id text not null, environment text not null, applicant_id text,
    report_id text, kind text not null, state text not null, created_at bigint not null,
    created_by text not null, ended_at bigint, ended_by text, data blob not null
  )`,
  `insert into new_proposals select id, account_id, environment, applicant_id, report_id, kind, state, created_at, created_by,
    ended_at, ended_by, data from proposals`,
  'drop table proposals',
  'alter table new_proposals rename to proposals',
  'create index proposals_by_applicant on proposals (applicant_id)',
  'create index proposals_by_account on proposals (account_id, environment, state, id)',
];
