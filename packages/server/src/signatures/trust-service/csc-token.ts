import type { Configuration, CustomFetch } from 'openid-client';
import { type Agent, fetch, type RequestInit } from 'undici';
import type { Clock } from '../../base/clock.ts';
import { isProviderUrl } from '../../base/sms-settings.ts';
import { type CscPoster, codeOf, isTemporary, refusalOf } from './csc-http.ts';
import { TrustServiceRefused, trustServiceUnavailable } from './trust-service.ts';

/** Loaded with the first token. */
const library = () => import('openid-client');

/** A token is renewed so long before it expires, so that it doesn't expire on its way. */
const MARGIN_MS = 30_000;

/** Seconds that a token lives whose answer doesn't say (CSC API 2.0, 8.4.4). */
const LIFETIME = 3600;

/** The methods that signing takes. */
const METHODS = ['credentials/info', 'credentials/authorize', 'signatures/signHash'] as const;

export interface CscTokenOptions {
  readonly post: CscPoster;
  readonly dispatcher: Agent;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly timeoutMs: number;
  readonly clock: Clock;
}

interface Known {
  /** Shared by those that wait for it. */
  readonly token: Promise<string>;
  /** Unix milliseconds; endless while it is being asked for. */
  until: number;
}

/**
 * The access token for the service (CSC API 2.0, 8.4: scope `service`, by client credentials), kept until it expires. The service says
 * of itself where its authorisation server is.
 */
export class CscToken {
  readonly #options: CscTokenOptions;
  #known: Known | undefined;

  constructor(options: CscTokenOptions) {
    this.#options = options;
  }

  /** Rejects with `TrustServiceRefused` or `unavailable`. */
  get(): Promise<string> {
    const { clock } = this.#options;
    if (this.#known && this.#known.until > clock.now()) return this.#known.token;
    const pending = this.#ask();
    const known: Known = { token: pending.then(({ value }) => value), until: Number.POSITIVE_INFINITY };
    this.#known = known;
    pending.then(
      ({ seconds }) => {
        known.until = clock.now() + seconds * 1000 - MARGIN_MS;
      },
      () => {
        known.until = 0;
      },
    );
    return known.token;
  }

  /** The service didn't take the token: the next one is another. */
  forget(): void {
    this.#known = undefined;
  }

  async #ask(): Promise<{ value: string; seconds: number }> {
    const { clientCredentialsGrant } = await library();
    const server = await this.#server();
    let status: number | undefined;
    const noting: CustomFetch = async (url, options) => {
      status = undefined;
      const answer = await fetch(url, { ...options, dispatcher: this.#options.dispatcher } as RequestInit);
      status = answer.status;
      return answer as unknown as globalThis.Response;
    };
    try {
      const configuration = await this.#configure(server, noting);
      const answer = await clientCredentialsGrant(configuration, { scope: 'service' });
      return { value: answer.access_token, seconds: answer.expires_in ?? LIFETIME };
    } catch (error) {
      if (error instanceof TrustServiceRefused) throw error;
      if (status === undefined || isTemporary(status))
        throw trustServiceUnavailable(`did not issue an access token: ${(error as Error).message}`);
      throw new TrustServiceRefused(
        `did not issue an access token: its authorisation server answered ${status}${codeOf(error)}`,
      );
    }
  }

  /** Address of the authorisation server that the service names. */
  async #server(): Promise<Server> {
    const answer = await this.#options.post('info', {});
    const { status, body } = answer;
    if (status !== 200) throw refusalOf(answer);
    if (!/^2\./.test(String(body.specs))) throw new TrustServiceRefused('does not offer version 2 of the CSC API');
    const missing = METHODS.filter((method) => !listOf(body.methods).includes(method));
    if (missing.length > 0) throw new TrustServiceRefused(`has no method ${missing.join(', ')}`);
    if (!listOf(body.authType).includes('oauth2client'))
      throw new TrustServiceRefused('does not support client credentials (oauth2client)');
    const address = body.oauth2Issuer ?? body.oauth2;
    if (typeof address !== 'string' || !isProviderUrl(address))
      throw new TrustServiceRefused('has no authorisation server with an https address');
    return { address, discovers: body.oauth2Issuer !== undefined };
  }

  /**
   * Configuration by the metadata of the server (RFC 8414) or, if the service names its base address alone, by the path of CSC
   * API 2.0, 8.4.4.
   */
  async #configure({ address, discovers }: Server, fetching: CustomFetch): Promise<Configuration> {
    const { allowInsecureRequests, Configuration, customFetch, discovery } = await library();
    const { clientId, clientSecret, timeoutMs } = this.#options;
    const timeout = timeoutMs / 1000;
    // `isProviderUrl` allows plain HTTP on loopback alone.
    const execute = new URL(address).protocol === 'http:' ? [allowInsecureRequests] : [];
    if (discovers) {
      const options = { algorithm: 'oauth2', timeout, execute, [customFetch]: fetching } as const;
      return discovery(new URL(address), clientId, clientSecret, undefined, options);
    }
    const token_endpoint = `${address.replace(/\/+$/, '')}/oauth2/token`;
    const configuration = new Configuration({ issuer: address, token_endpoint }, clientId, clientSecret);
    for (const extension of execute) extension(configuration);
    return Object.assign(configuration, { timeout, [customFetch]: fetching });
  }
}

interface Server {
  readonly address: string;
  /** True if the address belongs to an issuer with metadata. */
  readonly discovers: boolean;
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
