import { toApplicant } from '../../applicants/applicant.ts';
import { nextAttempt } from '../../outgoing/retry.ts';
import { findApplicant } from '../../store/queries/applicants.ts';
import { findCheck } from '../../store/queries/checks.ts';
import { findOpenRequestOfCheck } from '../../store/queries/information-requests.ts';
import { mailQueries } from '../../store/queries/mails.ts';
import type { MailRow } from '../../store/schema.ts';
import type { Outbox, OutboxData } from '../outbox/message.ts';

/** Sealed data of a mail. */
export interface MailData extends OutboxData {
  readonly subject: string;
  readonly html: string;
  /** Name of the company, shown as the sender; absent in mail of before there was one. */
  readonly from_name?: string;
  /** The company's e-mail address for answers; null for none. */
  readonly reply_to?: string | null;
}

export const mails: Outbox<MailRow, MailData> = {
  kind: 'mail',
  resource: 'Mail',
  queries: mailQueries,
  sealed: ['to', 'subject', 'text', 'html', 'from_name', 'reply_to', 'error'],
  carrier: ({ mailer }) => mailer,

  /**
   * The address that the applicant has now: one that was corrected must not get the link. Nobody's when the check of a form
   * doesn't wait for it any more, when an information request has ended, the applicant is about to be erased, or has no address left.
   */
  async recipient(ctx, { check_id, applicant_id, kind, to }) {
    const check = check_id === null ? undefined : await ctx.read.first(findCheck, { id: check_id });
    if (kind === 'applicant_form' && check?.status !== 'awaiting_applicant') return null;
    if (kind === 'information_request' && !(await ctx.read.first(findOpenRequestOfCheck, { check_id: check_id ?? '' })))
      return null;
    const row = await ctx.read.first(findApplicant, { id: applicant_id });
    if (row?.delete_at !== null) return null;
    if (kind === 'workflow_notice') return to;
    const { email } = toApplicant(ctx, row);
    // A code is for the address that the receipt names.
    if (kind === 'signature_code' && email !== to) return null;
    return email || null;
  },

  /** The schedule of webhooks, ten retries within three days, suits mail too: servers that greylist ask for minutes. */
  nextAttempt(ctx, { attempts }) {
    const { random } = ctx.services;
    const next = nextAttempt({ attempt: attempts, now: ctx.now(), random, response: { error: 'mail' } });
    return 'at' in next ? next.at : undefined;
  },
};
