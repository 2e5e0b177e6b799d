import { HOUR_MS } from '../../base/clock.ts';
import { findApplicant } from '../../store/queries/applicants.ts';
import { messageQueries } from '../../store/queries/messages.ts';
import type { MessageRow } from '../../store/schema.ts';
import type { Outbox, OutboxData } from '../outbox/message.ts';

/** Milliseconds until the next attempt. The applicant waits with the phone in hand: a later message comes too late. */
const RETRY_MS = [5_000, 20_000, 60_000] as const;

/** Lifetime of a link in milliseconds. The link in an older message no longer works. */
const LINK_MS = HOUR_MS;

export const messages: Outbox<MessageRow, OutboxData> = {
  kind: 'message',
  resource: 'Message',
  queries: messageQueries,
  sealed: ['to', 'text', 'error'],
  carrier: ({ sms }) => sms,

  async recipient(ctx, { applicant_id, created_at, to }) {
    const applicant = await ctx.read.first(findApplicant, { id: applicant_id });
    return applicant?.delete_at === null && ctx.now() < created_at + LINK_MS ? to : null;
  },

  nextAttempt(ctx, { attempts }) {
    const delay = RETRY_MS[attempts - 1];
    return delay === undefined ? undefined : ctx.now() + delay;
  },
};
