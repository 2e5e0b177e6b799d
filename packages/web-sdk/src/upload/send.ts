import { isRecord } from '../options/rules.ts';

/** Milliseconds without a byte sent or an answer after which a try is given up: analysis of a picture takes seconds. */
const PATIENCE_MS = 60_000;

/** Milliseconds before each further try of a request that did not get through. */
const RETRY_DELAYS_MS = [1_000, 3_000, 8_000] as const;

/** Longest that the service may make us wait before another try. */
const LONGEST_WAIT_MS = 30_000;

/** The service's reply. `body` is null if it was not JSON. */
export interface Reply {
  readonly status: number;
  readonly body: Record<string, unknown> | null;
}

/** Nobody answered, after all tries; or the service was unable to. */
export class Unsent extends Error {
  readonly what: 'connection' | 'server';

  constructor(what: 'connection' | 'server') {
    super(what === 'connection' ? 'The service could not be reached' : 'The service could not answer');
    this.what = what;
  }
}

export interface Sending {
  readonly signal: AbortSignal;
  /** Reports the sent share of the bytes, from 0 to 1. */
  onProgress?(part: number): void;
  /** Waiting for the network, for another try, or no more. */
  onWait?(why: 'offline' | 'retrying' | null): void;
}

/** The token of requests. */
export interface Access {
  token(): string;
  /** Implements `Renewal.renew`. */
  renew(refused: string): Promise<boolean>;
}

export interface Call {
  /** Default POST. */
  readonly method?: 'GET' | 'POST';
  readonly url: string;
  readonly access: Access;
  /** Made again for each try; null sends none. */
  body(): FormData | string | null;
}

/** Returns whether the service refused a request because its token has expired. */
export const refusedAsExpired = ({ status, body }: Reply): boolean =>
  status === 401 && isRecord(body?.error) && body.error.type === 'expired_token';

/** Sends a request, and again with a new token where the answer says that the token has expired. */
export async function withToken<T>(
  { token, renew }: Access,
  attempt: (token: string) => Promise<T>,
  isExpired: (answer: T) => boolean | Promise<boolean>,
): Promise<T> {
  for (;;) {
    const used = token();
    const answer = await attempt(used);
    if (!(await isExpired(answer)) || !(await renew(used))) return answer;
  }
}

/**
 * Sends a request until it gets through. While the browser knows that it is offline it waits, however long; what broke
 * on the way, or what the service couldn't do just then (429, 5xx), is tried again a few times. Throws `Unsent`, or an
 * `AbortError` when the signal says so.
 */
export const send = (call: Call, sending: Sending): Promise<Reply> =>
  withToken(call.access, (token) => sendWith(token, call, sending), refusedAsExpired);

async function sendWith(token: string, call: Call, sending: Sending): Promise<Reply> {
  for (let attempt = 0; ; attempt += 1) {
    await online(sending);
    const { reply, retryAfter } = await once(token, call, sending);
    const unable = reply !== null && (reply.status === 429 || reply.status >= 500);
    if (reply && !unable) return reply;
    const offline = reply === null && !navigator.onLine;
    // Being offline costs no try: the wait for the network comes first.
    if (offline) {
      attempt -= 1;
      continue;
    }
    const delay = RETRY_DELAYS_MS[attempt];
    if (delay === undefined) throw new Unsent(reply ? 'server' : 'connection');
    sending.onWait?.('retrying');
    await pause(Math.min(Math.max(delay, retryAfter), LONGEST_WAIT_MS), sending.signal);
    sending.onWait?.(null);
  }
}

/** Makes one attempt. Throws only when the signal aborts; no reply means that the connection broke. */
function once(
  token: string,
  { method = 'POST', url, body }: Call,
  { signal, onProgress }: Sending,
): Promise<{ reply: Reply | null; retryAfter: number }> {
  // `fetch` can't say how much of a body is sent.
  const request = new XMLHttpRequest();
  return new Promise((resolve, reject) => {
    const abort = () => {
      request.abort();
      reject(aborted());
    };
    if (signal.aborted) return reject(aborted());
    signal.addEventListener('abort', abort);
    let timer = 0;
    const alive = () => {
      clearTimeout(timer);
      timer = window.setTimeout(() => request.abort(), PATIENCE_MS);
    };
    const end = (reply: Reply | null) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      const retryAfter = Number(reply && request.getResponseHeader('retry-after')) * 1000 || 0;
      resolve({ reply, retryAfter });
    };
    request.open(method, url);
    request.setRequestHeader('authorization', `Bearer ${token}`);
    request.upload.onprogress = ({ loaded, total }) => {
      alive();
      onProgress?.(total > 0 ? loaded / total : 0);
    };
    request.onload = () =>
      end(request.status === 0 ? null : { status: request.status, body: parsed(request.responseText) });
    request.onerror = () => end(null);
    request.onabort = () => end(null);
    const content = body();
    if (typeof content === 'string') request.setRequestHeader('content-type', 'application/json');
    alive();
    request.send(content);
  });
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const body: unknown = JSON.parse(text);
    return isRecord(body) ? body : null;
  } catch {
    return null;
  }
}

const aborted = () => new DOMException('The upload was given up', 'AbortError');

/** Resolves when the browser is online. */
async function online({ signal, onWait }: Sending): Promise<void> {
  if (navigator.onLine) return;
  onWait?.('offline');
  await new Promise<void>((resolve, reject) => {
    const stop = () => {
      window.removeEventListener('online', resume);
      signal.removeEventListener('abort', give);
    };
    const resume = () => {
      stop();
      resolve();
    };
    const give = () => {
      stop();
      reject(aborted());
    };
    window.addEventListener('online', resume);
    signal.addEventListener('abort', give);
  });
  onWait?.(null);
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', give);
      resolve();
    }, ms);
    const give = () => {
      clearTimeout(timer);
      reject(aborted());
    };
    signal.addEventListener('abort', give, { once: true });
  });
}
