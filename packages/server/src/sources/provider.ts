import { createHmac } from 'node:crypto';
import type { Dispatcher } from 'undici';
import type { Clock } from '../base/clock.ts';
import type { Settings } from '../config/settings.ts';
import { AccessTokens, TokenRefused } from '../outgoing/access-tokens.ts';
import { type AddressPolicy, development, publicOnly } from '../outgoing/address-policy.ts';
import { outgoingAgent } from '../outgoing/client.ts';
import { type PostAnswer, type PostFailure, type PostRequest, postOnce } from '../outgoing/post.ts';
import type { Answer, LookupSubject, SourceKind } from '../reports/live/lookup.ts';
import { readAnswer } from './answer.ts';
import type { RestAdapter } from './rest/adapter.ts';
import { mapAnswer } from './rest/answer-map.ts';
import { fillTemplate, UnmappedValue } from './rest/template.ts';

/** A service with the API of docs/guides/data-sources.md. */
export interface SignedProvider extends ProviderBase {
  /** Key of `X-Signature`. */
  readonly secret: string;
}

/** A service with an API of its own, to which templates translate. */
export interface RestProvider extends ProviderBase {
  readonly rest: RestAdapter;
}

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
export type Provider = SignedProvider | RestProvider;

interface ProviderBase {
  /** Several kinds may have one name: one provider that counts once. */
  readonly name: string;
  readonly kind: SourceKind;
  /** ISO 3166-1 alpha-3. */
  readonly countries: readonly string[] | 'all';
  readonly url: string;
  /** Sent with each request; names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** A register of documents that compares the portrait with its own. */
  readonly portrait?: true;
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
  readonly #clock: Clock;
  #dispatcher: Dispatcher | undefined;
  #tokens: AccessTokens | undefined;

  constructor(all: readonly Provider[], mode: Settings['mode'], clock: Clock) {
    this.all = all;
    this.#policy = addressPolicyOf(mode);
    this.#clock = clock;
  }

  /** Providers of a kind that know a country. */
  for(kind: SourceKind, country: string): Provider[] {
    return this.all.filter(
      (provider) => provider.kind === kind && (provider.countries === 'all' || provider.countries.includes(country)),
    );
  }

  /** Asks once. The body is kept nowhere and logged nowhere: it is personal data. */
  async ask(provider: Provider, request: ProviderRequest): Promise<ProviderOutcome> {
    return 'rest' in provider ? this.#askRest(provider, request) : this.#askSigned(provider, request);
  }

  async #askSigned({ url, headers, secret }: SignedProvider, request: ProviderRequest): Promise<ProviderOutcome> {
    const body = JSON.stringify({ version: 1, ...request });
    const posted = await this.#post({ url, headers: { ...headers, 'x-signature': signatureOf(secret, body) }, body });
    return outcomeOf(posted, (answer) => readAnswer(answer, addressesOf(request)));
  }

  /** Asks once, and once more with another token if the service doesn't take the known one. */
  async #askRest(provider: RestProvider, request: ProviderRequest): Promise<ProviderOutcome> {
    const { url, headers, rest } = provider;
    const { request_id, country, subject } = request;
    try {
      const body = JSON.stringify(fillTemplate(rest.body, { request_id, country, ...subject }, rest.maps));
      const ask = async () => {
        const authorization = rest.oauth && `Bearer ${await this.#accessTokens().get(clientOf(provider))}`;
        const sent = { ...headers, ...(authorization && { authorization }) };
        return this.#post({ url, method: rest.method, headers: sent, body });
      };
      let posted = await ask();
      if (rest.oauth && 'status' in posted && posted.status === 401) {
        this.#accessTokens().forget(clientOf(provider));
        posted = await ask();
      }
      if ('status' in posted && rest.answer.notFound.includes(posted.status))
        return { answer: { status: 'no_match' }, latencyMs: posted.latencyMs };
      return outcomeOf(posted, (answer) => readAnswer(mapAnswer(answer, rest.answer), addressesOf(request)));
    } catch (error) {
      if (error instanceof TokenRefused) return { failed: error.message, latencyMs: 0 };
      if (error instanceof UnmappedValue) return { refused: error.message, latencyMs: 0 };
      throw error;
    }
  }

  #post(request: Pick<PostRequest, 'url' | 'method' | 'headers' | 'body'>): Promise<PostAnswer | PostFailure> {
    return postOnce({
      ...request,
      headers: { ...request.headers, 'content-type': 'application/json', 'user-agent': USER_AGENT },
      dispatcher: this.#agent(),
      timeoutMs: TIMEOUT.statusLine,
      headTimeoutMs: TIMEOUT.body,
      headBytes: BODY_BYTES,
    });
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

  #accessTokens(): AccessTokens {
    this.#tokens ??= new AccessTokens(this.#agent(), this.#clock, TIMEOUT.statusLine);
    return this.#tokens;
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

const addressesOf = ({ subject }: ProviderRequest): number => subject.addresses?.length ?? 0;

/** The client of a provider's authorisation server, as `AccessTokens` takes it. */
function clientOf({ name, kind, rest: { oauth } }: RestProvider) {
  return {
    id: `${kind} ${name}`,
    oauth_server_url: oauth?.url ?? null,
    oauth_server_client_id: oauth?.clientId ?? null,
    oauth_server_client_secret: oauth?.clientSecret ?? null,
    oauth_server_scope: oauth?.scope ?? null,
  };
}

/** @param read reads the JSON of the answer; throws an error that names the wrong part */
function outcomeOf(posted: PostAnswer | PostFailure, read: (body: unknown) => Omit<Answer, 'source'>): ProviderOutcome {
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
    const answer = read(body);
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
