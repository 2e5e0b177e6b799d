import { recordAuditIn } from '../../audit/record.ts';
import { invalid, notFound, problem } from '../../base/errors.ts';
import type { Ctx } from '../../context/ctx.ts';
import { enqueue } from '../../jobs/queue.ts';
import type { OutboxRow } from '../../store/schema.ts';
import { moveMessageBy, type Outbox, type OutboxData, type OutboxMessage, openMessage } from './message.ts';

/**
 * Queues a message that failed or was kept, with all attempts again. Throws `resource_not_found`, `gone` when the applicant
 * is scheduled for deletion, `validation_error` for a message in another state.
 */
export async function retryMessage<R extends OutboxRow, D extends OutboxData>(
  outbox: Outbox<R, D>,
  ctx: Ctx,
  id: string,
): Promise<OutboxMessage<R, D>> {
  const { kind, resource, queries } = outbox;
  return ctx.transaction(async (tx) => {
    const row = await tx.first(queries.find, { id });
    if (!row) throw notFound(resource, id);
    if (!(await tx.lock({ activeApplicant: row.applicant_id })).activeApplicant) throw problem('gone');
    const message = { ...openMessage(outbox, ctx, row), attempts: 0 };
    const moved = await moveMessageBy(outbox, ctx, tx, message, 'retried');
    if (!moved) throw invalid({ state: [`a ${kind} with the state ${message.state} can't be sent again`] });
    await enqueue(ctx.services, tx.system, ctx, { kind, ref: id });
    recordAuditIn(ctx, tx, { action: `${kind}_retried`, object_id: id });
    return moved;
  });
}
