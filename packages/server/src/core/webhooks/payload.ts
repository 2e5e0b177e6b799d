import { isoSeconds } from '../../base/clock.ts';
import type { EventName } from './events.ts';

/** The form of the body: 3 for webhooks of v3; 1 and 2 for those of v1 and v2, and for v3.6 webhooks that ask for it. */
export type PayloadVersion = 1 | 2 | 3;

/** What an event is about, as far as a payload shows it. No result and no personal data. */
export type WebhookResource =
  | { readonly type: 'check'; readonly id: string; readonly status: string; readonly applicantId: string }
  | { readonly type: 'report'; readonly id: string; readonly status: string; readonly checkId: string }
  | { readonly type: 'watchlist_monitor'; readonly id: string };

export interface WebhookMessage {
  readonly payloadVersion: PayloadVersion;
  /** Version of the API that the webhook was created with, `v3.6`; the paths of payload 3 begin with it. */
  readonly minorVersion: string;
  /** Public address of the service, `https://api.example.test`. */
  readonly baseUrl: string;
  readonly event: EventName;
  readonly resource: WebhookResource;
  /** Time of the event, Unix milliseconds. */
  readonly at: number;
}

/**
 * The body of a delivery: compact JSON whose keys come in the order of section 4 of the webhook document. The
 * signatures are made over these very bytes (UTF-8), so they are made once and kept for the retries.
 */
export function webhookBody(message: WebhookMessage): string {
  const { event, resource } = message;
  const href = message.baseUrl.replace(/\/+$/, '') + resourcePath(message);
  const object =
    resource.type === 'watchlist_monitor'
      ? { id: resource.id, href }
      : { id: resource.id, status: resource.status, ...eventTime(message), href };
  return JSON.stringify({ payload: { resource_type: resource.type, action: event, object } });
}

/** `2026-01-15T09:30:00Z` in payload 3, `2026-01-15 09:30:00 UTC` under another key before. */
function eventTime({ payloadVersion, at }: WebhookMessage): Record<string, string> {
  const iso = isoSeconds(at);
  if (payloadVersion === 3) return { completed_at_iso8601: iso };
  return { completed_at: iso.replace('T', ' ').replace('Z', ' UTC') };
}

/** Flat paths in payload 3, nested ones in 1 and 2. Monitors came with v3, so theirs are flat in all. */
function resourcePath({ payloadVersion, minorVersion, resource }: WebhookMessage): string {
  const nested = payloadVersion < 3;
  switch (resource.type) {
    case 'check':
      return nested
        ? `/v${payloadVersion}/applicants/${resource.applicantId}/checks/${resource.id}`
        : `/${minorVersion}/checks/${resource.id}`;
    case 'report':
      return nested
        ? `/v${payloadVersion}/checks/${resource.checkId}/reports/${resource.id}`
        : `/${minorVersion}/reports/${resource.id}`;
    case 'watchlist_monitor':
      return `/${minorVersion}/watchlist_monitors/${resource.id}`;
  }
}
