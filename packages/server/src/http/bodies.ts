import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invalid, Problem, problem } from '../base/errors.ts';
import { JSON_LIMITS, jsonSize } from '../base/json-size.ts';
import { isForbiddenKey, parseNestedQuery } from './nested-query.ts';

/** Bodies of JSON and forms; uploads stream and have their own limit. A check with its data fits many times over. */
export const BODY_LIMIT = 1024 * 1024;

const MULTIPART = 'multipart/form-data';

/** Bodies that came as a form: their numbers and booleans are text. */
const forms = new WeakSet<object>();

/** Values of a JSON body from which only the first fault is reported: to report a fault in each of thousands takes a second. */
const MANY_VALUES = 200;

/** Bodies with more values. */
const large = new WeakSet<object>();

/** Returns whether a body is so large that only its first fault is reported. */
export function isLarge(body: unknown): boolean {
  return typeof body === 'object' && body !== null && large.has(body);
}

/** Returns whether a body came as a form, so that its text may mean other types too. */
export function isForm(body: unknown): boolean {
  return typeof body === 'object' && body !== null && forms.has(body);
}

/** Remembers that a body came as a form. */
export function fromForm<T extends object>(body: T): T {
  forms.add(body);
  return body;
}

/**
 * Hook of POST routes of v1 and v2, after whatever reads a multipart body: parameters of the query count as if they were
 * in the body, whose own go before them. What the query adds is text, so the body is then read as a form. Throws
 * `bad_request` as a form does.
 */
export async function withQuery(request: FastifyRequest): Promise<void> {
  const url = request.raw.url ?? '';
  const start = url.indexOf('?');
  if (start < 0) return;
  const body = request.body as Record<string, unknown>;
  const added = Object.entries(parseNestedQuery(url.slice(start + 1))).filter(([name]) => !Object.hasOwn(body, name));
  if (added.length > 0) request.body = fromForm({ ...body, ...Object.fromEntries(added) });
}

/** Pattern of texts that may contain a forbidden key, the key itself or an escape; or a number that JavaScript can't hold. */
const SUSPECT = /__proto__|constructor|prototype|\\u|\d[eE]\+?\d{3}|\d{20}/;

/**
 * Parses JSON, without keys that could reach a prototype. Throws SyntaxError, and `bad_request` for a number that would become
 * infinite: it would be stored as null.
 */
export function parseJson(text: string): unknown {
  return JSON.parse(text, SUSPECT.test(text) ? judged : undefined);
}

function judged(key: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value))
    throw problem('bad_request', { message: 'The body of the request holds a number that is too large' });
  return isForbiddenKey(key) ? undefined : value;
}

/** Counts what a JSON body holds. Throws `bad_request` over a limit. */
function countValues(body: Buffer): number {
  const limits = JSON_LIMITS;
  const { values, depth } = jsonSize(body, limits);
  const refused = (message: string) => problem('bad_request', { message: `The body of the request ${message}` });
  if (depth > limits.depth) throw refused(`is nested more than ${limits.depth} deep`);
  if (values > limits.values) throw refused(`holds more than ${limits.values} values`);
  return values;
}

/** A name in another encoding must not become one with question marks. */
function notUtf8(): Error {
  return problem('bad_request', { message: 'The body of the request is not valid UTF-8' });
}

function readJson(body: Buffer): object {
  if (!isUtf8(body)) throw notUtf8();
  const text = body.toString().trim();
  if (text === '') return {};
  const values = countValues(body);
  let value: unknown;
  try {
    value = parseJson(text) ?? {};
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw problem('bad_request', { message: 'The body of the request is not valid JSON' });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid({ base: ['must be an object'] });
  if (values > MANY_VALUES) large.add(value);
  return value;
}

function readForm(body: Buffer): object {
  if (!isUtf8(body)) throw notUtf8();
  return fromForm(parseNestedQuery(body.toString()));
}

/** A parser of Fastify that answers without a turn of the event loop. `read` may throw. */
function parsedBy(read: (body: Buffer) => object) {
  return (_: FastifyRequest, body: Buffer, done: (error: Error | null, value?: object) => void): void => {
    let value: object;
    try {
      value = read(body);
    } catch (error) {
      done(error as Error);
      return;
    }
    done(null, value);
  };
}

/**
 * Reads JSON and form bodies as published clients send them: a JSON content type without a body and the JSON literal
 * `null` mean no parameters, and so does a missing body.
 */
export function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, parsedBy(readJson));
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer', bodyLimit: BODY_LIMIT },
    parsedBy(readForm),
  );
  app.addHook('preValidation', (request, _, done) => {
    request.body ??= {};
    done();
  });
  // The route reads the stream itself; one that doesn't say so would take the stream for its parameters.
  app.addContentTypeParser(MULTIPART, (request, payload, done) => {
    if (request.routeOptions.schema?.consumes?.includes(MULTIPART)) done(null, payload);
    else done(problem('unsupported_media_type'), undefined);
  });
  // Old clients name odd types when they send nothing.
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_LIMIT }, (_, body, done) => {
    if ((body as string).trim() === '') done(null, {});
    else done(problem('unsupported_media_type'), undefined);
  });
}
