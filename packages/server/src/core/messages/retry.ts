import { invalid, notFound, problem } from '../../base/errors.ts';
import { enqueue } from '../../jobs/queue.ts';
import { lockApplicant } from '../../store/queries/applicants.ts';
import { findMessage } from '../../store/queries/messages.ts';
import type { Ctx } from '../ctx.ts';
import { type Message, moveMessageBy, toMessage } from './message.ts';

/**
 * Queues a text message that failed or was kept, with all attempts anew. Throws `resource_not_found`, `gone` when the
 * applicant is scheduled for deletion, `validation_error` for a message in another state.
 */
export async function retryMessage(ctx: Ctx, id: string): Promise<Message> {
  return ctx.transaction(async (tx) => {
    const row = await tx.first(findMessage, { id });
    if (!row) throw notFound('Message', id);
    if (!(await tx.first(lockApplicant, { id: row.applicant_id }))) throw problem('gone');
    const message = { ...toMessage(ctx, row), attempts: 0 };
    const moved = await moveMessageBy(ctx, tx, message, 'retried');
    if (!moved) throw invalid({ state: [`a message that is ${message.state} can't be retried`] });
    await enqueue(ctx.services, tx.system, ctx, { kind: 'message', ref: id });
    return moved;
  });
}
