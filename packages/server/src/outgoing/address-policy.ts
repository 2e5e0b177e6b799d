import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Addresses that requests of the service may reach. Everything outside the public internet is refused except these. */
export interface AddressPolicy {
  /** 127.0.0.0/8 and ::1. For development mode. */
  readonly allowLoopback: boolean;
  /** Plain `http:`. For development mode. */
  readonly allowHttp: boolean;
}

/** Production: https to public addresses. */
export const publicOnly: AddressPolicy = { allowLoopback: false, allowHttp: false };

/** Development mode: also http, and receivers on the developer's own machine. */
export const development: AddressPolicy = { allowLoopback: true, allowHttp: true };

/** Public by its number, yet answered by the host of a virtual machine: the platform address of Azure. */
const PLATFORM_ADDRESSES: readonly string[] = ['168.63.129.16'];

/** The part of IPv6 that is assigned for the public internet (RFC 4291, 2.4). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** NAT64 with the well-known prefix (RFC 6052); its sibling for local use, 64:ff9b:1::/48, is not public. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/** True when a connection to this address (IPv4 or IPv6 in text form, as a resolver gives it) may be made. */
export function isAllowedAddress(address: string, policy: Pick<AddressPolicy, 'allowLoopback'>): boolean {
  const family = isIP(address);
  if (family === 0 || address.includes('%')) return false;
  // The library takes ::8.8.8.8 for ::ffff:8.8.8.8, the system does not; a URL's host has only hexadecimal groups.
  const text = family === 6 ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address;
  const actual = reachedAddress(ipaddr.parse(text));
  const range = actual.range();
  if (range === 'loopback') return policy.allowLoopback;
  if (range !== 'unicast') return false;
  // Ranges that have no name yet, and the deprecated ::a.b.c.d, count as unicast too.
  if (actual instanceof ipaddr.IPv6) return actual.match(GLOBAL_UNICAST);
  return !PLATFORM_ADDRESSES.includes(actual.toString());
}

/** The address in a URL's host (`127.0.0.1`, `[::1]`), or undefined when the host is a name. */
export function literalAddress(host: string): string | undefined {
  const address = host.replace(/^\[(.*)\]$/, '$1');
  return isIP(address) ? address : undefined;
}

/** The IPv4 address that a mapped, NAT64 or 6to4 address leads to (these only wrap it), else the address itself. */
function reachedAddress(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 {
  if (address instanceof ipaddr.IPv4) return address;
  const bytes = address.toByteArray();
  if (address.isIPv4MappedAddress() || address.match(NAT64)) return new ipaddr.IPv4(bytes.slice(12));
  if (address.range() === '6to4') return new ipaddr.IPv4(bytes.slice(2, 6));
  return address;
}
