import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

export interface SentFile {
  body: Buffer | Readable;
  /** Sent bare, without a charset: clients compare it. */
  mediaType: string;
  fileName: string;
  /** Bytes, when known. */
  size?: number;
}

/**
 * Sends a file as a download. Clients read a `filename=` in quotes, without spaces or quotes inside, to the end of the
 * header: it comes last, and a name that can't be written so stands before it in `filename*`.
 */
export function sendFile(reply: FastifyReply, { body, mediaType, fileName, size }: SentFile): FastifyReply {
  const plain = fileName.replace(/[^A-Za-z0-9._-]/g, '_');
  const exact = plain === fileName ? '' : `${extended(fileName)}; `;
  reply.header('content-disposition', `attachment; ${exact}filename="${plain}"`);
  reply.header('content-type', mediaType);
  if (size !== undefined) reply.header('content-length', size);
  return reply.send(body);
}

/** `filename*=UTF-8''…` of RFC 6266; `encodeURIComponent` leaves four characters that RFC 8187 wants encoded. */
function extended(fileName: string): string {
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename*=UTF-8''${encoded}`;
}
