import type { Answers } from '../api-types.ts';

/** A webhook, as the interface lists it: without its secret. */
export type Webhook = Answers['GET /accounts/{account}/{environment}/webhooks']['webhooks'][number];

/** The answer that makes or rotates its secret. */
export type WebhookWithSecret = Answers['POST /accounts/{account}/{environment}/webhooks'];

export type WebhookList = Answers['GET /accounts/{account}/{environment}/webhooks'];
