import type { FastifyInstance, FastifyRequest } from 'fastify';
import { problem } from '../../base/errors.ts';

/** The bytes decide what a file is. */
const FILE_TYPE = 'application/octet-stream';
const MESSAGE = `Send the file itself as the body, with the content type ${FILE_TYPE}`;

/**
 * Lets the routes of an instance take the file itself as the body. A larger body than `bodyLimit` bytes is not read.
 *
 * @param types content types that clients may send
 */
export function readFileBodies(
  instance: FastifyInstance,
  bodyLimit: number,
  types: readonly string[] = [FILE_TYPE],
): void {
  instance.addContentTypeParser([...types], { parseAs: 'buffer', bodyLimit }, (_, body, done) => done(null, body));
}

/** Returns the file that a request has as its body. Throws `unsupported_media_type` with `message` for another body. */
export function fileOf({ body }: FastifyRequest, message = MESSAGE): Buffer {
  if (!Buffer.isBuffer(body)) throw problem('unsupported_media_type', { message });
  return body;
}
