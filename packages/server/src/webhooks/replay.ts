import { recordAudit } from '../audit/record.ts';
import { saysDeleted } from '../base/errors.ts';
import type { Ctx } from '../context/ctx.ts';
import { firstIdAt } from '../context/time-ids.ts';
import { listDeliveriesOfWebhook } from '../store/queries/webhooks.ts';
import { getWebhook } from './get.ts';
import { redeliver } from './redeliver.ts';

/** Deliveries that one request looks at; the next one continues after them. */
const LOOKED_AT = 200;

export interface ReplayRange {
  /** Unix milliseconds. */
  readonly since: number;
  /** Unix milliseconds; later deliveries are left out. */
  readonly until: number;
  /** Includes delivered ones; otherwise only failed and dropped ones are sent. */
  readonly delivered: boolean;
  /** `next` of the answer before. */
  readonly cursor?: string | undefined;
}

export interface Replayed {
  readonly resent: number;
  /** Left out: their applicant is deleted, or is to be. */
  readonly skipped: number;
  /** Start of the next request; null after the last. */
  readonly next: string | null;
}

/**
 * Sends the deliveries of a range to their webhook again, newest first, 200 at most. Throws `resource_not_found`, and
 * `validation_error` where the webhook is disabled.
 */
export async function replayDeliveries(ctx: Ctx, webhookId: string, range: ReplayRange): Promise<Replayed> {
  await getWebhook(ctx, webhookId);
  // A delivery that is made now is never part of its own range.
  const end = firstIdAt(Math.min(range.until, ctx.now()));
  const before = range.cursor && range.cursor < end ? range.cursor : end;
  const page = { webhook_id: webhookId, before, from: firstIdAt(range.since), limit: LOOKED_AT };
  const rows = await ctx.read.all(listDeliveriesOfWebhook, page);
  let resent = 0;
  let skipped = 0;
  for (const { id, state } of rows) {
    if (state === 'pending' || (state === 'delivered' && !range.delivered)) continue;
    try {
      await redeliver(ctx, id);
      resent += 1;
    } catch (error) {
      // Its applicant was deleted or erased meanwhile.
      if (!saysDeleted(error)) throw error;
      skipped += 1;
    }
  }
  await recordAudit(ctx, { action: 'deliveries_replayed', object_id: webhookId, details: { resent, skipped } });
  return { resent, skipped, next: rows.length === LOOKED_AT ? (rows.at(-1)?.id ?? null) : null };
}
