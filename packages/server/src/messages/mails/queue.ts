import type { Ctx } from '../../context/ctx.ts';
import { enqueue } from '../../jobs/queue.ts';
import { insertMail } from '../../store/queries/mails.ts';
import type { MailRow } from '../../store/schema.ts';
import type { ScopedTx } from '../../store/store.ts';
import { sealMessage } from '../outbox/message.ts';
import { mails } from './mail.ts';

export interface NewMail {
  applicantId: string;
  /** Null for mail of a workflow run. */
  checkId: string | null;
  kind: MailRow['kind'];
  /** One address, without a name. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Name of the company, and its e-mail address for answers if it has one. */
  from_name: string;
  reply_to: string | null;
}

/**
 * Queues a mail in the transaction of the change that asks for it, which holds the applicant: either both are there or
 * none is.
 *
 * @returns its id
 */
export async function queueMail(ctx: Ctx, tx: ScopedTx, mail: NewMail): Promise<string> {
  const { applicantId, checkId, kind, ...message } = mail;
  const id = ctx.services.ids.uuid();
  await tx.run(insertMail, {
    id,
    applicant_id: applicantId,
    check_id: checkId,
    kind,
    state: 'pending',
    attempts: 0,
    created_at: ctx.now(),
    finished_at: null,
    data: sealMessage(mails, ctx, id, { ...message, error: null }),
  });
  await enqueue(ctx.services, tx.system, ctx, { kind: 'mail', ref: id });
  return id;
}
