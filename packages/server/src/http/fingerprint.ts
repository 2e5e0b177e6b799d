import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/**
 * Digest of a request: its query, the fields of its body in any order, and name and SHA-256 of its file. Equal requests have equal digests.
 * 64 hexadecimal digits.
 */
export function fingerprintOf({ query, body, upload }: Pick<FastifyRequest, 'query' | 'body' | 'upload'>): string {
  const file = upload && { name: upload.fileName, sha256: upload.file.sha256 };
  return createHash('sha256')
    .update(JSON.stringify([query, body, file], sorted))
    .digest('hex');
}

/** A replacer of `JSON.stringify` that writes the fields of each object in the order of their names. */
function sorted(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}
