import ipaddr from 'ipaddr.js';

/** Returns whether a host is a loopback address: 127.0.0.0/8, `::1` with or without brackets, or the former mapped to IPv6. */
export function isLoopbackAddress(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}

/** Returns whether a host name is `localhost` or below it (RFC 6761, 6.3); a dot at its end is allowed. */
export function isLocalhostName(host: string): boolean {
  return /(^|\.)localhost\.?$/.test(host);
}

/** Returns whether the host of a URL means this machine: see `isLocalhostName` and `isLoopbackAddress`. */
export function isLoopbackHost(hostname: string): boolean {
  return isLocalhostName(hostname) || isLoopbackAddress(hostname);
}
