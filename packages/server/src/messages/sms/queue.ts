import { getApplicant } from '../../applicants/get.ts';
import { type FieldErrors, invalid, problem } from '../../base/errors.ts';
import { brandingOf } from '../../context/branding.ts';
import type { Ctx } from '../../context/ctx.ts';
import { errorsOf, form, optional, required, text } from '../../input-rules/rule.ts';
import { enqueue } from '../../jobs/queue.ts';
import { insertMessage, messagesOfApplicant, messagesToRecipient } from '../../store/queries/messages.ts';
import type { MessageRow } from '../../store/schema.ts';
import type { ScopedTx } from '../../store/store.ts';
import { wordsIn } from '../../words/index.ts';
import { enforceHourlyLimit, hourBefore } from '../outbox/hourly-limit.ts';
import { sealMessage } from '../outbox/message.ts';
import { unreachableCountry } from '../sms-provider/countries.ts';
import { messages } from './message.ts';
import { offersTextMessages } from './offered.ts';

export interface NewLinkMessage {
  applicantId: string;
  /** Recipient as it was sent, of any type; the next two fields are, too. */
  to: unknown;
  /** Last part of the link's path: two characters of a version, then the room. */
  id: unknown;
  language: unknown;
  /** Address of the page for phones. */
  page: string;
}

const rules = {
  // E.164 has 15 digits at most; fewer than 7 reach nobody from abroad.
  to: required(text(16, form(/^\+[1-9]\d{6,14}$/))),
  id: required(text(8, form(/^[0-9A-Za-z]{2}[0-9A-Z]{6}$/))),
  language: optional(text(16)),
};

/**
 * Queues a text message with the link to the phone's part of a capture. Throws `resource_not_found`, `gone`,
 * `validation_error` for the fields and for countries that can't be reached, `rate_limit`, and `unavailable` where no
 * provider is set in production.
 *
 * @returns its id
 */
export async function queueLinkMessage(ctx: Ctx, input: NewLinkMessage): Promise<string> {
  const { applicantId, page } = input;
  await getApplicant(ctx, applicantId);
  const wrong: FieldErrors | null = errorsOf({ ...input }, rules);
  if (wrong) throw invalid(wrong);
  const { to, id: linkId, language } = input as { to: string; id: string; language?: string | null };
  const country = unreachableCountry(to);
  // The browser SDK, of earlier releases too, recognises this error by the word "reach".
  if (country) throw invalid({ to: [`is in a country that text messages can't reach (${country})`] });
  if (!offersTextMessages(ctx.services.settings))
    throw problem('unavailable', { message: 'Text messages are not set up on this service' });

  const link = `${page.replace(/\/+$/, '')}/${linkId}`;
  return ctx.transaction(async (tx) => {
    // One after the other, so that of many at once each counts those before it.
    const { activeApplicant } = await tx.lock({ account: ctx.account_id, activeApplicant: applicantId });
    if (!activeApplicant) throw problem('gone');
    const text = `${brandingOf(ctx.account).name}: ${wordsIn(language ?? 'en').sms.phoneLink({ link })}`;
    return queueMessage(ctx, tx, { applicantId, kind: 'cross_device_link', to, text });
  });
}

export interface NewMessage {
  readonly applicantId: string;
  readonly kind: MessageRow['kind'];
  /** E.164, with the plus. */
  readonly to: string;
  readonly text: string;
}

/**
 * Queues a text message in the caller's transaction, which has locked the account and the applicant. Throws `rate_limit`.
 * @returns its id
 */
export async function queueMessage(
  ctx: Ctx,
  tx: ScopedTx,
  { applicantId, kind, to, text: words }: NewMessage,
): Promise<string> {
  const id = ctx.services.ids.uuid();
  const recipient = recipientOf(ctx, to);
  const now = ctx.now();
  await enforceLimit(tx, { applicantId, recipient, now });
  await tx.run(insertMessage, {
    id,
    applicant_id: applicantId,
    kind,
    recipient,
    state: 'pending',
    attempts: 0,
    created_at: now,
    finished_at: null,
    data: sealMessage(messages, ctx, id, { to, text: words, error: null }),
  });
  await enqueue(ctx.services, tx.system, ctx, { kind: 'message', ref: id });
  return id;
}

/**
 * The mark by which an account counts messages to a phone, hexadecimal: HMAC-SHA256 under a key of the deployment, since
 * the few possible numbers would be found from a plain hash in no time.
 */
function recipientOf(ctx: Ctx, to: string): string {
  return ctx.services.master.hash('recipients', JSON.stringify([ctx.account_id, to]));
}

/** Counts the messages that one applicant requests, and the messages that one phone gets from an account. */
async function enforceLimit(
  tx: ScopedTx,
  { applicantId, recipient, now }: { applicantId: string; recipient: string; now: number },
): Promise<void> {
  const window = hourBefore(now);
  for (const sent of [
    await tx.all(messagesOfApplicant, { applicant_id: applicantId, ...window }),
    await tx.all(messagesToRecipient, { recipient, ...window }),
  ]) {
    const times = sent.map(({ created_at }) => created_at);
    enforceHourlyLimit(times, now, 'Too many text messages were requested');
  }
}
