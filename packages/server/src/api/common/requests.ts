import Type, { type Static } from 'typebox';
import { isoSecondsOrNull } from '../../base/clock.ts';
import { NullableString, stringEnum } from '../../base/json-schema.ts';
import type { Ctx } from '../../context/ctx.ts';
import { instantOf } from '../../input-rules/date.ts';
import { type ListedRequest, listRequests } from '../../request-log/list.ts';
import { DateTime, Id, Limit, Next, NullableDateTime } from './schemas.ts';

/** A request of the request log. */
export const RequestEntry = Type.Object(
  {
    id: Type.String({ description: 'Place in the log' }),
    at: { ...DateTime, description: 'Time of the answer, with milliseconds' },
    request_id: Type.String(),
    method: Type.String(),
    route: Type.String({ description: 'Template of the route without its version' }),
    path_ids: Type.Array(Type.String(), { description: 'Ids in the path' }),
    status: Type.Integer(),
    error_type: NullableString,
    error_message: NullableString,
    latency_ms: Type.Integer({ description: 'Milliseconds' }),
    token: Type.Object(
      {
        id: Id,
        label: {
          ...NullableString,
          description: 'Name of the token; null for requests from pages of the service itself',
        },
      },
      { description: 'The API token of the request, or the API token that created its SDK token' },
    ),
    client: {
      ...NullableString,
      description: "User agent of the client; null for SDK tokens, because an applicant's browser sent the request",
    },
    environment: Type.String(),
    api_version: {
      ...NullableString,
      description: 'Version of the API; null for routes of capture SDKs without a version',
    },
    idempotent_replay: Type.Boolean(),
    body_fields: Type.Array(Type.String(), { description: 'Names of the fields of its body; never their values' }),
    query: Type.Record(Type.String(), NullableString, {
      description: 'Parameters of the query, with the values of paging parameters; other values are null',
    }),
  },
  { title: 'API request' },
);

/** An entry of the request log on the wire. */
export const presentRequest = ({ at, token_id, token_name, ...entry }: ListedRequest, environment: string) => ({
  ...entry,
  at: new Date(at).toISOString(),
  path_ids: [...entry.path_ids],
  body_fields: [...entry.body_fields],
  token: { id: token_id, label: token_name },
  environment,
});

const Time = Type.Optional(Type.String({ format: 'date-time' }));

/** Filters and page of a list of requests. */
export const RequestQuery = Type.Object({
  method: Type.Optional(stringEnum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])),
  route: Type.Optional(
    Type.String({ maxLength: 200, description: 'Template of the route, such as `/applicants/:id`' }),
  ),
  status: Type.Optional(
    Type.String({
      pattern: '^[1-5](\\d\\d|xx)$',
      description: 'Status or class of statuses, such as `404` or `4xx`',
    }),
  ),
  token: Type.Optional(Type.String({ maxLength: 36 })),
  since: Time,
  until: Time,
  request_id: Type.Optional(Type.String({ maxLength: 64 })),
  object: Type.Optional(Type.String({ maxLength: 36, description: 'An id in the path' })),
  cursor: Type.Optional(Type.String({ maxLength: 64, description: '`next` of the previous page' })),
  limit: Limit,
});

/** A page of requests, newest first. */
export const RequestPage = Type.Object({
  requests: Type.Array(RequestEntry),
  next: Next,
  searched_until: {
    ...NullableDateTime,
    description: 'Time back to which this page has searched; null: to the beginning',
  },
  dropped: Type.Integer({
    description: 'Number of requests that were not logged because the store was slow',
  }),
  days: Type.Integer({ description: 'Days for which requests are kept' }),
});

const timeOf = (text: string | undefined) => (text === undefined ? undefined : instantOf(text));

/** Reads a page of the request log for a client or a member. */
export async function pageOfRequests(ctx: Ctx, query: Static<typeof RequestQuery>) {
  const { token, object, since, until, cursor, limit = 50, ...filters } = query;
  const filter = { ...filters, token_id: token, object_id: object?.toLowerCase() };
  const times = { since: timeOf(since), until: timeOf(until) };
  const found = await listRequests(ctx, { filter: { ...filter, ...times }, limit, after: cursor });
  return {
    requests: found.requests.map((entry) => presentRequest(entry, ctx.environment)),
    next: found.next,
    dropped: found.dropped,
    days: ctx.services.requests.days,
    searched_until: isoSecondsOrNull(found.searched_until),
  };
}
