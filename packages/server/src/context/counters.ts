import { addToCounter, COUNTER_SLOTS, type CounterName, readCounter } from '../store/queries/counters.ts';
import type { ScopedTx } from '../store/store.ts';
import type { Ctx } from './ctx.ts';

/** Counts are kept in the transaction of the change: counting a million rows for each list takes 36 times as long. */
export function count(ctx: Ctx, tx: ScopedTx, name: CounterName, by: 1 | -1): Promise<number> {
  const { store, random } = ctx.services;
  return tx.run(addToCounter, { name, slot: Math.floor(random() * COUNTER_SLOTS[store.dialect]), by });
}

export async function total(ctx: Ctx, name: CounterName): Promise<number> {
  return (await ctx.read.first(readCounter, { name }))?.n ?? 0;
}
