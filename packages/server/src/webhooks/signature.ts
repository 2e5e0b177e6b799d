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

/** Headers of the new secret during a rotation. */
const NEXT = '-Next';

/**
 * The signature headers of a delivery. Published receivers compare a header as a whole, so that one header can't carry two
 * signatures: during a rotation the headers that they know are signed by the previous secret, and two more by the new one.
 * @param now in Unix milliseconds
 */
export function signatureHeaders(
  { token, previous }: Pick<Webhook, 'token' | 'previous'>,
  body: string,
  now: number,
): Record<string, string> {
  if (!previous || previous.until <= now) return signatures(token, body);
  const next = Object.entries(signatures(token, body)).map(([name, value]) => [name + NEXT, value]);
  return { ...signatures(previous.token, body), ...Object.fromEntries(next) };
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
