import ipaddr from 'ipaddr.js';
import type { Ctx } from '../context/ctx.ts';
import { KeyedHash } from '../crypto/keyed-hash.ts';
import { namesModel } from './camera-name.ts';

/** Facts by which a device is known again. */
type Device = Pick<Sender, 'address' | 'user_agent'> & { readonly camera_name?: string };

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
export const addressMarks = (ctx: Ctx, address: string): Marks => marksOf(ctx, networkOf(address));

/** The beginning of the user agent of every browser. Crawlers go on with `compatible;`. */
const BROWSER = /^Mozilla\/5\.0 \((?!compatible;)/;

/**
 * The marks by which an account knows a device again: its browser, the model of its camera and its network address together. Null for a
 * device that shows too little: without an address, without a camera that names its model, or with the user agent of a program.
 */
export function deviceMarks(ctx: Ctx, { address, user_agent = '', camera_name = '' }: Device): Marks | null {
  if (address === undefined || !BROWSER.test(user_agent) || !namesModel(camera_name)) return null;
  return marksOf(ctx, [...networkOf(address), user_agent, camera_name]);
}

/** Marks under each version of a key, the current one first. */
type Marks = readonly [string, ...string[]];

/** Kind and bytes of the part of an address that counts. */
function networkOf(address: string) {
  const parsed = ipaddr.process(address);
  return [parsed.kind(), parsed.toByteArray().slice(0, parsed.kind() === 'ipv6' ? 8 : 4)];
}

function marksOf(ctx: Ctx, facts: readonly unknown[]): Marks {
  const text = JSON.stringify([ctx.account_id, ctx.environment, ...facts]);
  const { master } = ctx.services;
  const current = master.current('upload-addresses');
  const earlier = master.accepted('upload-addresses').filter((key) => !key.equals(current));
  const markUnder = (key: Buffer) => new KeyedHash(key).hex(text);
  return [markUnder(current), ...earlier.map(markUnder)];
}
