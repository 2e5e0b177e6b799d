import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/**
 * Digest of a request: its query, the fields of its body in any order, and name and SHA-256 of its file. Equal requests have equal digests.
 * 64 hexadecimal digits.
 */
export function fingerprintOf({ query, body, upload }: Pick<FastifyRequest, 'query' | 'body' | 'upload'>): string {
  const file = upload && { name: upload.fileName, sha256: upload.file.sha256 };
  return hash('sha256', JSON.stringify([sorted(query), sorted(body), file]), 'hex');
}

/** The same JSON value with the fields of each object in the order of their names. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  // Without a prototype, a field called `__proto__` is a field like any other.
  const fields: Record<string, unknown> = Object.create(null);
  for (const name of Object.keys(value).sort()) fields[name] = sorted((value as Record<string, unknown>)[name]);
  return fields;
}
