import ipaddr from 'ipaddr.js';
import type { Ctx } from '../context/ctx.ts';
import { KeyedHash } from '../crypto/keyed-hash.ts';

/** Sender of an upload, as the request shows it. Sealed with the upload, in live alone. */
export interface Sender {
  /** Authorisation of the request; null: the address of one of our own pages. */
  readonly token: 'sdk_token' | 'api_token' | null;
  /** The rest is absent with an API token: its request comes from a client's server, and shows no device. */
  readonly address?: string;
  readonly user_agent?: string;
  readonly sdk_source?: string;
  readonly sdk_version?: string;
  /** Method by which the capture SDK says that it took the picture: `live` or `html5`. */
  readonly capture_method?: string;
}

/**
 * The marks by which an account knows a network address again, hexadecimal: HMAC-SHA256 under each version of a key of the deployment,
 * the current one first. Of an IPv6 address its first half counts, since every device chooses the other half by itself (RFC 8981).
 */
export function addressMarks(ctx: Ctx, address: string): readonly [string, ...string[]] {
  const parsed = ipaddr.process(address);
  const bytes = parsed.toByteArray().slice(0, parsed.kind() === 'ipv6' ? 8 : 4);
  const text = JSON.stringify([ctx.account_id, ctx.environment, parsed.kind(), bytes]);
  const { master } = ctx.services;
  const current = master.current('upload-addresses');
  const earlier = master.accepted('upload-addresses').filter((key) => !key.equals(current));
  const markUnder = (key: Buffer) => new KeyedHash(key).hex(text);
  return [markUnder(current), ...earlier.map(markUnder)];
}
