import type { Carrier } from '../../base/carrier.ts';
import type { Vault } from '../../crypto/vault.ts';
import type { OutboxQueries } from '../../store/queries/outbox.ts';
import type { OutboxRow } from '../../store/schema.ts';
import type { ScopedTx } from '../../store/store.ts';
import type { Ctx } from '../ctx.ts';
import type { Services } from '../services.ts';
import { transition } from '../states.ts';
import { letterStates, type OutboxTrigger } from './states.ts';

export type { OutboxRow };

/** What is sealed of every letter: its recipient, and the link in it, which any holder can use. */
export interface OutboxData {
  readonly to: string;
  readonly text: string;
  /** Why the last attempt failed; null when none has. */
  readonly error: string | null;
}

/** A letter to one person: the facts of its row, and what is sealed there. Times are Unix milliseconds. */
export type OutboxMessage<R extends OutboxRow, D extends OutboxData> = Omit<R, 'data'> & D;

/** What is particular to letters of one kind. */
export interface Outbox<R extends OutboxRow = OutboxRow, D extends OutboxData = OutboxData> {
  /** Of its jobs, and of one letter in sentences. */
  readonly kind: 'mail' | 'message';
  /** What errors call one letter. */
  readonly resource: 'Mail' | 'Message';
  readonly queries: OutboxQueries<R>;
  /** What is sealed of a letter, in this order. */
  readonly sealed: readonly (keyof D & string)[];
  carrier(services: Services): Carrier<D & { readonly id: string }>;
  /** Whom it goes to now; null when nobody waits for it any more. */
  recipient(ctx: Ctx, letter: OutboxMessage<R, D>): Promise<string | null>;
  /** Unix milliseconds of the attempt after `letter.attempts` failures; undefined when that was the last. */
  nextAttempt(ctx: Ctx, letter: OutboxMessage<R, D>): number | undefined;
}

/** A letter from its row, opened with the vault of its account. */
export function toLetter<R extends OutboxRow, D extends OutboxData>(
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
  letter: D,
): Buffer {
  return vault.seal(id, Object.fromEntries(sealed.map((name) => [name, letter[name]])));
}

/**
 * Moves a letter by a trigger and writes its attempts and error. Undefined, and nothing written, when the trigger means
 * nothing in its state or another process has moved it.
 */
export async function moveMessageBy<R extends OutboxRow, D extends OutboxData>(
  outbox: Outbox<R, D>,
  ctx: Ctx,
  tx: ScopedTx,
  letter: OutboxMessage<R, D>,
  trigger: OutboxTrigger,
): Promise<OutboxMessage<R, D> | undefined> {
  const to = transition(letterStates, letter.state, trigger)?.to;
  if (!to) return undefined;
  const moved = { ...letter, state: to, finished_at: to === 'pending' ? null : ctx.now() };
  const { id, state, attempts, finished_at } = moved;
  const data = sealMessage(outbox, ctx, id, moved);
  const changed = await tx.run(outbox.queries.move, { id, from: letter.state, state, attempts, finished_at, data });
  return changed === 0 ? undefined : moved;
}
