import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Rows of before, which `webhooks/seal-stored.ts` looks for. A migration has no keys, so it can't seal them itself. */
const indexes = [
  "webhooks_unsealed on webhooks (id) where url <> ''",
  'deliveries_unsealed on deliveries (id) where data is null',
  'delivery_attempts_unsealed on delivery_attempts (id) where data is null',
];

/** Addresses of webhooks, bodies of deliveries and what receivers answer are sealed, in `data`. */
export const sealedDeliveries: Migration = {
  async up(db: Kysely<unknown>) {
    const bytes = db.getExecutor().adapter.supportsTransactionalDdl ? 'bytea' : 'blob';
    for (const table of ['deliveries', 'delivery_attempts']) {
      await sql.raw(`alter table ${table} add column data ${bytes}`).execute(db);
    }
    for (const index of indexes) await sql.raw(`create index ${index}`).execute(db);
  },
};
