/** An API request, as the interface of the dashboard shows it. */
export interface ApiRequest {
  readonly id: string;
  readonly at: string;
  readonly request_id: string;
  readonly method: string;
  readonly route: string;
  readonly path_ids: readonly string[];
  readonly status: number;
  readonly error_type: string | null;
  readonly error_message: string | null;
  readonly latency_ms: number;
  readonly token: { readonly id: string; readonly label: string | null };
  readonly client: string | null;
  readonly environment: string;
  readonly api_version: string | null;
  readonly idempotent_replay: boolean;
  readonly body_fields: readonly string[];
  readonly query: Readonly<Record<string, string | null>>;
}

export interface RequestPage {
  readonly requests: readonly ApiRequest[];
  readonly next: string | null;
  readonly searched_until: string | null;
  readonly dropped: number;
  readonly days: number;
}
