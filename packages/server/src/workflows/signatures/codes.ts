import { randomInt } from 'node:crypto';
import type { Applicant } from '../../applicants/applicant.ts';
import { plain } from '../../base/bidi.ts';
import { MINUTE_MS } from '../../base/clock.ts';
import { html } from '../../base/html.ts';
import { isSameSecret } from '../../base/same-secret.ts';
import type { Settings } from '../../config/settings.ts';
import { brandingOf } from '../../context/branding.ts';
import type { Ctx } from '../../context/ctx.ts';
import { BLANK, INVALID } from '../../input-rules/rule.ts';
import { letterPage } from '../../messages/mails/page.ts';
import { queueMail } from '../../messages/mails/queue.ts';
import { enforceHourlyLimit } from '../../messages/outbox/hourly-limit.ts';
import { offersTextMessages } from '../../messages/sms/offered.ts';
import { queueMessage } from '../../messages/sms/queue.ts';
import type { SentCode, Signature, SigningTask } from '../../signatures/signature.ts';
import type { ScopedTx } from '../../store/store.ts';
import { wordsIn } from '../../words/index.ts';
import type { SignatureStep } from '../workflow.ts';

/** Life of a code, and how often one may be guessed: a guess then is right once in 200,000. */
const CODE_MS = 10 * MINUTE_MS;
const MOST_WRONG = 5;

/** Fault of a code that is neither blank nor another. */
export const EXPIRED = 'has expired';

/** Destination of an applicant's codes. */
export interface CodeRoute {
  readonly by: 'sms' | 'email';
  readonly to: string;
  /** Destination as pages and the receipt show it. */
  readonly shown: string;
}

/** All of a phone number but its last digits. */
const hiddenNumber = (number: string): string => `…${number.slice(-3)}`;

/** All of an address but its first letter and its host. */
const hiddenAddress = (address: string): string => address.replace(/^(.)[^@]*/u, '$1…');

/**
 * Destination of a code: by text message if the step, the applicant and the settings allow it, else by mail. Without a
 * destination, the reason.
 */
export function codeRoute(
  { mode, smsUrl, smtpUrl }: Pick<Settings, 'mode' | 'smsUrl' | 'smtpUrl'>,
  { code_by }: Pick<SignatureStep, 'code_by'>,
  { phone_number: phone, email }: Pick<Applicant, 'phone_number' | 'email'>,
): CodeRoute | string {
  const sms = code_by !== 'email';
  const mail = code_by !== 'sms';
  const texts = sms && offersTextMessages({ mode, smsUrl });
  const mails = mail && (smtpUrl !== null || mode === 'development');
  if (texts && phone) return { by: 'sms', to: phone, shown: hiddenNumber(phone) };
  if (mails && email) return { by: 'email', to: email, shown: hiddenAddress(email) };
  if (!texts && !mails)
    return "The code can't be sent: this service has neither text messages nor mail set up, as far as the step allows them";
  const contacts = [texts && 'phone number', mails && 'e-mail address'].filter(Boolean).join(' nor ');
  return `The applicant has no ${contacts} for the code`;
}

/** Queues a new code in the transaction that keeps it. Throws `rate_limit` after too many. */
export async function queueCode(
  ctx: Ctx,
  tx: ScopedTx,
  {
    place,
    applicantId,
    language,
    route,
    signature,
  }: { place: SigningTask; applicantId: string; language: string; route: CodeRoute; signature: Signature },
): Promise<SentCode> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const now = ctx.now();
  const { name, support } = brandingOf(ctx.account);
  const text = `${name}: ${wordsIn(language).sms.signatureCode({ code })}`;
  const { by, to, shown } = route;
  if (by === 'sms') await queueMessage(ctx, tx, { applicantId, kind: 'signature_code', to, text });
  else {
    // By task: text messages are counted by applicant and phone.
    const sent = signature.acts.flatMap(({ kind, at }) => (kind === 'code_sent' ? [at] : [])).reverse();
    enforceHourlyLimit(sent, now, 'Too many codes were requested. Please try again later');
    const from_name = plain(name);
    await queueMail(ctx, tx, {
      applicantId,
      checkId: null,
      kind: 'signature_code',
      to,
      from_name,
      reply_to: support?.email ?? null,
      ...letter(from_name, code, { language, text }),
    });
  }
  return { mark: markOf(ctx, place, code), sent_at: now, wrong: 0, by, to: shown };
}

function letter(company: string, code: string, { language, text }: { language: string; text: string }) {
  const { mails, pages } = wordsIn(language);
  const { subject, title, lead, careful } = mails.signatureCode;
  const content = html`<p>${lead({ company })}</p>
<p style="font-size:28px;letter-spacing:4px"><strong>${code}</strong></p>
<p>${careful}</p>
`;
  return {
    subject: subject({ company }),
    text: `${text}\n\n${careful}\n`,
    html: letterPage(title, content, { lang: pages.lang, dir: pages.dir }),
  };
}

/** The mark of a code: keyed, since a million codes are tried in no time. */
function markOf(ctx: Ctx, { runId, taskId }: SigningTask, code: string): string {
  return ctx.services.master.hash('signature-codes', JSON.stringify([ctx.account_id, runId, taskId, code]));
}

/** Returns whether a sent code can still be entered. */
export function isUsable({ sent_at, wrong }: SentCode, now: number): boolean {
  return now < sent_at + CODE_MS && wrong < MOST_WRONG;
}

/** Fault of a code; undefined for the right one. */
export function judgeCode(ctx: Ctx, place: SigningTask, { code: sent }: Signature, typed: string): string | undefined {
  const code = typed.replace(/\s/g, '');
  if (!sent || code === '') return BLANK;
  if (!isUsable(sent, ctx.now())) return EXPIRED;
  return isSameSecret(sent.mark, markOf(ctx, place, code)) ? undefined : INVALID;
}
