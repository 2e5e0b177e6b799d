import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Webhook } from './webhook.ts';

/** Digest of each header. v3 receivers read the first, v1 and v2 receivers the second. */
const algorithms = { 'X-SHA2-Signature': 'sha256', 'X-Signature': 'sha1' } as const;

export type SignatureHeader = keyof typeof algorithms;

/**
 * Both signatures of a delivery: HMAC in lower-case hex over the raw body, keyed by the webhook's token as UTF-8 text
 * (not decoded from base64). Every delivery carries both, whatever its version. Source: contract 12.5.
 */
export function signatures(token: string, body: string | Uint8Array): Record<SignatureHeader, string> {
  return {
    'X-SHA2-Signature': sign('X-SHA2-Signature', token, body),
    'X-Signature': sign('X-Signature', token, body),
  };
}

/** An event and the body that a delivery sends. */
export interface SignedMessage {
  /** Id of the event, the same in all of its deliveries. */
  readonly eventId: string;
  readonly body: string;
  /** Number among the events of its resource, from 1; null where it is unknown or not wanted. */
  readonly sequence: number | null;
}

/** Headers of the new secret during a rotation. */
const NEXT = '-Next';

/**
 * The signature headers of a delivery. Published receivers compare a header as a whole, so that one header can't carry two
 * signatures: during a rotation the headers that they know are signed by the previous secret, and two more by the new one.
 * @param now in Unix milliseconds
 */
export function signatureHeaders(
  { token, previous, standard_headers }: Pick<Webhook, 'token' | 'previous' | 'standard_headers'>,
  message: SignedMessage,
  now: number,
): Record<string, string> {
  const { body } = message;
  const rotated = previous && previous.until > now ? previous.token : undefined;
  const standard = standard_headers ? standardHeaders(rotated ? [rotated, token] : [token], message, now) : {};
  if (rotated === undefined) return { ...signatures(token, body), ...standard };
  const next = Object.entries(signatures(token, body)).map(([name, value]) => [name + NEXT, value]);
  return { ...signatures(rotated, body), ...Object.fromEntries(next), ...standard };
}

/**
 * The headers of Standard Webhooks: the id of the event, the time of the attempt in Unix seconds, and for each secret `v1,` and the
 * HMAC-SHA256 in base64 over id, time and body, joined by points. The key is the secret as UTF-8 text, which the libraries take as
 * `whsec_` and its base64. Source: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 * `webhook-sequence` is our own header. The signature does not cover it.
 * @param now in Unix milliseconds
 */
function standardHeaders(secrets: readonly string[], { eventId, body, sequence }: SignedMessage, now: number) {
  const seconds = String(Math.floor(now / 1000));
  const signed = secrets.map((secret) => {
    const digest = createHmac('sha256', secret).update(`${eventId}.${seconds}.`).update(body).digest('base64');
    return `v1,${digest}`;
  });
  return {
    'webhook-id': eventId,
    'webhook-timestamp': seconds,
    'webhook-signature': signed.join(' '),
    ...(sequence !== null && { 'webhook-sequence': String(sequence) }),
  };
}

/**
 * Verifies a signature as a receiver does, before it parses: true when `value`, as it came in `header`, belongs to the raw
 * `body`. Takes the same time wherever the first difference lies.
 */
export function verify(
  token: string,
  body: string | Uint8Array,
  value: string,
  header: SignatureHeader = 'X-SHA2-Signature',
): boolean {
  const expected = Buffer.from(sign(header, token, body));
  const signature = Buffer.from(value);
  return signature.length === expected.length && timingSafeEqual(signature, expected);
}

function sign(header: SignatureHeader, token: string, body: string | Uint8Array): string {
  return createHmac(algorithms[header], token).update(body).digest('hex');
}
