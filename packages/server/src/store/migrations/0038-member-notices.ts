import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Mail to members about how they sign in: it is kept with the change that it names, and sent after it. */
export const memberNotices: Migration = {
  async up(db: Kysely<unknown>) {
    const sqlite = !db.getExecutor().adapter.supportsTransactionalDdl;
    const statements = [
      `create table member_notices (
        id text primary key, member_id text not null, kind text not null, created_at bigint not null, sent_at bigint,
        data ${sqlite ? 'blob' : 'bytea'} not null
      )`,
      'create index member_notices_by_member on member_notices (member_id, id)',
      'create index member_notices_by_time on member_notices (created_at)',
      'create index member_notices_unsent on member_notices (created_at) where sent_at is null',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
