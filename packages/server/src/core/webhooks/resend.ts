import { invalid } from '../../base/errors.ts';
import { lockApplicant } from '../../store/queries/applicants.ts';
import { findCheck } from '../../store/queries/checks.ts';
import { findLatestEvent, listWebhooks } from '../../store/queries/webhooks.ts';
import type { EventRow } from '../../store/schema.ts';
import type { ScopedTx } from '../../store/store.ts';
import type { Ctx } from '../ctx.ts';
import { deliver } from '../events/record.ts';
import { toWebhook } from './webhook.ts';

/** The one event that can be sent again. Source: contract 12.2. */
export const RESENDABLE = 'check.completed';

/**
 * Sends `check.completed` of each check again, to every enabled webhook of the environment, whatever the check or the
 * webhook has chosen. Throws `validation_error`, and sends nothing, when one isn't a complete check of the environment.
 */
export async function resendChecks(ctx: Ctx, checkIds: readonly string[]): Promise<void> {
  await ctx.transaction(async (tx) => {
    const events: EventRow[] = [];
    for (const id of new Set(checkIds)) {
      const event = await completionOf(tx, id);
      if (!event) throw invalid({ data: [{ resource_id: [`${id} is not a complete check of this environment`] }] });
      events.push(event);
    }
    const rows = (await tx.system.all(listWebhooks, { account_id: ctx.account_id })).reverse();
    const webhooks = rows.filter((row) => {
      const { enabled, environments } = toWebhook(ctx, row);
      return enabled && environments.includes(ctx.environment);
    });
    for (const event of events) {
      const { id, resource_id, status, applicant_id, created_at } = event;
      const resource = { type: 'check', id: resource_id, status, applicantId: applicant_id as string } as const;
      for (const webhook of webhooks) {
        await deliver(ctx, tx, webhook, { type: RESENDABLE, resource, applicantId: applicant_id }, id, created_at);
      }
    }
  });
}

/** The latest completion of a check that is complete; undefined too when its applicant is to be deleted. */
async function completionOf(tx: ScopedTx, id: string): Promise<EventRow | undefined> {
  const check = await tx.first(findCheck, { id });
  if (check?.status !== 'complete') return undefined;
  if (!(await tx.first(lockApplicant, { id: check.applicant_id }))) return undefined;
  return tx.first(findLatestEvent, { resource_id: id, type: RESENDABLE });
}
