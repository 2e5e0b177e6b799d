import { type Dispatcher, errors } from 'undici';
import { AddressRefused } from './client.ts';
import { NameNotResolved } from './resolve.ts';

export interface PostRequest {
  readonly url: string;
  /** Default: `POST`. */
  readonly method?: 'POST' | 'PUT';
  readonly headers: Record<string, string>;
  /** Sent as it is; text as UTF-8. */
  readonly body: string | Uint8Array;
  /** Dispatcher from `outgoingAgent`, which decides where the request may go. */
  readonly dispatcher: Dispatcher;
  /** Milliseconds from connect to status line. */
  readonly timeoutMs?: number;
  /** Milliseconds that the head of the answer's body may take after the status line. */
  readonly headTimeoutMs?: number;
  /** Bytes of the answer's body that are kept; default: 512, for a log. */
  readonly headBytes?: number;
}

export interface PostAnswer {
  readonly status: number;
  /** The `Retry-After` header as it came. */
  readonly retryAfter: string | undefined;
  /** Milliseconds from the call to the status line. */
  readonly latencyMs: number;
  /** Beginning of the body, at most `headBytes`, whole characters only. */
  readonly responseHead: string;
}

/** Reasons why there is no answer; `protocol` is one that is not HTTP or has oversized headers. */
type PostError = 'timeout' | 'dns' | 'address_refused' | 'connection' | 'tls' | 'protocol' | 'invalid_request';

export interface PostFailure {
  readonly error: PostError;
  readonly message: string;
  readonly latencyMs: number;
}

/** Bytes of an answer's body that a log keeps. */
const HEAD_BYTES = 512;

/**
 * Posts once, without following redirects, and returns what happened: any status is an answer. Holds its socket at most
 * `timeoutMs + headTimeoutMs`, however slowly or long the receiver answers. Time that a request waits for one of its
 * origin's sockets counts too. Rejects only when the dispatcher is closed before the status line: the
 * attempt then has no outcome and should be made again.
 */
export async function postOnce(request: PostRequest): Promise<PostAnswer | PostFailure> {
  const { timeoutMs = 10_000, headTimeoutMs = 2_000, headBytes = HEAD_BYTES } = request;
  // Monotonic, unlike a clock's time, so that a latency is right when the system's time is set.
  const start = performance.now();
  const latency = () => Math.round(performance.now() - start);
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), timeoutMs);
  try {
    const url = new URL(request.url);
    const answer = await request.dispatcher.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: request.method ?? 'POST',
      headers: request.headers,
      body: request.body,
      signal: deadline.signal,
      // The deadline covers all; the dispatcher's own timers are coarse.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    clearTimeout(timer);
    const latencyMs = latency();
    const retryAfter = [answer.headers['retry-after']].flat()[0];
    const responseHead = await readHead(answer.body, headTimeoutMs, headBytes);
    return { status: answer.statusCode, retryAfter, latencyMs, responseHead };
  } catch (error) {
    if (isClosed(error)) throw error;
    if (deadline.signal.aborted) {
      return { error: 'timeout', message: `No answer within ${timeoutMs} ms`, latencyMs: latency() };
    }
    return { error: classify(error), message: describe(error), latencyMs: latency() };
  } finally {
    clearTimeout(timer);
  }
}

/** Reads until there is enough, the receiver ends or breaks off, or the time is up; then lets the connection go. */
async function readHead(body: Dispatcher.ResponseData['body'], timeoutMs: number, most: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  body.on('error', () => {});
  const timer = setTimeout(() => body.destroy(), timeoutMs);
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= most) break;
    }
  } catch {
    // What came before the break is the head.
  } finally {
    clearTimeout(timer);
    body.destroy();
  }
  // As part of a stream, so that a character cut in two is left out. PostgreSQL stores no NUL in a text.
  const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, most), { stream: true });
  return text.replaceAll('\0', '\uFFFD');
}

/** Names of TLS failures in `error.code`: of Node, of OpenSSL and of its certificate checks. */
const TLS_CODE = /^(ERR_TLS_|ERR_SSL_|EPROTO$|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|INVALID_(CA|PURPOSE)$)/;

function classify(error: unknown): PostError {
  if (error instanceof AddressRefused) return 'address_refused';
  if (error instanceof NameNotResolved) return 'dns';
  const code = codeOf(error);
  if (code === 'ERR_INVALID_URL' || code === 'UND_ERR_INVALID_ARG') return 'invalid_request';
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') return 'timeout';
  if (TLS_CODE.test(code)) return 'tls';
  if (error instanceof errors.HTTPParserError || code === 'UND_ERR_HEADERS_OVERFLOW') return 'protocol';
  return 'connection';
}

/** The dispatcher was closed under the request, as a shutdown does: no attempt that a receiver should pay for. */
function isClosed(error: unknown): boolean {
  return ['UND_ERR_CLOSED', 'UND_ERR_DESTROYED'].includes(codeOf(error));
}

function codeOf(error: unknown): string {
  return String((error as { code?: unknown }).code ?? '');
}

/** Hint that Node 24 adds to the message of OpenSSL; Bonafide does not have the flag that it names. */
const NODE_HINT = '; if the root CA is installed locally, try running Node.js with --use-system-ca';

/** Describes an error. When every address of a host fails, Node joins the errors under one without a message. */
function describe(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(describe).join('; ');
  return error instanceof Error ? error.message.replace(NODE_HINT, '') : String(error);
}
