import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { TLSSocket } from 'node:tls';
import ipaddr from 'ipaddr.js';

export type Transport = 'ok' | 'plain';

/**
 * How a request came: `ok` when encrypted, when a trusted proxy says that its client spoke HTTPS, or from loopback in
 * development; else `plain`, which is to be answered with `https_required`.
 *
 * @param trustedProxies addresses and CIDR ranges; throws when one is neither
 */
export function transportOf(
  req: IncomingMessage,
  { trustedProxies, development }: { trustedProxies: readonly string[]; development: boolean },
): Transport {
  if ((req.socket as Partial<TLSSocket>).encrypted) return 'ok';
  const text = req.socket.remoteAddress;
  if (text === undefined || isIP(text) === 0) return 'plain';
  const peer = ipaddr.process(text);
  if (development && peer.range() === 'loopback') return 'ok';
  return saidHttps(req) && isWithin(peer, trustedProxies) ? 'ok' : 'plain';
}

/** Proxies append, so the last word is that of the one that we see. */
function saidHttps(req: IncomingMessage): boolean {
  return /(^|,)\s*https\s*$/i.test(String(req.headers['x-forwarded-proto'] ?? ''));
}

function isWithin(peer: ipaddr.IPv4 | ipaddr.IPv6, ranges: readonly string[]): boolean {
  return ranges.some((text) => {
    const range = text.includes('/')
      ? ipaddr.parseCIDR(text)
      : ipaddr.parseCIDR(`${text}/${isIP(text) === 4 ? 32 : 128}`);
    return range[0].kind() === peer.kind() && peer.match(range);
  });
}
