import { Refused } from '../../base/carrier.ts';
import type { Ctx } from '../../context/ctx.ts';
import type { JobHold } from '../../jobs/worker.ts';
import type { JobRow, OutboxRow } from '../../store/schema.ts';
import { moveMessageBy, type Outbox, type OutboxData, type OutboxMessage, openMessage } from './message.ts';
import type { OutboxTrigger } from './states.ts';

/** Characters of an error that are kept with the message. */
const ERROR_LENGTH = 500;

/** Outcome of a job: the trigger, and the time of the next attempt if there is one. */
interface Outcome<L> {
  readonly message: L;
  readonly trigger: OutboxTrigger;
  readonly at?: number;
}

/**
 * Sends the message of a job: one attempt, then state and plan of the next in one transaction. A worker that dies between
 * the two leaves the message to be sent again, under the same id.
 */
export async function sendMessage<R extends OutboxRow, D extends OutboxData>(
  outbox: Outbox<R, D>,
  ctx: Ctx,
  job: JobRow,
  hold: JobHold,
): Promise<void> {
  const row = await ctx.read.first(outbox.queries.find, { id: job.ref });
  if (row?.state !== 'pending') {
    await ctx.transaction((tx) => hold.done(tx.system));
    return;
  }
  const { message, trigger, at } = await attempt(outbox, ctx, openMessage(outbox, ctx, row));
  await ctx.transaction(async (tx) => {
    // A worker that has lost the job throws here, before it writes anything.
    if (at === undefined) await hold.done(tx.system);
    else await hold.again(tx.system, ctx.machineTime(at));
    await moveMessageBy(outbox, ctx, tx, message, trigger);
  });
}

async function attempt<R extends OutboxRow, D extends OutboxData>(
  outbox: Outbox<R, D>,
  ctx: Ctx,
  queued: OutboxMessage<R, D>,
): Promise<Outcome<OutboxMessage<R, D>>> {
  const carrier = outbox.carrier(ctx.services);
  const to = await outbox.recipient(ctx, queued);
  if (to === null) return { message: queued, trigger: 'outdated' };
  const message = { ...queued, to };
  if (!carrier.delivers) return { message, trigger: 'unroutable' };
  const attempted = { ...message, attempts: message.attempts + 1 };
  try {
    await carrier.send(message);
    return { message: { ...attempted, error: null }, trigger: 'accepted' };
  } catch (error) {
    const failed = { ...attempted, error: (error as Error).message.slice(0, ERROR_LENGTH) };
    const at = error instanceof Refused ? undefined : outbox.nextAttempt(ctx, failed);
    return at === undefined ? { message: failed, trigger: 'given_up' } : { message: failed, trigger: 'postponed', at };
  }
}
