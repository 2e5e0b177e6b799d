import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Services } from '../core/services.ts';

/** Whether a host name of a URL means this machine: `localhost`, a name below it (RFC 6761, 6.3), a loopback address. */
export function isLoopbackHost(hostname: string): boolean {
  if (/(^|\.)localhost\.?$/.test(hostname)) return true;
  const address = hostname.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}

/**
 * The address under which a browser that made a request reaches the service, without a slash at its end: the public one.
 * Without one, the origin of the request, but only where that is this machine: any other name in the `Host` header is what
 * the client says, and may not get into links and tokens.
 */
export function reachedAt(request: Pick<FastifyRequest, 'protocol' | 'host'>, services: Services): string {
  const { settings, urls } = services;
  const asked = `${request.protocol}://${request.host}`;
  if (settings.publicUrl || !URL.canParse(asked)) return urls.api;
  const { origin, hostname } = new URL(asked);
  return isLoopbackHost(hostname) ? origin : urls.api;
}
