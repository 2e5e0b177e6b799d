import type { KeyPurpose } from '../crypto/keys.ts';
import type { Services } from './services.ts';

/**
 * UUID (RFC 9562, version 8) of `parts`: equal parts give equal UUIDs. It has a key of its purpose, since everyone may try all
 * records of a public list.
 */
export function keyedUuid(
  { master }: Pick<Services, 'master'>,
  purpose: KeyPurpose,
  parts: readonly unknown[],
): string {
  const hash = Buffer.from(master.hash(purpose, JSON.stringify(parts)), 'hex');
  hash[6] = (hash[6]! & 0x0f) | 0x80;
  hash[8] = (hash[8]! & 0x3f) | 0x80;
  return hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
