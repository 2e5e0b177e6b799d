import { invalid, notFound, problem } from '../../base/errors.ts';
import { enqueue } from '../../jobs/queue.ts';
import { lockApplicant } from '../../store/queries/applicants.ts';
import { findMail } from '../../store/queries/mails.ts';
import type { Ctx } from '../ctx.ts';
import { type Mail, moveMailBy, toMail } from './mail.ts';

/**
 * Queues a mail that failed or was kept, with all attempts anew. Throws `resource_not_found`, `gone` when the applicant
 * is scheduled for deletion, `validation_error` for a mail in another state.
 */
export async function retryMail(ctx: Ctx, id: string): Promise<Mail> {
  return ctx.transaction(async (tx) => {
    const row = await tx.first(findMail, { id });
    if (!row) throw notFound('Mail', id);
    if (!(await tx.first(lockApplicant, { id: row.applicant_id }))) throw problem('gone');
    const mail = { ...toMail(ctx, row), attempts: 0 };
    const moved = await moveMailBy(ctx, tx, mail, 'retried');
    if (!moved) throw invalid({ state: [`a mail that is ${mail.state} can't be retried`] });
    await enqueue(ctx.services, tx.system, ctx, { kind: 'mail', ref: id });
    return moved;
  });
}
