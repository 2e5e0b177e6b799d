import { DAY_MS } from '../../base/clock.ts';
import type { Services } from '../../context/services.ts';
import { dropEventQuarters, keepEventQuarters } from '../../store/queries/event-quarters.ts';

/** Milliseconds before the beginning of a quarter at which its partitions are made. */
const AHEAD_MS = 92 * DAY_MS;

/** Makes the partitions of the coming quarter and drops old ones that have become empty; PostgreSQL alone. */
export async function keepQuarters({ store, clock, log }: Services): Promise<void> {
  if (store.dialect !== 'postgres') return;
  const now = Math.floor(clock.now());
  const kept = await store.transaction((tx) => tx.first(keepEventQuarters, { until: now + AHEAD_MS }));
  if (!kept?.made) log.warn('the partitions of the next quarter were not made; the upkeep tries again');
  await store.transaction((tx) => tx.first(dropEventQuarters, { before: now - DAY_MS }));
}
