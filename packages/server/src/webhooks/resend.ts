import { recordAuditIn } from '../audit/record.ts';
import { invalid } from '../base/errors.ts';
import type { Ctx } from '../context/ctx.ts';
import { findCheck } from '../store/queries/checks.ts';
import { findLatestEvent, listWebhooks } from '../store/queries/webhooks.ts';
import type { CheckRow, EventRow } from '../store/schema.ts';
import type { ScopedTx } from '../store/store.ts';
import { deliver } from './event-log/record.ts';
import { toWebhook } from './webhook.ts';

/** The one event that can be sent again. Source: contract 12.2. */
export const RESENDABLE = 'check.completed';

/**
 * Sends `check.completed` of each check again, to every enabled webhook of the environment, whatever the check or the
 * webhook has chosen. Throws `validation_error`, and sends nothing, when one isn't a complete check of the environment.
 */
export async function resendChecks(ctx: Ctx, checkIds: readonly string[]): Promise<void> {
  await ctx.transaction(async (tx) => {
    const completions = await completionsOf(tx, new Set(checkIds));
    const events: EventRow[] = [];
    for (const [id, event] of completions) {
      if (!event) throw invalid({ data: [{ resource_id: [`${id} is not a complete check of this environment`] }] });
      events.push(event);
    }
    const rows = (await tx.system.all(listWebhooks, { account_id: ctx.account_id })).reverse();
    const webhooks = rows.filter((row) => {
      const { enabled, environments } = toWebhook(ctx, row);
      return enabled && environments.includes(ctx.environment);
    });
    const details = { check_ids: events.map(({ resource_id }) => resource_id) };
    recordAuditIn(ctx, tx, { action: 'checks_resent', object_id: ctx.account_id, details });
    for (const event of events) {
      const { id, resource_id, status, applicant_id, created_at } = event;
      const resource = { type: 'check', id: resource_id, status, applicantId: applicant_id as string } as const;
      for (const webhook of webhooks) {
        await deliver(ctx, tx, webhook, { type: RESENDABLE, resource, applicantId: applicant_id }, id, created_at);
      }
    }
  });
}

/**
 * The latest completion of each check, in their order; undefined for one that isn't complete, and for one whose applicant is to
 * be deleted.
 */
async function completionsOf(tx: ScopedTx, ids: Iterable<string>): Promise<[string, EventRow | undefined][]> {
  const checks = new Map<string, CheckRow>();
  for (const id of ids) {
    const check = await tx.first(findCheck, { id });
    if (check?.status === 'complete') checks.set(id, check);
  }
  const applicants = [...checks.values()].map(({ applicant_id }) => applicant_id);
  const { activeApplicants } = await tx.lock({ activeApplicants: applicants });
  const active = new Set(activeApplicants.map(({ id }) => id));
  const completions: [string, EventRow | undefined][] = [];
  for (const id of ids) {
    const applicantId = checks.get(id)?.applicant_id;
    const isActive = applicantId !== undefined && active.has(applicantId);
    const event = isActive ? await tx.first(findLatestEvent, { resource_id: id, type: RESENDABLE }) : undefined;
    completions.push([id, event]);
  }
  return completions;
}
