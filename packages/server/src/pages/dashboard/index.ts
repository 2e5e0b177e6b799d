import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { problem } from '../../base/errors.ts';
import type { Services } from '../../context/services.ts';
import { Compressed } from '../../http/compressed.ts';
import { sendToLocalhost } from '../../http/localhost.ts';
import { sendProblem, v3Errors } from '../../http/problems.ts';

/** Images come from the same origin, and no inline script runs. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Policies of the page: no device features but passkeys; windows of other sites get no handle on it. */
const POLICIES = {
  'content-security-policy': POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy':
    'camera=(), microphone=(), geolocation=(), payment=(), usb=(), publickey-credentials-create=(self), publickey-credentials-get=(self)',
};

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** Names of files carry a hash of their bytes. */
const FOR_EVER = 'public, max-age=31536000, immutable';
const FILE = /^[\w-]+\.(?:js|css)$/;

/** The files that `scripts/build-dashboard.js` has put beside the service's own, which are one folder deeper. */
const directory = fileURLToPath(new URL('../dashboard/', import.meta.url));

/** Reads a built file once; null if it doesn't exist. */
function filesOf(folder: string) {
  const read = new Map<string, Compressed>();
  return (name: string): Compressed | null => {
    const path = join(folder, name);
    const file = read.get(name) ?? (existsSync(path) ? new Compressed(readFileSync(path)) : null);
    if (file) read.set(name, file);
    return file;
  };
}

/**
 * Serves the dashboard: its files, and at every other address below `/dashboard` the page that loads them. In development a loopback
 * address leads to `localhost`.
 */
export async function servePages(app: FastifyInstance, services: Services, folder = directory): Promise<void> {
  const fileOf = filesOf(folder);
  const hidden = { schema: { hide: true } as object };
  await app.register(async (instance) => {
    instance.setErrorHandler(sendProblem(v3Errors));
    instance.get<{ Params: { name: string } }>('/dashboard/files/:name', hidden, (request, reply) => {
      const { name } = request.params;
      const file = FILE.test(name) ? fileOf(name) : null;
      if (!file) throw problem('resource_not_found');
      const headers = { 'cache-control': FOR_EVER, 'content-type': types[extname(name)] };
      return file.send(request, reply.headers({ ...headers, 'x-content-type-options': 'nosniff' }));
    });
    for (const path of ['/dashboard', '/dashboard/*']) {
      instance.get(path, hidden, (request, reply) => {
        const page = request.url.startsWith('/dashboard/api/') ? null : fileOf('index.html');
        if (!page) throw problem('resource_not_found');
        if (sendToLocalhost(request, reply, services)) return reply;
        const headers = { 'cache-control': 'no-cache', 'content-type': 'text/html; charset=utf-8' };
        reply.headers({ ...headers, ...POLICIES, 'referrer-policy': 'no-referrer' });
        return page.send(request, reply.header('x-content-type-options', 'nosniff'));
      });
    }
  });
}
