import type { AuditAction } from '../audit/actions.ts';
import { recordAuditIn } from '../audit/record.ts';
import { DAY_MS } from '../base/clock.ts';
import { notFound } from '../base/errors.ts';
import type { Ctx } from '../context/ctx.ts';
import { updateWebhookRow } from '../store/queries/webhooks.ts';
import { TOKEN_BYTES } from './create.ts';
import { toWebhook, toWebhookRow, type Webhook } from './webhook.ts';

/** Milliseconds for which the secret before a rotation signs: 24 hours. */
const ROTATION_MS = DAY_MS;

/**
 * Gives a webhook a new secret. The previous one signs beside it for 24 hours; one that was still valid from an earlier rotation
 * ends at once. Throws `resource_not_found`.
 */
export function rotateSecret(ctx: Ctx, id: string): Promise<Webhook> {
  return change(ctx, id, 'webhook_secret_rotated', (webhook) => ({
    ...webhook,
    token: ctx.services.ids.secret(TOKEN_BYTES),
    previous: { token: webhook.token, until: ctx.now() + ROTATION_MS },
    secret_since: ctx.now(),
  }));
}

/** Ends the previous secret of a webhook now: the new one signs alone. Throws `resource_not_found`. */
export function endPreviousSecret(ctx: Ctx, id: string): Promise<Webhook> {
  return change(ctx, id, 'webhook_secret_ended', (webhook) => ({ ...webhook, previous: undefined }));
}

function change(ctx: Ctx, id: string, action: AuditAction, changed: (webhook: Webhook) => Webhook): Promise<Webhook> {
  return ctx.transaction(async (tx) => {
    const { webhook: row } = await tx.lock({ webhook: id });
    if (!row) throw notFound('Webhook', id);
    const webhook = changed(toWebhook(ctx, row));
    await tx.system.run(updateWebhookRow, toWebhookRow(ctx, webhook));
    recordAuditIn(ctx, tx, { action, object_id: id });
    return webhook;
  });
}
