import type { Logger } from 'pino';
import type { Clock } from '../base/clock.ts';
import { databaseTime } from './queries/time.ts';
import type { Store } from './store.ts';

/** Milliseconds between two looks at the database's clock. */
const EVERY_MS = 10_000;

/** A difference that operators should know of, in milliseconds: beside it a round trip is nothing. */
const WORTH_A_WARNING_MS = 1_000;

export interface StoreClock extends Clock {
  /** Looks at the database's clock now. Throws as a query does. */
  measure(): Promise<void>;
  /** Ends the looks. */
  stop(): void;
}

/**
 * The time of the database, by which all processes of a deployment agree when a job is due and when a lease ends,
 * whatever the clocks of their machines show. It is read at the start and every ten seconds; between two reads
 * `machine` counts on. `machine` must run evenly, and may show any time.
 *
 * One read is right within half its round trip, as in the Network Time Protocol (RFC 5905, section 8). A read that
 * agrees with the present time within that bound changes nothing, so a slow answer never makes the time worse.
 */
export async function openStoreClock(
  store: Pick<Store, 'system'>,
  machine: Clock,
  log: Pick<Logger, 'warn'>,
): Promise<StoreClock> {
  let ahead: number | undefined;
  let cancel = () => {};

  async function measure(): Promise<void> {
    const sent = machine.now();
    const row = await store.system.first(databaseTime, {});
    if (!row) throw new Error('The database returned no time');
    const halfTrip = (machine.now() - sent) / 2;
    const found = row.now - (sent + halfTrip);
    const change = found - (ahead ?? 0);
    if (ahead !== undefined && Math.abs(change) <= halfTrip + 1) return;
    ahead = found;
    if (Math.abs(change) < WORTH_A_WARNING_MS) return;
    log.warn({ differenceMs: Math.round(change) }, 'the clocks of this machine and of the database differ');
  }

  function plan(): void {
    cancel = machine.schedule(EVERY_MS, () => {
      // While the database is away, the machine counts on.
      void measure().catch(() => undefined);
      plan();
    });
  }

  await measure();
  plan();
  return {
    now: () => Math.floor(machine.now() + (ahead as number)),
    schedule: (delay, task) => machine.schedule(delay, task),
    measure,
    stop: () => cancel(),
  };
}
