import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../context/services.ts';

/** Loopback addresses, as a URL has them, on which a browser that asks for `localhost` finds the same service. */
const LOOPBACK = new Set(['127.0.0.1', '[::1]']);

/**
 * Sends a browser that opened a page under a loopback address to the same page on `localhost`: an IP address is not a relying party, so
 * passkeys would fail (WebAuthn, section 5.1.2). The part behind the # goes along. Only in development, and only without a public
 * address. Answers whether it has sent the redirect.
 */
export function sendToLocalhost(request: FastifyRequest, reply: FastifyReply, { settings }: Services): boolean {
  if (settings.mode !== 'development' || settings.publicUrl || settings.dashboardUrl) return false;
  const origin = `${request.protocol}://${request.host}`;
  if (!URL.canParse(origin)) return false;
  const address = new URL(origin);
  if (!LOOPBACK.has(address.hostname)) return false;
  address.hostname = 'localhost';
  // A path with two slashes at its start must not become a host.
  void reply
    .header('cache-control', 'no-store')
    .redirect(`${address.origin}/${request.originalUrl.replace(/^\/+/, '')}`, 307);
  return true;
}
