import { setImmediate as nextTurn } from 'node:timers/promises';
import { listTokensOf } from '../accounts/tokens/list.ts';
import { DAY_MS } from '../base/clock.ts';
import { notFound } from '../base/errors.ts';
import type { Ctx } from '../context/ctx.ts';
import { findRequestBatch, requestBatchesBefore } from '../store/queries/request-log.ts';
import { decodeRequests } from './batch.ts';
import type { LoggedRequest } from './entry.ts';

/** Filter of requests; each given field must match. */
export interface RequestFilter {
  readonly method?: string | undefined;
  readonly route?: string | undefined;
  /** `404`, or `4xx` for all of a class. */
  readonly status?: string | undefined;
  readonly token_id?: string | undefined;
  /** Unix milliseconds. */
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  readonly request_id?: string | undefined;
  readonly object_id?: string | undefined;
}

/** A request with its place in the log and the name of its token. */
export interface ListedRequest extends LoggedRequest {
  /** Names batch and place: a permanent address. */
  readonly id: string;
  /** Null for requests of the service's own pages. */
  readonly token_name: string | null;
}

export interface RequestPage {
  readonly requests: readonly ListedRequest[];
  /** The `id` after which the next page begins; null after the last. */
  readonly next: string | null;
  /** Time back to which the page has searched, in Unix milliseconds; null if it has searched everything. */
  readonly searched_until: number | null;
  /** Requests within the page that are missing, since the store was slow. */
  readonly dropped: number;
}

/** Requests that one page looks at: some 50 ms of a core, in parts of a batch. */
const MOST_SEARCHED = 20_000;

/** Number of batches that are read at once: a busy account's batches have 200 KB each, a quiet account's have one request. */
const BATCHES = 10;

const ENTRY_ID = /^(\d{1,15})_([0-9a-f-]{36})_(\d{1,4})$/;

interface Place {
  readonly at: number;
  readonly batch: string;
  readonly index: number;
}

const idOf = ({ at, batch, index }: Place): string => `${at}_${batch}_${index}`;

function placeOf(id: string): Place | undefined {
  const [, at, batch, index] = ENTRY_ID.exec(id) ?? [];
  return batch === undefined ? undefined : { at: Number(at), batch, index: Number(index) };
}

/** Character after the digits of an id in every collation. */
const AFTER = 'g';

/**
 * A page of the requests of an account and environment, newest first. A page that has looked at 20,000 requests ends, however many it
 * has found, and the next one continues. Throws `resource_not_found` for an invalid cursor.
 */
export async function listRequests(
  ctx: Ctx,
  {
    filter,
    limit,
    after,
  }: { readonly filter: RequestFilter; readonly limit: number; readonly after?: string | undefined },
): Promise<RequestPage> {
  await ctx.services.requests.write();
  const since = Math.max(filter.since ?? 0, oldest(ctx));
  const start = after === undefined ? undefined : placeOf(after);
  if (after !== undefined && !start) throw notFound('Request', after);
  const names = await tokenNames(ctx);
  const fits = matcher(filter);
  const found: ListedRequest[] = [];
  let dropped = 0;
  let searched = 0;
  // The batch of the cursor is read again, up to the place of the cursor.
  let before = { at: start?.at ?? LATEST, id: `${start?.batch ?? ''}${AFTER}` };
  for (;;) {
    const params = { since, before: before.at, before_id: before.id, limit: BATCHES };
    const batches = await ctx.read.all(requestBatchesBefore, params);
    for (const { at, id, data, dropped: missing } of batches) {
      const entries = decodeRequests(data);
      const end = start?.batch === id ? start.index : entries.length;
      if (end === entries.length) dropped += Number(missing);
      for (let index = Math.min(end, entries.length) - 1; index >= 0; index--) {
        const entry = entries[index] as LoggedRequest;
        searched += 1;
        const place = idOf({ at: Number(at), batch: id, index });
        if (entry.at >= since && fits(entry)) {
          found.push({ ...entry, id: place, token_name: names.get(entry.token_id) ?? null });
        }
        if (found.length === limit || searched === MOST_SEARCHED) {
          return { requests: found, next: place, searched_until: entry.at, dropped };
        }
      }
      before = { at: Number(at), id };
    }
    if (batches.length < BATCHES) return { requests: found, next: null, searched_until: null, dropped };
    // Other requests are answered in between.
    await nextTurn();
  }
}

/** Later than any time of a request. */
const LATEST = 8_640_000_000_000_000;

/** Requests of before are deleted, or about to be. */
function oldest({ account, services }: Ctx): number {
  const days = Math.min(services.requests.days, account.settings.retention_request_days ?? Number.POSITIVE_INFINITY);
  return services.clock.now() - days * DAY_MS;
}

/** A request by its place. Throws `resource_not_found`. */
export async function getRequest(ctx: Ctx, id: string): Promise<ListedRequest> {
  const place = placeOf(id);
  const row = place && (await ctx.read.first(findRequestBatch, { at: place.at, id: place.batch }));
  const entry = row && decodeRequests(row.data)[place.index];
  if (!entry || entry.at < oldest(ctx)) throw notFound('Request', id);
  return { ...entry, id, token_name: (await tokenNames(ctx)).get(entry.token_id) ?? null };
}

async function tokenNames({ services, account_id }: Ctx): Promise<Map<string, string>> {
  return new Map((await listTokensOf(services, account_id)).map(({ id, name }) => [id, name]));
}

function matcher(filter: RequestFilter): (entry: LoggedRequest) => boolean {
  const { method, route, status, token_id, until, request_id, object_id } = filter;
  const ofClass = status?.endsWith('xx') ? Number(status[0]) : undefined;
  const exact = status === undefined || ofClass !== undefined ? undefined : Number(status);
  return (entry) =>
    (method === undefined || entry.method === method) &&
    (route === undefined || entry.route === route) &&
    (exact === undefined || entry.status === exact) &&
    (ofClass === undefined || Math.floor(entry.status / 100) === ofClass) &&
    (token_id === undefined || entry.token_id === token_id) &&
    (until === undefined || entry.at < until) &&
    (request_id === undefined || entry.request_id === request_id) &&
    (object_id === undefined || entry.path_ids.includes(object_id));
}
