import { getApplicant } from '../../applicants/get.ts';
import type { Ctx } from '../../context/ctx.ts';
import type { ScopedTx } from '../../store/store.ts';
import { type Check, formUri } from '../check.ts';
import { queueLinkMail } from './send-link.ts';

/**
 * Queues the mail that sends an applicant to the form of a check that waits for it, in the transaction by which it came to wait.
 * Nothing is sent for a check whose client informs the applicant itself, or if the address is gone.
 */
export async function inviteApplicant(ctx: Ctx, tx: ScopedTx, check: Check): Promise<void> {
  const url = formUri(ctx, check);
  if (url === null || check.suppress_form_emails) return;
  const applicant = await getApplicant(ctx, check.applicant_id, tx);
  await queueLinkMail(ctx, tx, { applicant, checkId: check.id, url, language: null });
}
