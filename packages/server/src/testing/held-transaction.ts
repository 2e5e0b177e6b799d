import { vi } from 'vitest';
import type { Store } from '../store/store.ts';

/** A transaction that waits before it begins. */
export interface HeldTransaction {
  /** Resolves when the transaction waits. */
  readonly waiting: Promise<void>;
  /** Lets it begin. */
  release(): void;
}

/** Holds the next transaction of a store until it is released. */
export function holdTransaction(store: Store): HeldTransaction {
  const { promise: waiting, resolve: wait } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const transaction = store.transaction.bind(store);
  const spy = vi.spyOn(store, 'transaction').mockImplementationOnce(async (work) => {
    spy.mockRestore();
    wait();
    await released;
    return transaction(work);
  });
  return { waiting, release };
}
