import type { Services } from '../context/services.ts';
import type { JobHandler } from '../jobs/worker.ts';
import { AccessTokens, TokenRefused } from '../outgoing/access-tokens.ts';
import { development, publicOnly } from '../outgoing/address-policy.ts';
import { outgoingAgent } from '../outgoing/client.ts';
import { postOnce } from '../outgoing/post.ts';
import { traced } from '../tracing/tracing.ts';
import { type Attempt, deliverEvent } from '../webhooks/deliver.ts';
import { type SignedMessage, signatureHeaders } from '../webhooks/signature.ts';
import type { Webhook } from '../webhooks/webhook.ts';
import { ctxOf } from './ctx-of.ts';

/** Attempts at once in this process. Each waits on its receiver nearly all the time, so many cost little. */
const CONCURRENCY = 256;

/** Attempts at once to one webhook: a silent receiver takes no more places than these. */
const PER_WEBHOOK = 8;

const USER_AGENT = 'Bonafide-Webhooks';

/** Delivers events to webhooks: one job is one delivery with all its attempts. */
export function deliveryHandler(services: Services): JobHandler {
  const { mode, webhookTimeout: timeoutMs } = services.settings;
  const policy = mode === 'development' ? development : publicOnly;
  // Keeps no connection between attempts, so there is nothing to close once the worker has stopped.
  const dispatcher = outgoingAgent({ policy, connectTimeoutMs: timeoutMs });
  const accessTokens = new AccessTokens(dispatcher, services.clock, timeoutMs);

  async function send(webhook: Webhook, message: SignedMessage): Promise<Attempt> {
    const { body } = message;
    const headers: Record<string, string> = {
      'Content-Type': 'application/json',
      'User-Agent': USER_AGENT,
      ...signatureHeaders(webhook, message, services.clock.now()),
    };
    if (webhook.oauth_enabled) {
      const start = performance.now();
      try {
        headers.Authorization = `Bearer ${await accessTokens.get(webhook)}`;
      } catch (error) {
        if (!(error instanceof TokenRefused)) throw error;
        return { error: 'oauth', message: error.message, latencyMs: Math.round(performance.now() - start) };
      }
    }
    const attempt = await traced(services.tracing, 'webhook attempt', { kind: 'client' }, async (span) => {
      const answer = await postOnce({ url: webhook.url, headers, body, dispatcher, timeoutMs });
      span?.set({
        'bonafide.webhook_id': webhook.id,
        'bonafide.outcome': 'status' in answer ? answer.status : answer.error,
      });
      if (!('status' in answer)) span?.fail();
      return answer;
    });
    if ('status' in attempt && attempt.status === 401) accessTokens.forget(webhook);
    return attempt;
  }

  return {
    kind: 'delivery',
    concurrency: CONCURRENCY,
    perLane: PER_WEBHOOK,
    run: async (job, hold) => deliverEvent(await ctxOf(services, job), job, hold, send),
  };
}
