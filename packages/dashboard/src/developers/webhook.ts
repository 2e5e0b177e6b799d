/** A webhook, as the interface lists it: without its secret. */
export interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly name: string | null;
  readonly enabled: boolean;
  readonly events: readonly string[];
  readonly environments: readonly string[];
  readonly previous_secret_until: string | null;
}

/** The answer that makes or rotates its secret. */
export interface WebhookWithSecret extends Webhook {
  readonly secret: string;
}

export interface WebhookList {
  readonly webhooks: readonly Webhook[];
  /** Events that a webhook can have. */
  readonly events: readonly string[];
}
