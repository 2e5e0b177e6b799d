import type { JobHold } from '../../jobs/worker.ts';
import { MailRefused } from '../../mail/mailer.ts';
import { findApplicant } from '../../store/queries/applicants.ts';
import { findCheck } from '../../store/queries/checks.ts';
import { findMail } from '../../store/queries/mails.ts';
import type { JobRow } from '../../store/schema.ts';
import { toApplicant } from '../applicants/applicant.ts';
import type { Ctx } from '../ctx.ts';
import { nextAttempt } from '../webhooks/retry.ts';
import { type Mail, moveMailBy, toMail } from './mail.ts';
import type { MailTrigger } from './states.ts';

/** Characters of an error that are kept with the mail. */
const ERROR_LENGTH = 500;

/** What came of a job: the trigger, and the time of the next attempt when there is one. */
interface Outcome {
  readonly mail: Mail;
  readonly trigger: MailTrigger;
  readonly at?: number;
}

/**
 * Sends the mail of a job: one attempt, then state and plan of the next in one transaction. A worker that dies between
 * the two leaves the mail to be sent again, under the same `Message-ID`.
 */
export async function sendMail(ctx: Ctx, job: JobRow, hold: JobHold): Promise<void> {
  const row = await ctx.read.first(findMail, { id: job.ref });
  if (row?.state !== 'pending') {
    await ctx.transaction((tx) => hold.done(tx.system));
    return;
  }
  const { mail, trigger, at } = await attempt(ctx, toMail(ctx, row));
  await ctx.transaction(async (tx) => {
    // The job before all else: whoever lost it undoes the rest.
    if (at === undefined) await hold.done(tx.system);
    else await hold.again(tx.system, at);
    await moveMailBy(ctx, tx, mail, trigger);
  });
}

async function attempt(ctx: Ctx, queued: Mail): Promise<Outcome> {
  const { mailer } = ctx.services;
  const to = await recipientOf(ctx, queued);
  if (!to) return { mail: queued, trigger: 'outdated' };
  const mail = { ...queued, to };
  if (!mailer.delivers) return { mail, trigger: 'unroutable' };
  const made = { ...mail, attempts: mail.attempts + 1 };
  try {
    await mailer.send(mail);
    return { mail: { ...made, error: null }, trigger: 'accepted' };
  } catch (error) {
    return afterFailure(ctx, made, error as Error);
  }
}

/**
 * The address that the applicant has now: one that was corrected must not get the link. Nobody's when the check doesn't
 * wait for the form any more, the applicant is about to be erased, or has no address left.
 */
async function recipientOf(ctx: Ctx, { check_id, applicant_id }: Mail): Promise<string | null> {
  const check = await ctx.read.first(findCheck, { id: check_id });
  if (check?.status !== 'awaiting_applicant') return null;
  const row = await ctx.read.first(findApplicant, { id: applicant_id });
  return row?.delete_at === null ? toApplicant(ctx, row).email : null;
}

/** The schedule of webhooks, ten retries within three days, suits mail too: servers that greylist ask for minutes. */
function afterFailure(ctx: Ctx, made: Mail, error: Error): Outcome {
  const mail = { ...made, error: error.message.slice(0, ERROR_LENGTH) };
  if (error instanceof MailRefused) return { mail, trigger: 'given_up' };
  const { random } = ctx.services;
  const next = nextAttempt({ attempt: mail.attempts, now: ctx.now(), random, response: { error: 'mail' } });
  return 'at' in next ? { mail, trigger: 'postponed', at: next.at } : { mail, trigger: 'given_up' };
}
