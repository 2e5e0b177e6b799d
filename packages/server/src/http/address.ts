import type { FastifyRequest } from 'fastify';
import { isLoopbackHost } from '../base/loopback.ts';
import type { Services } from '../context/services.ts';

/**
 * The address under which a browser that made a request reaches the service, without a slash at its end: the public one.
 * Without one, the origin of the request, but only where that is this machine: any other name in the `Host` header is what
 * the client says, and may not get into links and tokens.
 */
export function reachedAt(request: Pick<FastifyRequest, 'protocol' | 'host'>, services: Services): string {
  const { settings, urls } = services;
  const requestOrigin = `${request.protocol}://${request.host}`;
  if (settings.publicUrl || !URL.canParse(requestOrigin)) return urls.api;
  const { origin, hostname } = new URL(requestOrigin);
  return isLoopbackHost(hostname) ? origin : urls.api;
}
