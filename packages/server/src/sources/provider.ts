import { createHmac } from 'node:crypto';
import type { Dispatcher } from 'undici';
import type { Settings } from '../config/settings.ts';
import { type AddressPolicy, development, publicOnly } from '../outgoing/address-policy.ts';
import { outgoingAgent } from '../outgoing/client.ts';
import { type PostAnswer, type PostFailure, postOnce } from '../outgoing/post.ts';
import type { Answer, LookupSubject, SourceKind } from '../reports/live/lookup.ts';
import { readAnswer } from './answer.ts';

/**
 * A service that answers questions on people over HTTP, as the operator has configured it.
 *
 * @example
 * import type { Provider } from './provider.ts';
 *
 * const register: Provider = {
 *   name: 'register',
 *   kind: 'electoral',
 *   countries: ['GBR'],
 *   url: 'https://register.example/v1/lookups',
 *   secret: '0123456789abcdef0123456789abcdef',
 *   headers: { authorization: 'Bearer token' },
 * };
 * register.countries; // ['GBR']
 */
export interface Provider {
  /** Several kinds may have one name: one provider that counts once. */
  readonly name: string;
  readonly kind: SourceKind;
  /** ISO 3166-1 alpha-3. */
  readonly countries: readonly string[] | 'all';
  readonly url: string;
  /** Key of `X-Signature`. */
  readonly secret: string;
  /** Sent with each request; names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Request to a provider: the body, besides its version. */
export interface ProviderRequest {
  /** The same for each try of one question. */
  readonly request_id: string;
  readonly kind: SourceKind;
  readonly country: string;
  readonly subject: LookupSubject;
}

/** `refused`: another try would get the same, so a person must look. `failed`: it is worth another try. */
export type ProviderOutcome =
  | { readonly answer: Omit<Answer, 'source'>; readonly latencyMs: number }
  | { readonly refused: string; readonly latencyMs: number }
  | { readonly failed: string; readonly latencyMs: number };

/** Milliseconds for the status line, and then for the body: ten seconds together. */
const TIMEOUT = { statusLine: 8_000, body: 2_000 } as const;

/** Milliseconds that the doctor waits for any answer. */
const REACH_TIMEOUT = 3_000;

const BODY_BYTES = 64 * 1024;

/** Requests to one provider at once; what comes more waits. */
const CONNECTIONS = 16;

/** Answers of 4xx about the moment, not about the request. */
const TEMPORARY: readonly number[] = [408, 425, 429];

const USER_AGENT = 'Bonafide-Sources';

/** Address policy of providers: the same as for webhooks. */
export function addressPolicyOf(mode: Settings['mode']): AddressPolicy {
  return mode === 'development' ? development : publicOnly;
}

/** The providers of the operator's file, and the way to them. */
export class Providers {
  readonly all: readonly Provider[];
  readonly #policy: AddressPolicy;
  #dispatcher: Dispatcher | undefined;

  constructor(all: readonly Provider[], mode: Settings['mode']) {
    this.all = all;
    this.#policy = addressPolicyOf(mode);
  }

  /** Providers of a kind that know a country. */
  for(kind: SourceKind, country: string): Provider[] {
    return this.all.filter(
      (provider) => provider.kind === kind && (provider.countries === 'all' || provider.countries.includes(country)),
    );
  }

  /** Asks once. The body is kept nowhere and logged nowhere: it is personal data. */
  async ask({ url, headers, secret }: Provider, request: ProviderRequest): Promise<ProviderOutcome> {
    const body = JSON.stringify({ version: 1, ...request });
    const answer = await postOnce({
      url,
      headers: {
        ...headers,
        'content-type': 'application/json',
        'user-agent': USER_AGENT,
        'x-signature': signatureOf(secret, body),
      },
      body,
      dispatcher: this.#agent(),
      timeoutMs: TIMEOUT.statusLine,
      headTimeoutMs: TIMEOUT.body,
      headBytes: BODY_BYTES,
    });
    return outcomeOf(answer, request.subject.addresses?.length ?? 0);
  }

  /** The reason why nothing answers at the address of a provider; undefined if something does. No subject is sent. */
  async unreachable({ url }: Provider): Promise<string | undefined> {
    const { origin, pathname } = new URL(url);
    try {
      const { body } = await this.#agent().request({
        origin,
        path: pathname,
        method: 'OPTIONS',
        headers: { 'user-agent': USER_AGENT },
        signal: AbortSignal.timeout(REACH_TIMEOUT),
        headersTimeout: 0,
        bodyTimeout: 0,
      });
      body.on('error', () => {});
      body.destroy();
      return undefined;
    } catch (error) {
      return (error as Error).name === 'TimeoutError' ? 'no answer in time' : (error as Error).message;
    }
  }

  /** Keeps no connection between requests, so there is nothing to close. */
  #agent(): Dispatcher {
    this.#dispatcher ??= outgoingAgent({
      policy: this.#policy,
      connectTimeoutMs: TIMEOUT.statusLine,
      socketsPerOrigin: CONNECTIONS,
    });
    return this.#dispatcher;
  }
}

/** HMAC-SHA256 over the raw body, lower-case hexadecimal, under the secret as UTF-8 text. */
export function signatureOf(secret: string, body: string): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}

function outcomeOf(posted: PostAnswer | PostFailure, addresses: number): ProviderOutcome {
  const { latencyMs } = posted;
  if ('error' in posted) {
    const forGood = posted.error === 'address_refused' || posted.error === 'invalid_request';
    return forGood
      ? { refused: `${posted.error}: ${posted.message}`, latencyMs }
      : { failed: `${posted.error}: ${posted.message}`, latencyMs };
  }
  const { status, responseHead } = posted;
  if (status >= 500 || TEMPORARY.includes(status)) return { failed: `it answered ${status}`, latencyMs };
  if (status < 200 || status >= 300) return { refused: `it answered ${status}`, latencyMs };
  let body: unknown;
  try {
    body = JSON.parse(responseHead);
  } catch {
    // Cut off, most likely.
    return { failed: 'its answer is not JSON of at most 64 KB', latencyMs };
  }
  try {
    const answer = readAnswer(body, addresses);
    return answer.status === 'unavailable'
      ? { failed: 'it has no answer at the moment', latencyMs }
      : { answer, latencyMs };
  } catch (error) {
    return { refused: `its answer does not follow the API: ${(error as Error).message}`, latencyMs };
  }
}

declare module '../context/services.ts' {
  interface Services {
    /** Services that answer questions on people. */
    readonly providers: Providers;
  }
}
