import { rootCertificates } from 'node:tls';
import { Agent } from 'undici';
import { postOnce } from '../../outgoing/post.ts';
import { TrustServiceRefused, trustServiceUnavailable } from './trust-service.ts';

/** A chain of certificates has 2 to 10 KB; everything else is shorter. */
const ANSWER_BYTES = 256 * 1024;

/** Requests to the service at once; what comes more waits. */
const CONNECTIONS = 4;

/**
 * Statuses and errors that are temporary, besides statuses of 500 and more: they say nothing about the request (CSC API 2.0, 10).
 */
const TEMPORARY: ReadonlySet<number | string> = new Set([408, 425, 429, 'server_error', 'temporarily_unavailable']);
const NOT_IMPLEMENTED = 501;

/** Answer of a method of the service. */
export interface CscAnswer {
  readonly method: string;
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface CscHttpOptions {
  /** Base address of the service, such as `https://service.example.com/csc/v2`. */
  readonly url: string;
  /** PEM of further authorities that the connection trusts. */
  readonly tlsCa: string | undefined;
  /** Milliseconds until the status line of an answer. */
  readonly timeoutMs: number;
}

/** Returns whether an answer of this status or error may be another one on the next try. */
export function isTemporary(status: number, error?: unknown): boolean {
  return (
    (status >= 500 && status !== NOT_IMPLEMENTED) ||
    TEMPORARY.has(status) ||
    (typeof error === 'string' && TEMPORARY.has(error))
  );
}

/** The way to the service. The operator chose its address, so it may be anywhere. */
export function cscAgent({ tlsCa }: Pick<CscHttpOptions, 'tlsCa'>): Agent {
  const connect = tlsCa === undefined ? {} : { connect: { ca: [...rootCertificates, tlsCa] } };
  // A connection serves one request, so none is closed under a request.
  return new Agent({ connections: CONNECTIONS, pipelining: 0, ...connect });
}

/** Calls methods of the service: POST with JSON. Any answer about the request counts; `unavailable` is thrown otherwise. */
export function cscPoster({ url, timeoutMs }: CscHttpOptions, dispatcher: Agent) {
  return async (method: string, body: object, token?: string): Promise<CscAnswer> => {
    const answer = await postOnce({
      url: `${url.replace(/\/+$/, '')}/${method}`,
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        'user-agent': 'Bonafide',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
      dispatcher,
      timeoutMs,
      headBytes: ANSWER_BYTES,
    });
    if ('error' in answer) throw trustServiceUnavailable(`could not be reached: ${answer.message}`);
    const { status, responseHead } = answer;
    const read = objectIn(responseHead);
    if (isTemporary(status, read?.error)) throw trustServiceUnavailable(`answered ${status} to ${method}`);
    if (status === 200 && !read) throw trustServiceUnavailable(`did not answer ${method} with JSON`);
    return { method, status, body: read ?? {} };
  };
}

export type CscPoster = ReturnType<typeof cscPoster>;

/** Refusal with an answer's status and the code of its error, never a text of the service. */
export function refusalOf({ method, status, body }: CscAnswer): TrustServiceRefused {
  return new TrustServiceRefused(`answered ${status} to ${method}${codeOf(body)}`);
}

/** The code of an error, where it has one, in words that follow a status. */
export function codeOf(answer: unknown): string {
  const { error } = answer as { error?: unknown };
  return typeof error === 'string' && /^[\w-]{1,60}$/.test(error) ? ` (${error})` : '';
}

function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
