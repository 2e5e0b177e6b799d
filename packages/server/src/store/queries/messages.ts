import { scoped, unsought } from '../query.ts';
import type { MessageRow } from '../schema.ts';
import { outboxQueries } from './outbox.ts';

export const messageQueries = outboxQueries<MessageRow>('messages');

export const insertMessage = scoped<Omit<MessageRow, 'account_id' | 'environment'>>()((from, p) =>
  from.insert('messages', {
    id: p.id,
    applicant_id: p.applicant_id,
    kind: p.kind,
    recipient: p.recipient,
    state: p.state,
    attempts: p.attempts,
    created_at: p.created_at,
    finished_at: p.finished_at,
    data: p.data,
  }),
);

/** All text messages to an applicant, the earliest first. */
export const allMessagesOfApplicant = scoped<{ applicant_id: string }>()((from, p, dialect) =>
  from.select('messages').selectAll().where('applicant_id', '=', p.applicant_id).orderBy(unsought(dialect, 'id')),
);

/** Times at which the messages of an applicant were queued, latest first. */
export const messagesOfApplicant = scoped<{ applicant_id: string; after: number; limit: number }>()((from, p) =>
  from
    .select('messages')
    .select('created_at')
    .where('applicant_id', '=', p.applicant_id)
    .where('created_at', '>', p.after)
    .orderBy('created_at', 'desc')
    .limit(p.limit),
);

/** Times at which messages to a phone were queued, latest first. */
export const messagesToRecipient = scoped<{ recipient: string; after: number; limit: number }>()((from, p) =>
  from
    .selectByAccount('messages')
    .select('created_at')
    .where('recipient', '=', p.recipient)
    .where('created_at', '>', p.after)
    .orderBy('created_at', 'desc')
    .limit(p.limit),
);
