import { isoSeconds } from '../base/clock.ts';
import type { EventName } from '../context/events.ts';

/** The form of the body: 3 for webhooks of v3; 1 and 2 for webhooks of v1 and v2, and for v3.6 webhooks that request it. */
export type PayloadVersion = 1 | 2 | 3;

/** Resource of an event, as far as a payload shows it. No result and no personal data. */
export type WebhookResource =
  | { readonly type: 'check'; readonly id: string; readonly status: string; readonly applicantId: string }
  | { readonly type: 'report'; readonly id: string; readonly status: string; readonly checkId: string }
  | { readonly type: 'watchlist_monitor'; readonly id: string }
  /** An applicant whose document, which the report verified, expires in so many days. */
  | { readonly type: 'applicant'; readonly id: string; readonly reportId: string; readonly daysLeft: number }
  /** The head of the audit log of the account `id`. */
  | { readonly type: 'audit_log'; readonly id: string; readonly number: number; readonly hash: string }
  | { readonly type: 'workflow_run'; readonly id: string; readonly status: string; readonly facts: object }
  | {
      readonly type: 'workflow_task';
      readonly id: string;
      readonly status: 'started' | 'completed';
      readonly runId: string;
      readonly taskDefId: string;
      readonly facts: object;
    };

export interface WebhookMessage {
  readonly payloadVersion: PayloadVersion;
  /** Name of the version that the webhook was created with; the paths of payload 3 begin with it. */
  readonly minorVersion: string;
  /** Public address of the service, `https://api.example.test`. */
  readonly baseUrl: string;
  readonly event: EventName;
  readonly resource: WebhookResource;
  /** Time of the event, Unix milliseconds. */
  readonly at: number;
}

/**
 * The body of a delivery: compact JSON whose keys come in the order of contract 12.4. The
 * signatures are made over these very bytes (UTF-8), so they are made once and kept for the retries.
 */
export function webhookBody(message: WebhookMessage): string {
  const { event, resource } = message;
  const href = message.baseUrl.replace(/\/+$/, '') + resourcePath(message);
  const object = { id: resource.id, ...factsOf(message), href };
  // Of workflows alone a payload has the resource itself.
  const facts = 'facts' in resource && { resource: resource.facts };
  return JSON.stringify({ payload: { resource_type: resource.type, action: event, object, ...facts } });
}

/** Facts that an event shows of its resource between its id and its address. */
function factsOf(message: WebhookMessage): object {
  const { resource } = message;
  if (resource.type === 'watchlist_monitor') return {};
  if (resource.type === 'applicant') return { report_id: resource.reportId, days_left: resource.daysLeft };
  if (resource.type === 'audit_log') return { number: resource.number, hash: resource.hash };
  return { ...taskNames(resource), status: resource.status, ...eventTime(message) };
}

/** Names of tasks in the form of published deliveries. */
function taskNames(resource: WebhookResource) {
  if (resource.type !== 'workflow_task') return {};
  return { task_spec_id: resource.id, task_def_id: resource.taskDefId, workflow_run_id: resource.runId };
}

/** `2026-01-15T09:30:00Z` in payload 3, `2026-01-15 09:30:00 UTC` under another key before. */
function eventTime({ event, payloadVersion, at }: WebhookMessage): Record<string, string> {
  const iso = isoSeconds(at);
  const what = event === 'workflow_task.started' ? 'started_at' : 'completed_at';
  if (payloadVersion === 3) return { [`${what}_iso8601`]: iso };
  return { [what]: iso.replace('T', ' ').replace('Z', ' UTC') };
}

/** Flat paths in payload 3, nested ones in 1 and 2. Monitors and workflows came with v3, so theirs are the same in all. */
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
    case 'applicant':
      return `/${minorVersion}/applicants/${resource.id}`;
    case 'watchlist_monitor':
      return `/${minorVersion}/watchlist_monitors/${resource.id}`;
    case 'audit_log':
      return `/operator/v1/accounts/${resource.id}/audit`;
    case 'workflow_run':
      return `/${minorVersion}/workflow_runs/${resource.id}`;
    case 'workflow_task':
      return `/${minorVersion}/workflow_runs/${resource.runId}/tasks/${resource.id}`;
  }
}
