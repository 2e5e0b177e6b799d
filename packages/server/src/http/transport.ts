import type { IncomingMessage } from 'node:http';
import { isIP, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import ipaddr from 'ipaddr.js';

export type Transport = 'ok' | 'plain';

/**
 * Transport of a request: `ok` when encrypted, when a trusted proxy says that its client spoke HTTPS, or from loopback in
 * development; else `plain`, which is answered with `https_required`.
 * @param trustedProxies addresses and CIDR ranges; throws when one is neither
 */
export function transportOf(
  req: IncomingMessage,
  { trustedProxies, development }: { trustedProxies: readonly string[]; development: boolean },
): Transport {
  if ((req.socket as Partial<TLSSocket>).encrypted) return 'ok';
  if (development && isLoopback(req.socket)) return 'ok';
  const peer = peerOf(req.socket);
  return peer && saidHttps(req) && isWithin(peer, trustedProxies) ? 'ok' : 'plain';
}

function peerOf({ remoteAddress }: Socket): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  return remoteAddress === undefined || isIP(remoteAddress) === 0 ? undefined : ipaddr.process(remoteAddress);
}

/** The peer of a connection never changes, so it is examined once, not with each request. */
const loopback = new WeakMap<Socket, boolean>();

function isLoopback(socket: Socket): boolean {
  let known = loopback.get(socket);
  if (known === undefined) {
    known = peerOf(socket)?.range() === 'loopback';
    loopback.set(socket, known);
  }
  return known;
}

/** Address of a request's client: the peer, or the client that trusted proxies name. Undefined once the connection is gone. */
export function clientAddress(
  req: Pick<IncomingMessage, 'headers' | 'socket'>,
  trustedProxies: readonly string[],
): string | undefined {
  const said = String(req.headers['x-forwarded-for'] ?? '').split(',');
  const way = [...said.map((part) => part.trim()).filter((part) => isIP(part) !== 0), req.socket.remoteAddress ?? ''];
  // The words are read from the last on: each is believed as far as its author is trusted.
  const trusted = (address: string) => isIP(address) !== 0 && isWithin(ipaddr.process(address), trustedProxies);
  return way.findLast((address, index) => index === 0 || !trusted(address)) || undefined;
}

/** Returns whether the nearest proxy says HTTPS. Proxies append, so the last word comes from it. */
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
