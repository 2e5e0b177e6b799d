import { addToCounter, COUNTER_SLOTS, type CounterName, readCounter } from '../store/queries/counters.ts';
import type { ScopedTx } from '../store/store.ts';
import type { Ctx } from './ctx.ts';

/** Counts are kept in the transaction of the change: counting a million rows for each list takes 36 times as long. */
export async function count(ctx: Ctx, tx: ScopedTx, name: CounterName, by: 1 | -1): Promise<void> {
  const { store, random } = ctx.services;
  await tx.run(addToCounter, { name, slot: Math.floor(random() * COUNTER_SLOTS[store.dialect]), by });
}

export async function total(ctx: Ctx, name: CounterName): Promise<number> {
  return (await ctx.read.first(readCounter, { name }))?.n ?? 0;
}
