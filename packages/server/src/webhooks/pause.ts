import { recordAuditIn } from '../audit/record.ts';
import { plain } from '../base/bidi.ts';
import { DAY_MS, isoSeconds } from '../base/clock.ts';
import type { Ctx } from '../context/ctx.ts';
import { recordOf } from '../context/principal.ts';
import { toMember } from '../members/member.ts';
import { keepAccountNotice } from '../members/notices.ts';
import { listMembersOf } from '../store/queries/members.ts';
import { noteFailing, noteWorking, pauseWebhookRow } from '../store/queries/webhooks.ts';
import type { MemberNoticeRow, WebhookRow } from '../store/schema.ts';
import type { ScopedTx } from '../store/store.ts';
import { dropDeliveries } from './drop-deliveries.ts';
import { nameOf, toWebhook } from './webhook.ts';

/** Milliseconds of failures alone after which a webhook is paused: 5 days. Source: contract 12.13. */
const PAUSED_AFTER_MS = 5 * DAY_MS;

/**
 * Pauses a webhook whose every attempt has failed for 5 days, this one included. Its waiting deliveries are dropped, and so are deliveries
 * of later events, so that a replay finds them. Comes after the attempt is recorded, in a transaction that began with `noteAttempt`.
 *
 * @returns the mails to the administrators of the account, for `sendBeside` after the commit
 */
export async function pauseWebhook(ctx: Ctx, tx: ScopedTx, row: WebhookRow): Promise<MemberNoticeRow[]> {
  const { id, account_id } = row;
  const at = ctx.services.clock.now();
  const failingSince = row.failing_since as number;
  await tx.system.run(pauseWebhookRow, { id, account_id, paused_at: at, changed_by: recordOf(ctx.principal) });
  await dropDeliveries(ctx, tx.system, id);
  const details = { failing_since: isoSeconds(failingSince) };
  recordAuditIn(ctx, tx, { action: 'webhook_paused', object_id: id, details });
  return noticesOfPause(ctx, tx, row, failingSince);
}

/**
 * Notes whether an attempt succeeded. Returns the locked webhook if its pause is due. Comes first in the transaction: a change of a
 * webhook locks it before the jobs of its deliveries, too.
 *
 * @param row the webhook as the attempt began
 */
export async function noteAttempt(
  ctx: Ctx,
  tx: ScopedTx,
  row: WebhookRow,
  isSuccess: boolean,
): Promise<WebhookRow | undefined> {
  const { id, account_id } = row;
  const now = ctx.services.clock.now();
  if (isSuccess) {
    if (row.failing_since !== null) await tx.system.run(noteWorking, { id, account_id });
    return undefined;
  }
  if (row.failing_since === null) {
    await tx.system.run(noteFailing, { id, account_id, failing_since: now });
    return undefined;
  }
  if (!isOverdue(row, now)) return undefined;
  const { webhook } = await tx.lock({ webhook: id });
  return webhook && isOverdue(webhook, now) ? webhook : undefined;
}

function isOverdue({ enabled, failing_since }: WebhookRow, now: number): boolean {
  return enabled === 1 && failing_since !== null && now - failing_since >= PAUSED_AFTER_MS;
}

async function noticesOfPause(ctx: Ctx, tx: ScopedTx, row: WebhookRow, since: number): Promise<MemberNoticeRow[]> {
  const { services, account } = ctx;
  const name = plain(nameOf(toWebhook(ctx, row)));
  const letter = {
    subject: `Bonafide paused the webhook ${name}`,
    paragraphs: [
      `Every delivery to the webhook ${name} of ${plain(account.name)} has failed since ${isoSeconds(since)}. The webhook gets no events ` +
        'until someone enables it.',
      'Correct your receiver, then enable the webhook and replay the period. Events are kept for 30 days.',
    ],
    url: `${services.urls.dashboard}/accounts/${account.id}/${ctx.environment}/developers?view=webhooks&webhook=${row.id}`,
  };
  const members = await tx.system.all(listMembersOf, { account_id: ctx.account_id });
  const admins = members.filter(({ role, disabled_at }) => role === 'admin' && disabled_at === null);
  const kept: MemberNoticeRow[] = [];
  for (const admin of admins) {
    kept.push(await keepAccountNotice(services, tx.system, { member: toMember(services, admin), letter }));
  }
  return kept;
}
