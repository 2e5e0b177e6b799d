import type { JobHold } from '../../jobs/worker.ts';
import { SmsRefused } from '../../sms/provider.ts';
import { findApplicant } from '../../store/queries/applicants.ts';
import { findMessage } from '../../store/queries/messages.ts';
import type { JobRow } from '../../store/schema.ts';
import type { Ctx } from '../ctx.ts';
import type { MailTrigger } from '../mails/states.ts';
import { type Message, moveMessageBy, toMessage } from './message.ts';

/** Characters of an error that are kept with the message. */
const ERROR_LENGTH = 500;

/** Milliseconds until the next attempt. Somebody waits with the phone in hand: what takes longer comes too late. */
const RETRY_MS = [5_000, 20_000, 60_000] as const;

/** Life of a link, in milliseconds: an older message leads nowhere. */
const LINK_MS = 3_600_000;

/** What came of a job: the trigger, and the time of the next attempt when there is one. */
interface Outcome {
  readonly message: Message;
  readonly trigger: MailTrigger;
  readonly at?: number;
}

/**
 * Sends the message of a job: one attempt, then state and plan of the next in one transaction. A worker that dies between
 * the two leaves the message to be sent again, under the same id.
 */
export async function sendMessage(ctx: Ctx, job: JobRow, hold: JobHold): Promise<void> {
  const row = await ctx.read.first(findMessage, { id: job.ref });
  if (row?.state !== 'pending') {
    await ctx.transaction((tx) => hold.done(tx.system));
    return;
  }
  const { message, trigger, at } = await attempt(ctx, toMessage(ctx, row));
  await ctx.transaction(async (tx) => {
    // The job before all else: whoever lost it undoes the rest.
    if (at === undefined) await hold.done(tx.system);
    else await hold.again(tx.system, at);
    await moveMessageBy(ctx, tx, message, trigger);
  });
}

async function attempt(ctx: Ctx, message: Message): Promise<Outcome> {
  const { sms } = ctx.services;
  const applicant = await ctx.read.first(findApplicant, { id: message.applicant_id });
  const late = ctx.now() >= message.created_at + LINK_MS;
  if (applicant?.delete_at !== null || late) return { message, trigger: 'outdated' };
  if (!sms.delivers) return { message, trigger: 'unroutable' };
  const made = { ...message, attempts: message.attempts + 1 };
  try {
    await sms.send(message);
    return { message: { ...made, error: null }, trigger: 'accepted' };
  } catch (error) {
    return afterFailure(ctx, made, error as Error);
  }
}

function afterFailure(ctx: Ctx, made: Message, error: Error): Outcome {
  const message = { ...made, error: error.message.slice(0, ERROR_LENGTH) };
  const delay = error instanceof SmsRefused ? undefined : RETRY_MS[message.attempts - 1];
  return delay === undefined
    ? { message, trigger: 'given_up' }
    : { message, trigger: 'postponed', at: ctx.now() + delay };
}
