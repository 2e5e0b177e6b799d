import type { Vault } from '../../crypto/vault.ts';
import { moveMail } from '../../store/queries/mails.ts';
import type { Environment, MailRow } from '../../store/schema.ts';
import type { ScopedTx } from '../../store/store.ts';
import type { Ctx } from '../ctx.ts';
import { transition } from '../states.ts';
import { type MailState, type MailTrigger, mailStates } from './states.ts';

/** What is sealed of a mail: whom it names, and the link in it that whoever holds it can use. */
export interface MailData {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Why the last attempt failed; null when none has. */
  error: string | null;
}

export interface Mail extends MailData {
  id: string;
  account_id: string;
  environment: Environment;
  applicant_id: string;
  check_id: string;
  kind: MailRow['kind'];
  state: MailState;
  /** Since it was queued, or queued again. */
  attempts: number;
  /** Unix milliseconds. */
  created_at: number;
  finished_at: number | null;
}

/** A mail from its row, opened with the vault of its account. */
export function toMail({ vault }: { readonly vault: Vault }, row: MailRow): Mail {
  const { data, ...facts } = row;
  return { ...facts, ...vault.open<MailData>(row.id, data) };
}

export function sealMail({ vault }: { readonly vault: Vault }, id: string, mail: MailData): Buffer {
  const { to, subject, text, html, error } = mail;
  return vault.seal(id, { to, subject, text, html, error } satisfies MailData);
}

/**
 * Moves a mail by a trigger and writes its attempts and error. Undefined, and nothing written, when the trigger means
 * nothing in its state or somebody else has moved it.
 */
export async function moveMailBy(ctx: Ctx, tx: ScopedTx, mail: Mail, trigger: MailTrigger): Promise<Mail | undefined> {
  const to = transition(mailStates, mail.state, trigger)?.to;
  if (!to) return undefined;
  const moved: Mail = { ...mail, state: to, finished_at: to === 'pending' ? null : ctx.now() };
  const { id, state, attempts, finished_at } = moved;
  const data = sealMail(ctx, id, moved);
  const changed = await tx.run(moveMail, { id, from: mail.state, state, attempts, finished_at, data });
  return changed === 0 ? undefined : moved;
}
