import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/** A script of our pages. */
export interface HostedScript {
  readonly source: string;
  /** Path from which pages load it: the path changes with it. */
  readonly path: string;
  readonly integrity: string;
}

export function hostedScript(source: string): HostedScript {
  const digest = (algorithm: string) => createHash(algorithm).update(source);
  return {
    source,
    path: `/sdk/hosted/${digest('sha256').digest('hex').slice(0, 16)}.js`,
    integrity: `sha384-${digest('sha384').digest('base64')}`,
  };
}

/** Serves a script to pages of ours. */
export function serveScript(app: FastifyInstance, { path, source }: HostedScript): void {
  app.get(path, (_, reply) =>
    reply
      .headers({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      })
      .send(source),
  );
}
