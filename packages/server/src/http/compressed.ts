import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const toGzip = promisify(gzip);
const toBrotli = promisify(brotliCompress);

/** Compression level of 11: higher levels take several times as long, outside of the event loop, for 3 % less. */
const QUALITY = 5;

const encoders = {
  br: (bytes: Buffer) => toBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } }),
  gzip: (bytes: Buffer) => toGzip(bytes),
};

/** Encodings that a client accepts: names without `q=0` (RFC 9110, 12.5.3). */
function accepted(header: string | string[] | undefined): Set<string> {
  const parts = String(header ?? '')
    .toLowerCase()
    .split(',');
  return new Set(parts.filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part)).map((part) => part.split(';')[0]!.trim()));
}

/** Bytes that are sent often and never change: each encoding is made when a client first accepts it, and kept. */
export class Compressed {
  readonly #bytes: Buffer;
  readonly #encoded = new Map<string, Promise<Buffer>>();

  constructor(content: string | Buffer) {
    this.#bytes = Buffer.from(content);
  }

  /** Sends the bytes as the client accepts them: brotli, gzip or plain. The caller sets the media type. */
  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    reply.header('vary', 'accept-encoding');
    const names = accepted(request.headers['accept-encoding']);
    const name = (['br', 'gzip'] as const).find((encoding) => names.has(encoding));
    if (!name) return reply.send(this.#bytes);
    const encoded = this.#encoded.get(name) ?? encoders[name](this.#bytes);
    this.#encoded.set(name, encoded);
    return reply.header('content-encoding', name).send(await encoded);
  }
}
