import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { problem } from '../../base/errors.ts';
import { Compressed } from '../../http/compressed.ts';
import { referencePage, referenceScript, referenceStyle } from './reference-page.ts';

/** Path of the API reference. */
export const REFERENCE_PATH = '/reference';

/** Nothing from elsewhere. The page sets styles of its own as it runs, scripts it brings as files. */
const CONTENT_SECURITY_POLICY =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'none'";

const types = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8' } as const;

/** The page, its files by name, and a mark that changes with them: they are kept by browsers for a year. */
function readFiles(versions: readonly string[]) {
  const manifest = createRequire(import.meta.url).resolve('@fastify/swagger-ui/package.json');
  const fromPackage = (name: string) => readFileSync(join(dirname(manifest), 'static', name));
  const contents: Record<string, string | Buffer> = {
    'page.css': referenceStyle,
    'page.js': referenceScript(versions),
    ...Object.fromEntries(
      ['swagger-ui.css', 'swagger-ui-bundle.js', 'swagger-ui-standalone-preset.js'].map((name) => [
        name,
        fromPackage(name),
      ]),
    ),
  };
  const hash = createHash('sha256');
  for (const content of Object.values(contents)) hash.update(content);
  const files = new Map(Object.entries(contents).map(([name, content]) => [name, new Compressed(content)]));
  const mark = hash.digest('hex').slice(0, 12);
  return { page: new Compressed(referencePage(`${REFERENCE_PATH}/${mark}`)), files, mark };
}

/** Serves the page that shows the OpenAPI documents and can call the sandbox; its files are read with the first visit. */
export function referenceRoutes(app: FastifyInstance, versions: readonly string[]): void {
  let read: ReturnType<typeof readFiles> | undefined;
  const known = () => {
    read ??= readFiles(versions);
    return read;
  };
  const hidden = { schema: { hide: true } as object };
  const own = { 'content-security-policy': CONTENT_SECURITY_POLICY, 'x-content-type-options': 'nosniff' };

  app.get(REFERENCE_PATH, hidden, async (request, reply) => {
    reply.headers({ ...own, 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
    return known().page.send(request, reply);
  });

  app.get<{ Params: { mark: string; name: string } }>(
    `${REFERENCE_PATH}/:mark/:name`,
    hidden,
    async (request, reply) => {
      const { mark, name } = request.params;
      const file = known().mark === mark ? known().files.get(name) : undefined;
      if (!file) throw problem('resource_not_found');
      const type = types[name.endsWith('.css') ? 'css' : 'js'];
      reply.headers({ ...own, 'content-type': type, 'cache-control': 'public, max-age=31536000, immutable' });
      return file.send(request, reply);
    },
  );
}
