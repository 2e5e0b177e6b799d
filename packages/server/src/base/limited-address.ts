import ipaddr from 'ipaddr.js';

/**
 * The key by which attempts from a network address are counted: an IPv4 address, or the first 64 bits of an IPv6 address, since one
 * household has 2^64 of them. An IPv4 address that is mapped to IPv6 counts as IPv4.
 */
export function limitedAddress(address: string | undefined): string {
  if (address === undefined || !ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4' ? parsed.toString() : (parsed as ipaddr.IPv6).parts.slice(0, 4).join(':');
}
