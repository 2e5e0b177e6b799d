import { getApplicant } from '../../applicants/get.ts';
import { plain } from '../../base/bidi.ts';
import { brandingOf } from '../../context/branding.ts';
import type { Ctx } from '../../context/ctx.ts';
import { languageOfMessages } from '../../messages/language.ts';
import { queueMail } from '../../messages/mails/queue.ts';
import type { ScopedTx } from '../../store/store.ts';
import { type Check, formUri } from '../check.ts';
import { applicantFormMail } from './mail.ts';

/**
 * Queues the mail that sends an applicant to the form of a check that waits for it, in the transaction by which it came to wait.
 * Nothing is sent for a check whose client informs the applicant itself, or if the address is gone.
 */
export async function inviteApplicant(ctx: Ctx, tx: ScopedTx, check: Check): Promise<void> {
  const uri = formUri(ctx, check);
  if (uri === null || check.suppress_form_emails) return;
  const applicant = await getApplicant(ctx, check.applicant_id, tx);
  const { email, first_name } = applicant;
  if (!email) return;
  const brand = brandingOf(ctx.account);
  const baseUrl = ctx.services.urls.api.replace(/\/+$/, '');
  const language = languageOfMessages(ctx, applicant) ?? 'en';
  const letter = applicantFormMail({ brand, firstName: first_name, language, formUri: uri, baseUrl });
  const from = { from_name: plain(brand.name), reply_to: brand.support?.email ?? null };
  const about = { applicantId: check.applicant_id, checkId: check.id, kind: 'applicant_form' } as const;
  await queueMail(ctx, tx, { ...about, to: email, ...from, ...letter });
}
