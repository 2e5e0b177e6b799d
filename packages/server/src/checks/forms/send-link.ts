import type { Applicant } from '../../applicants/applicant.ts';
import { getApplicant } from '../../applicants/get.ts';
import { recordAuditIn } from '../../audit/record.ts';
import { plain } from '../../base/bidi.ts';
import { type FieldErrors, invalid, notFound, problem } from '../../base/errors.ts';
import { brandingOf } from '../../context/branding.ts';
import type { Ctx } from '../../context/ctx.ts';
import { BLANK } from '../../input-rules/rule.ts';
import { languageOfMessages } from '../../messages/language.ts';
import { queueMail } from '../../messages/mails/queue.ts';
import { offersTextMessages } from '../../messages/sms/offered.ts';
import { queueMessage } from '../../messages/sms/queue.ts';
import { unreachableCountry } from '../../messages/sms-provider/countries.ts';
import type { MailRow } from '../../store/schema.ts';
import type { ScopedTx } from '../../store/store.ts';
import { wordsIn } from '../../words/index.ts';
import { type Check, formUri, toCheck } from '../check.ts';
import { getCheck } from '../get.ts';
import { applicantFormMail, type FormMail } from './mail.ts';

/** Ways in which the service sends an applicant a link. */
export const linkChannels = ['mail', 'text_message'] as const;

export type LinkChannel = (typeof linkChannels)[number];

/** A link to the pages on which an applicant acts. */
export interface ApplicantLink {
  readonly applicant: Applicant;
  /** The check of the form; null for a link to a workflow run. */
  readonly checkId: string | null;
  readonly url: string;
  /** Language that the client asks for, such as `de`; null for the applicant's own. */
  readonly language: string | null;
}

/** Destinations of an applicant's links. Null where the applicant has none, or the service does not send text messages. */
export function destinationsOf(
  { services }: Pick<Ctx, 'services'>,
  { email, phone_number }: Pick<Applicant, 'email' | 'phone_number'>,
): Readonly<Record<LinkChannel, string | null>> {
  const texts = offersTextMessages(services.settings);
  return { mail: email || null, text_message: texts && phone_number ? international(phone_number) : null };
}

/** A judged phone number with its plus and without separators, as providers of text messages take it. */
export const international = (number: string): string => `+${number.replaceAll(/\D/g, '').replace(/^00/, '')}`;

/** Queues the mail with a link, in the transaction that holds the applicant. Nothing is sent where the applicant has no address. */
export async function queueLinkMail(ctx: Ctx, tx: ScopedTx, link: ApplicantLink): Promise<void> {
  const { applicant, checkId, url } = link;
  const language = languageOfMessages(ctx, applicant, link.language) ?? 'en';
  // The mail of a form is dropped once its check waits for nobody.
  const kind = checkId === null ? 'applicant_notice' : 'applicant_form';
  await queueLinkLetter(ctx, tx, { applicant, checkId, url, language, kind });
}

/** A mail with a link. */
interface LinkLetter extends Pick<FormMail, 'language' | 'paragraphs' | 'validUntil'> {
  readonly applicant: Applicant;
  readonly checkId: string | null;
  readonly kind: MailRow['kind'];
  readonly url: string;
}

/** Queues a mail with a link, in the transaction that holds the applicant. Nothing is sent where the applicant has no address. */
export async function queueLinkLetter(ctx: Ctx, tx: ScopedTx, letter: LinkLetter): Promise<void> {
  const { applicant, checkId, kind, url, language, paragraphs, validUntil } = letter;
  if (!applicant.email) return;
  const brand = brandingOf(ctx.account);
  const baseUrl = ctx.services.urls.api.replace(/\/+$/, '');
  const { first_name: firstName, email: to, id: applicantId } = applicant;
  const texts = applicantFormMail({ brand, firstName, language, formUri: url, baseUrl, paragraphs, validUntil });
  const from = { from_name: plain(brand.name), reply_to: brand.support?.email ?? null };
  await queueMail(ctx, tx, { applicantId, checkId, kind, to, ...from, ...texts });
}

/** The faults of an applicant who should get a link, by the applicant's field; null when the link can be sent. */
export function linkFaults(
  { email, phone_number }: { readonly email?: unknown; readonly phone_number?: unknown },
  by: LinkChannel,
): FieldErrors | null {
  if (by === 'mail') return email ? null : { email: [BLANK] };
  if (!phone_number) return { phone_number: [BLANK] };
  const country = unreachableCountry(international(String(phone_number)));
  return country ? { phone_number: [`is in a country that text messages can't reach (${country})`] } : null;
}

/** Throws `unavailable` where the service sends no text messages. */
export function assertChannel({ services }: Pick<Ctx, 'services'>, by: LinkChannel): void {
  if (by === 'mail' || offersTextMessages(services.settings)) return;
  throw problem('unavailable', { message: 'Text messages are not set up on this service' });
}

/**
 * Queues a link by mail or text message, in the transaction that holds the account and the applicant. Throws `validation_error` for an
 * applicant without address or number, `unavailable` where the service sends no text messages, and `rate_limit`.
 */
export async function queueLink(ctx: Ctx, tx: ScopedTx, link: ApplicantLink, by: LinkChannel): Promise<void> {
  const { applicant, url } = link;
  const faults = linkFaults(applicant, by);
  if (faults) throw invalid(faults);
  assertChannel(ctx, by);
  if (by === 'mail') {
    await queueLinkMail(ctx, tx, link);
    return;
  }
  const to = international(applicant.phone_number as string);
  const language = languageOfMessages(ctx, applicant, link.language) ?? 'en';
  const text = `${wordsIn(language).mails.form.subject({ company: plain(brandingOf(ctx.account).name) })}: ${url}`;
  await queueMessage(ctx, tx, { applicantId: applicant.id, kind: 'applicant_link', to, text });
}

/** The form of a check, as a link. Throws `resource_not_found` for a check without a form. */
export function formLinkOf(ctx: Ctx, check: Check, applicant: Applicant): ApplicantLink {
  const url = formUri(ctx, check);
  if (url === null) throw notFound('Form', check.id);
  return { applicant, checkId: check.id, url, language: null };
}

/**
 * Sends an applicant the link to the form of a check. Throws 404 or 410 for the check, `validation_error` where the check does not wait
 * for its applicant, and as `queueLink` does.
 */
export async function sendFormLink(ctx: Ctx, id: string, by: LinkChannel): Promise<void> {
  const { check: known } = await getCheck(ctx, id);
  await ctx.transaction(async (tx) => {
    const claims = { account: ctx.account_id, activeApplicant: known.applicant_id, check: id };
    const { activeApplicant, check: row } = await tx.lock(claims);
    if (!activeApplicant || !row) throw problem('gone');
    const check = toCheck(ctx, row);
    const link = formLinkOf(ctx, check, await getApplicant(ctx, check.applicant_id, tx));
    if (check.status !== 'awaiting_applicant') {
      throw invalid({ status: [`the link can't be sent because the check is ${check.status}`] });
    }
    await queueLink(ctx, tx, link, by);
    recordAuditIn(ctx, tx, { action: 'check_link_sent', object_id: id, details: { by } });
  });
}
