import { Ctx } from '../context/ctx.ts';
import { systemPrincipal } from '../context/principal.ts';
import type { Services } from '../context/services.ts';
import {
  sealStoredAttempt,
  sealStoredDelivery,
  unsealedAttempts,
  unsealedDeliveries,
  unsealedWebhooks,
  updateWebhookRow,
} from '../store/queries/webhooks.ts';
import type { Query } from '../store/query.ts';
import type { SystemTx } from '../store/store.ts';
import { attemptOf, bodyOf, sealAttempt, sealBody } from './sealed.ts';
import { toWebhook, toWebhookRow } from './webhook.ts';

/** Rows of one transaction: sealing and writing them takes some 5 ms of the event loop. */
const BATCH = 100;

/** Rows of an account; nothing of them says more. */
interface Owned {
  readonly id: string;
  readonly account_id: string;
}

/**
 * Seals data that versions before migration 0007 stored openly: addresses of webhooks, bodies of deliveries, answers of
 * receivers. A few rows a transaction, so that nobody waits for it. It can be broken off, repeated, and done by several processes
 * at once: sealed rows are found no more. Returns the number of sealed rows.
 */
export async function sealStored(services: Services, stopped: () => boolean = () => false): Promise<number> {
  const all = <Row extends Owned>(unsealed: Query<{ limit: number }, Row>, write: Write<Row>) =>
    sealAll(services, stopped, unsealed, write);
  return (
    (await all(unsealedWebhooks, (ctx, tx, row) =>
      // Sealing changes nothing of the webhook.
      tx.run(updateWebhookRow, { ...toWebhookRow(ctx, toWebhook(ctx, row)), changed_by: row.changed_by }),
    )) +
    (await all(unsealedDeliveries, (ctx, tx, row) =>
      tx.run(sealStoredDelivery, {
        id: row.id,
        account_id: row.account_id,
        ...sealBody(ctx, row.id, bodyOf(ctx, row)),
      }),
    )) +
    (await all(unsealedAttempts, (ctx, tx, row) =>
      tx.run(sealStoredAttempt, {
        id: row.id,
        account_id: row.account_id,
        ...sealAttempt(ctx, row.id, attemptOf(ctx, row)),
      }),
    ))
  );
}

type Write<Row> = (ctx: Ctx, tx: SystemTx, row: Row) => Promise<unknown>;

async function sealAll<Row extends Owned>(
  services: Services,
  stopped: () => boolean,
  unsealed: Query<{ limit: number }, Row>,
  write: Write<Row>,
): Promise<number> {
  let sealed = 0;
  while (!stopped()) {
    const found = await services.store.transaction(async (tx) => {
      const rows = await tx.all(unsealed, { limit: BATCH });
      for (const row of rows) {
        const account = await services.accounts.find(row.account_id);
        if (!account) throw new Error(`There is no account ${row.account_id} to seal ${row.id} for`);
        // The account has the same vault in both environments.
        await write(new Ctx(services, account, 'live', systemPrincipal('upkeep')), tx, row);
      }
      return rows.length;
    });
    sealed += found;
    if (found < BATCH) break;
  }
  return sealed;
}
