/** Properties that requests of one client to one route share: a batch has them once. */
export interface RequestShape {
  readonly method: string;
  /** Template of the route without its version: `/applicants/:id`. */
  readonly route: string;
  readonly status: number;
  readonly error_type: string | null;
  readonly error_message: string | null;
  /** Id of the API token, or of the API token that made the SDK token. */
  readonly token_id: string;
  /** User agent of the client; null for SDK tokens, since it would be an applicant's. */
  readonly client: string | null;
  /** The version in its path; null for the routes of capture SDKs that have none. */
  readonly api_version: string | null;
  readonly idempotent_replay: boolean;
  /** Names of the fields of its body. */
  readonly body_fields: readonly string[];
  /** Values of its query by name; null for all but paging. */
  readonly query: Readonly<Record<string, string | null>>;
}

/**
 * An API request as the request log stores it: without values of the body, and of the query and path only paging parameters and ids. It
 * contains no personal data, so it stays when an applicant is erased.
 */
export interface LoggedRequest extends RequestShape {
  /** Time of the answer, Unix milliseconds. */
  readonly at: number;
  readonly request_id: string;
  /** Milliseconds from its headers to the end of the answer. */
  readonly latency_ms: number;
  /** Ids in its path, in their order. */
  readonly path_ids: readonly string[];
}
