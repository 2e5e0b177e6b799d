import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Time of the last attempt to send a mail to a member: one process at a time sends it. */
export const noticeTries: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw('alter table member_notices add column tried_at bigint not null default 0').execute(db);
  },
};
