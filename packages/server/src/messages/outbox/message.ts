import type { Carrier } from '../../base/carrier.ts';
import type { Ctx } from '../../context/ctx.ts';
import type { Services } from '../../context/services.ts';
import { transition } from '../../context/states.ts';
import type { Vault } from '../../crypto/vault.ts';
import type { OutboxQueries } from '../../store/queries/outbox.ts';
import type { OutboxRow } from '../../store/schema.ts';
import type { ScopedTx } from '../../store/store.ts';
import { type OutboxTrigger, outboxStates } from './states.ts';

export type { OutboxRow };

/** Sealed data of every message: its recipient, and the link in it, which any holder can use. */
export interface OutboxData {
  readonly to: string;
  readonly text: string;
  /** The reason why the last attempt failed; null when none has. */
  readonly error: string | null;
}

/** A message to one person: the facts of its row, and its sealed data. Times are Unix milliseconds. */
export type OutboxMessage<R extends OutboxRow, D extends OutboxData> = Omit<R, 'data'> & D;

/** Properties of messages of one kind. */
export interface Outbox<R extends OutboxRow = OutboxRow, D extends OutboxData = OutboxData> {
  /** Kind of its jobs, and name of one message in sentences. */
  readonly kind: 'mail' | 'message';
  /** Name of one message in errors. */
  readonly resource: 'Mail' | 'Message';
  readonly queries: OutboxQueries<R>;
  /** Sealed fields of a message, in this order. */
  readonly sealed: readonly (keyof D & string)[];
  carrier(services: Services): Carrier<D & { readonly id: string }>;
  /** Current recipient; null if the message is no longer needed. */
  recipient(ctx: Ctx, message: OutboxMessage<R, D>): Promise<string | null>;
  /** Unix milliseconds of the attempt after `message.attempts` failures; undefined when that was the last. */
  nextAttempt(ctx: Ctx, message: OutboxMessage<R, D>): number | undefined;
}

/** A message from its row, opened with the vault of its account. */
export function openMessage<R extends OutboxRow, D extends OutboxData>(
  _: Outbox<R, D>,
  { vault }: { readonly vault: Vault },
  row: R,
): OutboxMessage<R, D> {
  const { data, ...facts } = row;
  return { ...facts, ...vault.open<D>(row.id, data) };
}

export function sealMessage<D extends OutboxData>(
  { sealed }: Pick<Outbox<never, D>, 'sealed'>,
  { vault }: { readonly vault: Vault },
  id: string,
  message: D,
): Buffer {
  return vault.seal(id, Object.fromEntries(sealed.map((name) => [name, message[name]])));
}

/**
 * Moves a message by a trigger and writes its attempts and error. Undefined, and nothing written, when the trigger means
 * nothing in its state or another process has moved it.
 */
export async function moveMessageBy<R extends OutboxRow, D extends OutboxData>(
  outbox: Outbox<R, D>,
  ctx: Ctx,
  tx: ScopedTx,
  message: OutboxMessage<R, D>,
  trigger: OutboxTrigger,
): Promise<OutboxMessage<R, D> | undefined> {
  const to = transition(outboxStates, message.state, trigger)?.to;
  if (!to) return undefined;
  const moved = { ...message, state: to, finished_at: to === 'pending' ? null : ctx.now() };
  const { id, state, attempts, finished_at } = moved;
  const data = sealMessage(outbox, ctx, id, moved);
  const changed = await tx.run(outbox.queries.move, { id, from: message.state, state, attempts, finished_at, data });
  return changed === 0 ? undefined : moved;
}
