import type { Vault } from '../../crypto/vault.ts';
import { moveMessage } from '../../store/queries/messages.ts';
import type { Environment, MessageRow } from '../../store/schema.ts';
import type { ScopedTx } from '../../store/store.ts';
import type { Ctx } from '../ctx.ts';
import { type MailState, type MailTrigger, mailStates } from '../mails/states.ts';
import { transition } from '../states.ts';

/** What is sealed of a message: the number, and the link in it that whoever holds it can use. */
export interface MessageData {
  to: string;
  text: string;
  /** Why the last attempt failed; null when none has. */
  error: string | null;
}

/** A text message; it goes through the states of a mail. */
export interface Message extends MessageData {
  id: string;
  account_id: string;
  environment: Environment;
  applicant_id: string;
  kind: MessageRow['kind'];
  /** See `recipientOf`. */
  recipient: string;
  state: MailState;
  /** Since it was queued, or queued again. */
  attempts: number;
  /** Unix milliseconds. */
  created_at: number;
  finished_at: number | null;
}

/** A message from its row, opened with the vault of its account. */
export function toMessage({ vault }: { readonly vault: Vault }, row: MessageRow): Message {
  const { data, ...facts } = row;
  return { ...facts, ...vault.open<MessageData>(row.id, data) };
}

export function sealMessage({ vault }: { readonly vault: Vault }, id: string, message: MessageData): Buffer {
  const { to, text, error } = message;
  return vault.seal(id, { to, text, error } satisfies MessageData);
}

/**
 * Moves a message by a trigger and writes its attempts and error. Undefined, and nothing written, when the trigger means
 * nothing in its state or somebody else has moved it.
 */
export async function moveMessageBy(
  ctx: Ctx,
  tx: ScopedTx,
  message: Message,
  trigger: MailTrigger,
): Promise<Message | undefined> {
  const to = transition(mailStates, message.state, trigger)?.to;
  if (!to) return undefined;
  const moved: Message = { ...message, state: to, finished_at: to === 'pending' ? null : ctx.now() };
  const { id, state, attempts, finished_at } = moved;
  const data = sealMessage(ctx, id, moved);
  const changed = await tx.run(moveMessage, { id, from: message.state, state, attempts, finished_at, data });
  return changed === 0 ? undefined : moved;
}
