import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Answers of wallets that were asked by a link. */
export const walletAnswers: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw('alter table challenges add column answer text').execute(db);
  },
};
