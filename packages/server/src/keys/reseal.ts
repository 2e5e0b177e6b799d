import { recordChange } from '../audit/record.ts';
import type { Ctx } from '../context/ctx.ts';
import { enqueue } from '../jobs/queue.ts';
import type { JobHold } from '../jobs/worker.ts';
import { deleteEarlierKeys, listAccountKeys } from '../store/queries/accounts.ts';
import { type EarlierRow, type Resealing, resealings } from '../store/queries/reseal.ts';
import type { JobRow } from '../store/schema.ts';
import { countByKey } from './count-sealed.ts';

/** Rows of one job: sealing and writing them takes some milliseconds of the event loop, and others wait for their rows. */
const BATCH = 100;

/** Milliseconds until a pass that found rows begins again. */
const NEXT_PASS_MS = 1_000;

/** Point at which the work continues. */
interface ResealPayload {
  /** Place of the table among those with sealed rows. */
  readonly table: number;
  readonly parent: string;
  readonly id: string;
  /** Rows that can't be opened, so far. */
  readonly failed: number;
}

const BEGIN: ResealPayload = { table: 0, parent: '', id: '', failed: 0 };

/**
 * Seals some rows of an account with its newest key, and queues the job for the next ones. After the last one, it deletes the keys that
 * nothing needs any more. Rows stay readable, because a row changes from one key to the other at once.
 */
export async function resealSome(ctx: Ctx, job: JobRow, hold: JobHold): Promise<void> {
  const from: ResealPayload = job.payload === null ? BEGIN : JSON.parse(job.payload);
  const resealing = resealings[from.table];
  const next = resealing ? await resealBatch(ctx, resealing, from) : undefined;
  const head = ctx.account.vault.newestHead();
  const remaining = next ? 0 : await countEarlier(ctx, head.readUInt16BE());
  await ctx.services.store.transaction(async (tx) => {
    const { account_id } = ctx;
    await tx.lock({ account: account_id });
    await hold.done(tx);
    if (next) return enqueue(ctx.services, tx, ctx, { kind: 'reseal', ref: account_id, payload: next });
    if (remaining > 0 && from.failed === 0) {
      const runAt = ctx.now() + NEXT_PASS_MS;
      return enqueue(ctx.services, tx, ctx, { kind: 'reseal', ref: account_id, runAt });
    }
    if (remaining > 0) {
      ctx.services.log.error(
        { account: account_id, remaining },
        'an earlier key stays: rows can not be opened with it',
      );
      return;
    }
    const keys = await tx.all(listAccountKeys, { account_id });
    const newest = keys.find(({ active_from }) => active_from <= ctx.now());
    // A newer key than the counted one has work of its own.
    if (!newest || newest.version !== head.readUInt16BE() || (await tx.run(deleteEarlierKeys, newest)) === 0) return;
    const details = { before: newest.version };
    const entry = { action: 'account_key_destroyed', object_id: account_id, details } as const;
    recordChange(ctx.services, tx, { ...entry, accountId: account_id, principal: ctx.principal });
    tx.signal('account', account_id);
  });
}

/** Seals a batch of one table. Returns the point at which the next batch begins. */
async function resealBatch(ctx: Ctx, resealing: Resealing, from: ResealPayload): Promise<ResealPayload> {
  const { account_id } = ctx;
  const { vault } = ctx.account;
  const { store, log } = ctx.services;
  const of = { account_id, head: vault.newestHead(), parent: from.parent, id: from.id, limit: BATCH };
  const rows = await store.system.all(resealing.list, of);
  let failed = from.failed;
  const sealed = rows.flatMap((row) => {
    try {
      return [{ ...row, account_id, sealed: vault.reseal(resealing.sealedAs(row), row.data) }];
    } catch (error) {
      failed += 1;
      log.error({ err: error, table: resealing.table, id: row.id }, 'a row can not be sealed with a newer key');
      return [];
    }
  });
  await store.transaction(async (tx) => {
    for (const row of sealed) await tx.run(resealing.update, row);
  });
  const last: EarlierRow | undefined = rows.at(-1);
  if (!last || rows.length < BATCH) return { ...BEGIN, table: from.table + 1, failed };
  return { table: from.table, parent: last.parent, id: last.id, failed };
}

/** Number of rows of an account that keys before a version have sealed. */
async function countEarlier({ account_id, services: { store } }: Ctx, version: number): Promise<number> {
  const earlier = (await store.system.all(listAccountKeys, { account_id })).filter((key) => key.version < version);
  const counts = await countByKey(store.system, account_id, earlier);
  return [...counts.values()].reduce((sum, n) => sum + n, 0);
}
