import type { Settings } from '../config/settings.ts';

/** Two years, as preload lists of browsers ask for; without subdomains, which may be of other services. */
const TRANSPORT_SECURITY = 'max-age=63072000';

/**
 * Headers of every answer that sets none of its own. The answer is for one client, so that no cache may store it (RFC 9111,
 * 5.2.2.5), and no browser may guess another type. In production browsers come back over HTTPS only (RFC 6797,
 * whose section 7.2 wants that said over HTTPS only).
 */
export function answerHeaders(mode: Settings['mode']): Readonly<Record<string, string>> {
  return {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(mode === 'production' && { 'strict-transport-security': TRANSPORT_SECURITY }),
  };
}
