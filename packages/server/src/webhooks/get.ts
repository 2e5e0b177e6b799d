import { notFound } from '../base/errors.ts';
import type { Ctx } from '../context/ctx.ts';
import { findWebhook, listWebhooks } from '../store/queries/webhooks.ts';
import { toWebhook, type Webhook } from './webhook.ts';

/** The webhook. Throws `resource_not_found`. */
export async function getWebhook(ctx: Ctx, id: string): Promise<Webhook> {
  const row = await ctx.services.store.system.first(findWebhook, { id, account_id: ctx.account_id });
  if (!row) throw notFound('Webhook', id);
  return toWebhook(ctx, row);
}

/** All webhooks of the account, newest first. */
export async function listWebhooksOf(ctx: Ctx): Promise<Webhook[]> {
  const rows = await ctx.services.store.system.all(listWebhooks, { account_id: ctx.account_id });
  return rows.map((row) => toWebhook(ctx, row));
}
