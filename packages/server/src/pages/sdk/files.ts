import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { problem } from '../../base/errors.ts';
import type { InstalledSdk, SdkFile } from '../hosted/installed-sdk.ts';

/** Path of the SDK: `/sdk/<version>/<file>`. */
export const SDK_PATH = '/sdk';

/** Seconds: a full version never changes; a part of one (`v0`, `v0.1`) follows what is installed within five minutes. */
const FOR_EVER = 'public, max-age=31536000, immutable';
const FOR_A_WHILE = 'public, max-age=300';

/** Files that a page may load, by pattern, with their media type; source maps and types stay where they are. */
const served: readonly (readonly [RegExp, string])[] = [
  [/^(?:Onfido|onfido\.min|lazy\/[\w-]+)\.js$/, 'text/javascript; charset=utf-8'],
  [/^style\.css$/, 'text/css; charset=utf-8'],
  [/^integrity\.json$/, 'application/json; charset=utf-8'],
];

let installed: InstalledSdk | undefined;

/**
 * The browser SDK that is installed beside the service, read from the disk once; undefined where it wasn't built, as long
 * as it isn't.
 */
export function installedSdk(): InstalledSdk | undefined {
  installed ??= findSdk();
  return installed;
}

function findSdk(): InstalledSdk | undefined {
  const manifest = createRequire(import.meta.url).resolve('@bonafide/web-sdk/package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  const directory = join(dirname(manifest), 'dist');
  if (!existsSync(join(directory, 'integrity.json'))) return undefined;
  const read = new Map<string, SdkFile | null>();
  return {
    version,
    file(name) {
      const type = served.find(([pattern]) => pattern.test(name))?.[1];
      if (!type) return null;
      let file = read.get(name);
      if (file === undefined) {
        const path = join(directory, name);
        const plain = existsSync(path) ? readFileSync(path) : null;
        file = plain && { plain, gzipped: gzipSync(plain, { level: 9 }), type, integrity: integrityOf(plain) };
        // Names that aren't there are many.
        if (file) read.set(name, file);
      }
      return file;
    },
  };
}

const integrityOf = (bytes: Buffer): string => `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

/** Versions of the published SDK whose options this SDK takes: `6` to `14`, whole or in part. */
const PUBLISHED = /^(?:[6-9]|1[0-4])(?:\.\d{1,4}){0,2}$/;

/**
 * Returns how much of the version `requested` names: `full` for all of it, `part` for its beginning (`0.1.0`, `v0.1`, `0`).
 * `published` is a version of the published SDK, which pages that move here still ask for.
 */
export function versionAsked(requested: string, version: string): 'full' | 'part' | 'published' | undefined {
  const bare = requested.replace(/^v/, '');
  if (bare === version) return 'full';
  if (`${version}.`.startsWith(`${bare}.`)) return 'part';
  return PUBLISHED.test(bare) ? 'published' : undefined;
}

/** Files that pages load themselves, in which a notice says which SDK they have. */
const ENTRIES = ['Onfido.js', 'onfido.min.js'];

/** Returns an entry file that names this SDK in the browser's console, for a page that asked for version `requested`. */
function withNotice({ plain, type }: SdkFile, requested: string, version: string): SdkFile {
  const words = `[bonafide] This page asked for SDK ${requested}. It got the Bonafide SDK ${version}, which takes the same options. Load /sdk/${version} to choose this version.`;
  const noticed = Buffer.concat([plain, Buffer.from(`\n;console.info(${JSON.stringify(words)});\n`)]);
  return { plain: noticed, gzipped: gzipSync(noticed), type, integrity: integrityOf(noticed) };
}

/**
 * Serves the SDK's files to pages of any origin. A page that pins the hashes of `integrity.json` asks for a full version.
 * `/sdk/<version>` alone is the file for `<script>`. Versions of the published SDK answer with this one.
 */
export function sdkFileRoutes(app: FastifyInstance): void {
  const noticed = new LRUCache<string, SdkFile>({ max: 20 });

  const findFile = (sdk: InstalledSdk, requested: string, name: string): SdkFile | null => {
    const file = sdk.file(name);
    if (!file || versionAsked(requested, sdk.version) !== 'published' || !ENTRIES.includes(name)) return file;
    const key = `${requested}/${name}`;
    const known = noticed.get(key) ?? withNotice(file, requested, sdk.version);
    noticed.set(key, known);
    return known;
  };

  const send = (request: FastifyRequest, reply: FastifyReply, requested: string, name: string): FastifyReply => {
    const sdk = installedSdk();
    const match = sdk && versionAsked(requested, sdk.version);
    const file = match && findFile(sdk, requested, name);
    if (!file) throw problem('resource_not_found');
    const gzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
    if (gzip) reply.header('content-encoding', 'gzip');
    return reply
      .headers({
        'content-type': file.type,
        'cache-control': match === 'full' ? FOR_EVER : FOR_A_WHILE,
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
        vary: 'accept-encoding',
      })
      .send(gzip ? file.gzipped : file.plain);
  };

  app.get<{ Params: { version: string } }>(`${SDK_PATH}/:version`, (request, reply) =>
    send(request, reply, request.params.version, 'onfido.min.js'),
  );
  app.get<{ Params: { version: string; '*': string } }>(`${SDK_PATH}/:version/*`, (request, reply) =>
    send(request, reply, request.params.version, request.params['*']),
  );
}
