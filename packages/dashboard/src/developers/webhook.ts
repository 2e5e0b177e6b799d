import type { Answers } from '../api-types.ts';

/** A webhook, as the interface lists it: without its secret. */
export type Webhook = Answers['GET /accounts/{account}/{environment}/webhooks']['webhooks'][number];

/** The answer that makes or rotates its secret. */
export interface WebhookWithSecret extends Webhook {
  readonly secret: string;
}

export type WebhookList = Answers['GET /accounts/{account}/{environment}/webhooks'];
