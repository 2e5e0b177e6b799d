import type { Ctx } from '../../context/ctx.ts';
import { allMessagesOfApplicant } from '../../store/queries/messages.ts';
import type { MessageRow } from '../../store/schema.ts';
import { type OutboxData, type OutboxMessage, openMessage } from '../outbox/message.ts';
import { messages } from './message.ts';

/** All text messages to an applicant, the earliest first. */
export async function listMessagesOf(ctx: Ctx, applicant_id: string): Promise<OutboxMessage<MessageRow, OutboxData>[]> {
  const rows = await ctx.read.all(allMessagesOfApplicant, { applicant_id });
  return rows.map((row) => openMessage(messages, ctx, row));
}
