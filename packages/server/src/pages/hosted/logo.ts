import type { FastifyInstance } from 'fastify';
import { problem } from '../../base/errors.ts';
import { LOGO_PATH, readLogo } from '../../context/branding.ts';
import type { Services } from '../../context/services.ts';

/** Serves logos of accounts. The address names the bytes, so it never changes what it shows. */
export function logoRoute(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { sha256: string } }>(`${LOGO_PATH}/:sha256(^[0-9a-f]{64}$).png`, async (request, reply) => {
    const bytes = await readLogo(services, request.params);
    if (!bytes) throw problem('resource_not_found');
    return reply
      .headers({
        'content-type': 'image/png',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'",
        // Mail in a browser shows it too, and the browser SDK fetches it in pages of clients.
        'cross-origin-resource-policy': 'cross-origin',
        'access-control-allow-origin': '*',
        'x-content-type-options': 'nosniff',
      })
      .send(bytes);
  });
}
