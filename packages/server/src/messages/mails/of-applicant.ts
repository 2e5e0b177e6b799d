import type { Ctx } from '../../context/ctx.ts';
import { mailsOfApplicant } from '../../store/queries/mails.ts';
import type { MailRow } from '../../store/schema.ts';
import { type OutboxMessage, openMessage } from '../outbox/message.ts';
import { type MailData, mails } from './mail.ts';

/** All mail to an applicant, the earliest first. */
export async function listMailsOf(ctx: Ctx, applicant_id: string): Promise<OutboxMessage<MailRow, MailData>[]> {
  const rows = await ctx.read.all(mailsOfApplicant, { applicant_id });
  return rows.map((row) => openMessage(mails, ctx, row));
}
