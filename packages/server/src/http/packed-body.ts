import { type Readable, Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyInstance, RequestPayload } from 'fastify';
import { problem } from '../base/errors.ts';

const GZIP: ReadonlySet<string> = new Set(['gzip', 'x-gzip']);

/** Unpacked bytes after which nothing is unpacked any more, whatever the limit of the route: more than any upload has. */
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * Unpacks bodies that clients send with `Content-Encoding: gzip` (RFC 9110, 8.4) before they are parsed: limits of bytes count
 * unpacked ones. Throws `unsupported_media_type` for another encoding, and `bad_request` where the bytes are not gzip.
 */
export function unpackBodies(app: FastifyInstance): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? '';
    if (encoding === '' || encoding === 'identity') done(null, payload);
    else if (!GZIP.has(encoding)) done(problem('unsupported_media_type'));
    else done(null, unpacked(payload as Readable));
  });
}

function unpacked(source: Readable): RequestPayload {
  const gunzip = createGunzip();
  let length = 0;
  const body = new Transform({
    transform(bytes: Buffer, _encoding, done) {
      length += bytes.length;
      if (length > MOST_BYTES) done(problem('payload_too_large'));
      else done(null, bytes);
    },
  });
  const payload: RequestPayload = Object.assign(body, { receivedEncodedLength: 0 });
  source.on('data', (bytes: Buffer) => {
    payload.receivedEncodedLength = (payload.receivedEncodedLength ?? 0) + bytes.length;
  });
  const broken = () => body.destroy(problem('bad_request', { message: 'The body of the request is not valid gzip' }));
  // Its reader gets the error; once nobody reads any more, the error must not end the process.
  body.on('error', () => {});
  gunzip.on('error', broken);
  source.on('error', broken);
  body.on('close', () => {
    source.unpipe(gunzip);
    gunzip.destroy();
    source.resume();
  });
  source.pipe(gunzip).pipe(body);
  return payload;
}
