import { getApplicant } from '../../applicants/get.ts';
import { plain } from '../../base/bidi.ts';
import { brandingOf } from '../../context/branding.ts';
import type { Ctx } from '../../context/ctx.ts';
import { queueMessage } from '../../messages/sms/queue.ts';
import type { ScopedTx } from '../../store/store.ts';
import { wordsIn } from '../../words/index.ts';
import { international, queueLinkLetter } from '../forms/send-link.ts';
import { type InformationRequest, requestUri } from './request.ts';

/** The message to an applicant where the asking person writes none, in a language such as `de`. */
export const defaultMessage = ({ account }: Pick<Ctx, 'account'>, language: string): string =>
  wordsIn(language).pages.link.again.neutral({ account: plain(brandingOf(account).name) });

/**
 * Queues the mail or the text message with the link of a request, in the caller's transaction, which has locked the applicant, and for a
 * text message the account. Nothing is sent where the asking person hands the link on, nor to an applicant whose address is gone.
 * Throws `rate_limit` for text messages.
 */
export async function sendLink(ctx: Ctx, tx: ScopedTx, request: InformationRequest): Promise<void> {
  const { applicant_id: applicantId, check_id: checkId, language, message, send_by, expires_at: validUntil } = request;
  if (send_by === 'link') return;
  const applicant = await getApplicant(ctx, applicantId, tx);
  const url = requestUri(ctx, request);
  const kind = 'information_request';
  if (send_by === 'sms') {
    if (!applicant.phone_number) return;
    const text = `${brandingOf(ctx.account).name}: ${wordsIn(language).pages.start.title}: ${url}`;
    await queueMessage(ctx, tx, { applicantId, kind, to: international(applicant.phone_number), text });
    return;
  }
  const paragraphs = message.split(/\n+/).filter((line) => line.trim() !== '');
  await queueLinkLetter(ctx, tx, { applicant, checkId, kind, url, language, paragraphs, validUntil });
}
