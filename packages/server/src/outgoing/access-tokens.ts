import type { Dispatcher } from 'undici';
import type { Clock } from '../base/clock.ts';

/** The receiver's authorisation server gave no token. The message says why and holds no secret. */
export class TokenRefused extends Error {}

/** A token is renewed so long before it expires, so that it doesn't expire on its way. */
const MARGIN_MS = 30_000;

/** Bytes of an answer that are read; a signed token with many claims stays far below. */
const ANSWER_BYTES = 64 * 1024;

/** Client of the token: the webhook, and the settings of its receiver's authorisation server. */
interface Client {
  readonly id: string;
  readonly oauth_server_url: string | null;
  readonly oauth_server_client_id: string | null;
  readonly oauth_server_client_secret: string | null;
  readonly oauth_server_scope: string | null;
}

interface Known {
  /** Settings of the token's request: a webhook that changes needs another token. */
  readonly settings: string;
  /** Shared by the deliveries that wait for it. */
  readonly token: Promise<string>;
  /** Unix milliseconds; endless while it is being asked for. */
  until: number;
}

interface Answer {
  access_token?: unknown;
  expires_in?: unknown;
}

/** Access tokens for receivers that want one, by client-credentials grant (RFC 6749, 4.4), kept until they expire. */
export class AccessTokens {
  readonly #dispatcher: Dispatcher;
  readonly #clock: Clock;
  readonly #timeoutMs: number;
  readonly #known = new Map<string, Known>();

  constructor(dispatcher: Dispatcher, clock: Clock, timeoutMs: number) {
    this.#dispatcher = dispatcher;
    this.#clock = clock;
    this.#timeoutMs = timeoutMs;
  }

  /** The token for a webhook whose OAuth is enabled. Rejects with `TokenRefused`. */
  get(client: Client): Promise<string> {
    const now = this.#clock.now();
    const settings = JSON.stringify([
      client.oauth_server_url,
      client.oauth_server_client_id,
      client.oauth_server_client_secret,
      client.oauth_server_scope,
    ]);
    const known = this.#known.get(client.id);
    if (known?.settings === settings && known.until > now) return known.token;
    for (const [id, { until }] of this.#known) if (until <= now) this.#known.delete(id);

    const answer = this.#ask(client);
    const entry: Known = { settings, token: answer.then(({ value }) => value), until: Number.POSITIVE_INFINITY };
    this.#known.set(client.id, entry);
    answer.then(
      ({ lifetimeMs }) => {
        entry.until = now + lifetimeMs - MARGIN_MS;
      },
      () => {
        entry.until = 0;
      },
    );
    return entry.token;
  }

  /** The receiver didn't take the token: the next attempt asks for another. */
  forget({ id }: Pick<Client, 'id'>): void {
    this.#known.delete(id);
  }

  async #ask(client: Client): Promise<{ value: string; lifetimeMs: number }> {
    const { status, text } = await this.#post(client).catch((cause: Error) => {
      throw new TokenRefused(`the authorisation server could not be reached (${cause.message})`, { cause });
    });
    if (status !== 200) throw new TokenRefused(`the authorisation server answered ${status}`);
    const answer = parse(text);
    if (typeof answer.access_token !== 'string')
      throw new TokenRefused('the authorisation server sent no access_token');
    // Without `expires_in` its lifetime is unknown, so it serves only the attempts that wait for it.
    return { value: answer.access_token, lifetimeMs: (Number(answer.expires_in) || 0) * 1000 };
  }

  async #post(client: Client): Promise<{ status: number; text: string }> {
    const url = new URL(client.oauth_server_url ?? '');
    const form = new URLSearchParams({ grant_type: 'client_credentials' });
    if (client.oauth_server_scope) form.set('scope', client.oauth_server_scope);
    const answer = await this.#dispatcher.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'POST',
      headers: {
        Accept: 'application/json',
        Authorization: basic(client.oauth_server_client_id ?? '', client.oauth_server_client_secret ?? ''),
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: form.toString(),
      signal: AbortSignal.timeout(this.#timeoutMs),
    });
    return { status: answer.statusCode, text: await readText(answer.body) };
  }
}

/** Every authorisation server takes the client's credentials so; both parts are form-encoded first (RFC 6749, 2.3.1). */
function basic(id: string, secret: string): string {
  const encode = (part: string) => new URLSearchParams([['', part]]).toString().slice(1);
  return `Basic ${Buffer.from(`${encode(id)}:${encode(secret)}`).toString('base64')}`;
}

async function readText(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > ANSWER_BYTES) throw new Error(`its answer is longer than ${ANSWER_BYTES} bytes`);
  }
  return Buffer.concat(chunks).toString();
}

function parse(text: string): Answer {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
