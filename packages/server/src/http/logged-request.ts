import type { FastifyRequest } from 'fastify';
import type { Problem } from '../base/errors.ts';
import type { Version } from '../base/versions.ts';
import type { Principal } from '../context/principal.ts';
import type { Services } from '../context/services.ts';
import type { RequestShape } from '../request-log/entry.ts';
import type { AfterSending } from './answer-batch.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Keeps requests of the route out of the request log. */
    unlogged?: boolean;
  }
}

/** Pattern of an id in a path; anything else in its place may be personal data. */
const ID = /^(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\d{1,9})$/i;

/** A name of a field, not a text in the place of one. */
const NAME = /^[a-z_][\w-]{0,63}$/i;

/** Parts of a query that page through lists, and what their values look like. */
const PAGING = new Set(['page', 'per_page', 'limit', 'sort', 'direction']);
const PAGING_VALUE = /^(?:\d{1,9}|asc|desc)$/;

/** Maximum number of names that are stored of a body or a query. */
const MOST_NAMES = 60;

/** Objects in objects whose names are kept: `location.country`. */
const DEEPEST = 3;

const MOST_CHARACTERS = 200;

const NOTHING: readonly never[] = [];
const EMPTY = {};

/**
 * Keeps requests in the request log of the account whose credentials they carry; undefined where the setting keeps none. They are kept
 * after the last of the answers that are sent together: one by one, among the code of their answers, takes three times the processor time.
 * `versionOf` answers the version in the path of a request.
 */
export function keepRequests(
  { settings, requests, clock }: Services,
  versionOf: (request: FastifyRequest) => Version | undefined,
): AfterSending | undefined {
  if (settings.requestLogDays === 0) return undefined;
  const shapes = new Shapes(versionOf);
  return (replies) => {
    const at = Math.floor(clock.now());
    for (const reply of replies) {
      const { request } = reply;
      if (request.caller === undefined || request.routeOptions.config.unlogged) continue;
      requests.note((request.caller as Principal).scope, shapes.of(request, reply.statusCode), {
        at,
        id: request.id,
        latency: Math.round(reply.elapsedTime),
        params: request.params as Record<string, string>,
      });
    }
  };
}

/** Shapes of a route that are remembered: of as many tokens and clients that take turns. */
const MOST_SHAPES = 8;

/** Makes the shapes of requests. Those without query and error are most: the same fields of a body have the same shape again. */
class Shapes {
  readonly #versionOf: (request: FastifyRequest) => Version | undefined;
  /** Known shapes by the configuration of a route, which is one object for its life. */
  readonly #known = new Map<object, RequestShape[]>();

  constructor(versionOf: (request: FastifyRequest) => Version | undefined) {
    this.#versionOf = versionOf;
  }

  of(request: FastifyRequest, status: number): RequestShape {
    const { problem, routeOptions } = request;
    const body_fields = fieldsOf(request.body);
    const query = queryOf(request.query as Record<string, unknown>);
    const version = this.#versionOf(request);
    const { id, kind } = request.caller as Principal;
    const agent = kind === 'token' ? request.headers['user-agent'] : undefined;
    const client =
      agent === undefined ? null : agent.length > MOST_CHARACTERS ? agent.slice(0, MOST_CHARACTERS) : agent;
    const idempotent_replay = request.keyed === 'replayed';
    const plain = problem === undefined && query === EMPTY && !idempotent_replay;
    const known = plain ? this.#known.get(routeOptions.config) : undefined;
    if (known) {
      for (const shape of known) {
        if (shape.token_id !== id || shape.status !== status || shape.client !== client) continue;
        if (shape.method !== request.method || shape.api_version !== (version?.name ?? null)) continue;
        if (areSame(shape.body_fields, body_fields)) return shape;
      }
    }
    const url = routeOptions.url ?? '';
    const shape: RequestShape = {
      method: request.method,
      route: version ? url.slice(version.routes.length + 1) : url,
      status,
      error_type: problem?.type ?? null,
      error_message: problem ? messageOf(problem) : null,
      token_id: id,
      client,
      api_version: version?.name ?? null,
      idempotent_replay,
      body_fields,
      query,
    };
    if (plain) this.#known.set(routeOptions.config, [shape, ...(known ?? [])].slice(0, MOST_SHAPES));
    return shape;
  }
}

/** The message without the text of a path where an id should be, with the names of the fields that are wrong. */
function messageOf({ message, fields }: Problem): string {
  const withoutId = message.replace(/\bid=(.*)$/s, (whole, id) => (ID.test(id) ? whole : 'id=…'));
  const wrong = Object.keys(fields ?? {}).filter((name) => NAME.test(name));
  return (wrong.length === 0 ? withoutId : `${withoutId} (${wrong.join(', ')})`).slice(0, MOST_CHARACTERS);
}

function areSame(names: readonly string[], others: readonly string[]): boolean {
  if (names.length !== others.length) return false;
  for (let i = 0; i < names.length; i++) if (names[i] !== others[i]) return false;
  return true;
}

function fieldsOf(body: unknown): readonly string[] {
  // A request without a body has an empty one here.
  if (typeof body !== 'object' || body === null || Buffer.isBuffer(body)) return NOTHING;
  const names: string[] = [];
  collect(body, '', DEEPEST, names);
  return names.length === 0 ? NOTHING : names;
}

/** Adds names of an object to `names`; a body that no parser has read, such as a file, has none. */
function collect(value: object, before: string, depth: number, names: string[]): void {
  if (Buffer.isBuffer(value) || 'pipe' in value) return;
  for (const name of Object.keys(value)) {
    if (names.length === MOST_NAMES) return;
    const inner = (value as Record<string, unknown>)[name];
    const element = Array.isArray(value) && typeof inner === 'object' && inner !== null;
    if (element) collect(inner, before, depth, names);
    if (Array.isArray(value)) continue;
    const path = `${before}${NAME.test(name) ? name : '…'}`;
    if (!names.includes(path)) names.push(path);
    if (depth > 1 && typeof inner === 'object' && inner !== null) collect(inner, `${path}.`, depth - 1, names);
  }
}

function queryOf(query: Readonly<Record<string, unknown>>): RequestShape['query'] {
  let kept: Record<string, string | null> | undefined;
  let count = 0;
  for (const name in query) {
    if (!NAME.test(name) || ++count > MOST_NAMES) continue;
    kept ??= {};
    const value = String(query[name]);
    kept[name] = PAGING.has(name) && PAGING_VALUE.test(value) ? value : null;
  }
  return kept ?? EMPTY;
}
