import { recordAuditIn } from '../audit/record.ts';
import { invalid } from '../base/errors.ts';
import type { Version } from '../base/versions.ts';
import type { Ctx } from '../context/ctx.ts';
import { defaultEvents } from '../context/events.ts';
import { countWebhooks, insertWebhook } from '../store/queries/webhooks.ts';
import type { Environment } from '../store/schema.ts';
import { applied, toWebhookRow, type Webhook, type WebhookInput } from './webhook.ts';

/** 192 bits: 32 characters of base64url. */
export const TOKEN_BYTES = 24;

/**
 * Environments of a webhook by default. A sandbox token has no right in live; v1 knows no environments, so that its webhooks get
 * the events in their token's environment. Source: contract 12.1.
 */
function defaultEnvironments({ generation }: Version, environment: Environment): readonly Environment[] {
  return generation === 1 || environment === 'sandbox' ? [environment] : ['sandbox', 'live'];
}

/** Maximum number of webhooks of an account in both environments, because each event is written once for each webhook. */
const MOST_WEBHOOKS = 100;

/**
 * Creates a webhook with a new token. The version of the request decides its default events, the form of its payloads and
 * the paths in them. Throws `validation_error` with the fields that are wrong, and where the account has
 * as many webhooks as it may.
 */
export async function createWebhook(ctx: Ctx, input: WebhookInput, version: Version): Promise<Webhook> {
  const { ids } = ctx.services;
  const webhook = applied<Webhook>(
    ctx,
    {
      id: ids.uuid(),
      created_at: ctx.now(),
      token: ids.secret(TOKEN_BYTES),
      api_version: version.name,
      failing_since: null,
      paused_at: null,
      url: '',
      name: null,
      enabled: true,
      events: defaultEvents(version),
      environments: defaultEnvironments(version, ctx.environment),
      payload_version: version.generation,
      personal_fields: null,
      standard_headers: false,
      oauth_enabled: false,
      oauth_server_url: null,
      oauth_server_client_id: null,
      oauth_server_client_secret: null,
      oauth_server_scope: null,
    },
    input,
  );
  return ctx.transaction(async (tx) => {
    // Of two at once, one sees what the other has made.
    await tx.lock({ account: ctx.account_id });
    const counted = await tx.system.first(countWebhooks, { account_id: ctx.account_id });
    if (Number(counted?.n) >= MOST_WEBHOOKS) {
      throw invalid({ url: [`is one too many: an account can have ${MOST_WEBHOOKS} webhooks`] });
    }
    await tx.system.run(insertWebhook, toWebhookRow(ctx, webhook));
    recordAuditIn(ctx, tx, { action: 'webhook_created', object_id: webhook.id });
    return webhook;
  });
}
