import { type FieldErrors, invalid } from '../base/errors.ts';
import type { Ctx } from '../context/ctx.ts';
import type { EventName } from '../context/events.ts';
import { recordOf } from '../context/principal.ts';
import { development, publicOnly } from '../outgoing/address-policy.ts';
import type { Environment, WebhookRow } from '../store/schema.ts';
import type { PayloadVersion } from './payload.ts';
import type { PersonalField } from './personal-fields.ts';
import { webhookUrlError } from './url.ts';

/** Options for requesting an access token from a receiver's own authorisation server before a delivery. */
interface WebhookOAuth {
  oauth_enabled: boolean;
  oauth_server_url: string | null;
  oauth_server_client_id: string | null;
  oauth_server_client_secret: string | null;
  oauth_server_scope: string | null;
}

/** Fields of a webhook that a client sets. */
export interface WebhookFields extends WebhookOAuth {
  url: string;
  name: string | null;
  enabled: boolean;
  events: readonly EventName[];
  environments: readonly Environment[];
  payload_version: PayloadVersion;
  /** Personal fields that payloads may carry; null for all. */
  personal_fields: readonly PersonalField[] | null;
  /** Deliveries also carry the headers of Standard Webhooks. */
  standard_headers: boolean;
}

/** Input of a client: an absent field keeps its value or default, and so does null if the field can't be null. */
export type WebhookInput = { [Field in keyof WebhookFields]?: WebhookFields[Field] | null };

/** Sealed data of a webhook: its address may hold a secret, as may its name. */
interface WebhookData extends WebhookOAuth, Pick<WebhookFields, 'url' | 'name'> {
  token: string;
  /** Absent in rows from before it existed. */
  standard_headers?: boolean | undefined;
  previous?: PreviousSecret | undefined;
  secret_since?: number | undefined;
}

/** The secret before a rotation. It signs until then, so that receivers have time to learn the new one. */
interface PreviousSecret {
  readonly token: string;
  /** Unix milliseconds. */
  readonly until: number;
}

/** A webhook of an account. Both environments see it, whichever environment created it. */
export interface Webhook extends WebhookFields {
  id: string;
  created_at: number;
  /** Key of the signatures. */
  token: string;
  /** Signs beside `token` until its time; absent without a rotation. */
  previous?: PreviousSecret | undefined;
  /** Time of the last rotation, Unix milliseconds; absent without one, and for rotations before 0.4.0. */
  secret_since?: number | undefined;
  /** Path segment of the version that created it. */
  api_version: string;
  /** Unix milliseconds of the first failed attempt after the last acknowledged one; null while deliveries succeed. */
  failing_since: number | null;
  /** Unix milliseconds at which the service paused it, which also disables it; null unless it is paused. */
  paused_at: number | null;
}

/** Name of a webhook where its address must not appear: its own, or the host of its address. */
export const nameOf = ({ name, url }: Pick<Webhook, 'name' | 'url'>): string => name || new URL(url).host;

export function toWebhook(ctx: Ctx, row: WebhookRow): Webhook {
  const sealed = ctx.vault.open<Omit<WebhookData, 'url' | 'name'> & Partial<WebhookData>>(row.id, row.data);
  return {
    ...sealed,
    // A row of before they were sealed holds both openly.
    url: sealed.url ?? row.url,
    name: sealed.name ?? row.name,
    standard_headers: sealed.standard_headers ?? false,
    id: row.id,
    created_at: row.created_at,
    enabled: row.enabled === 1,
    events: JSON.parse(row.events) as EventName[],
    environments: JSON.parse(row.environments) as Environment[],
    payload_version: row.payload_version as PayloadVersion,
    personal_fields: personalFieldsOf(row),
    api_version: row.api_version,
    failing_since: row.failing_since,
    // An earlier release that runs beside this one enables a webhook without knowing this column.
    paused_at: row.enabled === 1 ? null : row.paused_at,
  };
}

/** Personal fields that payloads to a webhook may carry; null for all. */
export function personalFieldsOf({ personal_fields }: WebhookRow): PersonalField[] | null {
  return personal_fields === null ? null : JSON.parse(personal_fields);
}

export function toWebhookRow(ctx: Ctx, webhook: Webhook): WebhookRow {
  const data: WebhookData = {
    url: webhook.url,
    name: webhook.name,
    standard_headers: webhook.standard_headers,
    token: webhook.token,
    ...(webhook.previous && { previous: webhook.previous }),
    ...(webhook.secret_since !== undefined && { secret_since: webhook.secret_since }),
    oauth_enabled: webhook.oauth_enabled,
    oauth_server_url: webhook.oauth_server_url,
    oauth_server_client_id: webhook.oauth_server_client_id,
    oauth_server_client_secret: webhook.oauth_server_client_secret,
    oauth_server_scope: webhook.oauth_server_scope,
  };
  return {
    id: webhook.id,
    account_id: ctx.account_id,
    created_at: webhook.created_at,
    url: '',
    name: null,
    enabled: webhook.enabled ? 1 : 0,
    events: JSON.stringify(webhook.events),
    environments: JSON.stringify(webhook.environments),
    personal_fields: webhook.personal_fields && JSON.stringify(webhook.personal_fields),
    payload_version: webhook.payload_version,
    api_version: webhook.api_version,
    changed_by: recordOf(ctx.principal),
    data: ctx.vault.seal(webhook.id, data),
    failing_since: webhook.failing_since,
    paused_at: webhook.paused_at,
  };
}

/**
 * `before` with the input applied. Throws `validation_error` for a URL that webhooks may not have, and for OAuth
 * that is switched on without what it needs.
 */
export function applied<Before extends WebhookFields>(ctx: Ctx, before: Before, input: WebhookInput): Before {
  const nullable = <Field extends keyof WebhookFields>(field: Field) =>
    input[field] === undefined ? before[field] : (input[field] as WebhookFields[Field]);
  const personal = nullable('personal_fields');
  const after: Before = {
    ...before,
    url: nullable('url'),
    name: nullable('name'),
    enabled: input.enabled ?? before.enabled,
    events: [...new Set(input.events ?? before.events)],
    environments: [...new Set(input.environments ?? before.environments)],
    payload_version: input.payload_version ?? before.payload_version,
    personal_fields: personal && [...new Set(personal)],
    standard_headers: input.standard_headers ?? before.standard_headers,
    oauth_enabled: input.oauth_enabled ?? before.oauth_enabled,
    oauth_server_url: nullable('oauth_server_url'),
    oauth_server_client_id: nullable('oauth_server_client_id'),
    oauth_server_client_secret: nullable('oauth_server_client_secret'),
    oauth_server_scope: nullable('oauth_server_scope'),
  };
  const errors = webhookErrors(ctx, after);
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return after;
}

const oauthNeeds = ['oauth_server_url', 'oauth_server_client_id', 'oauth_server_client_secret'] as const;

function webhookErrors(ctx: Ctx, fields: WebhookFields): FieldErrors {
  const policy = ctx.services.settings.mode === 'development' ? development : publicOnly;
  const errors: FieldErrors = {};
  const url = webhookUrlError(fields.url, policy);
  if (url) errors.url = [url];
  if (fields.oauth_enabled) for (const need of oauthNeeds) if (!fields[need]) errors[need] = ["can't be blank"];
  const server = fields.oauth_server_url && webhookUrlError(fields.oauth_server_url, policy);
  if (server) errors.oauth_server_url = [server];
  return errors;
}
