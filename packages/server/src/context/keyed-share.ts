import type { KeyPurpose } from '../crypto/keys.ts';
import type { Services } from './services.ts';

/** Number of values of the first 32 bits of a hash. */
const HASHES = 2 ** 32;

/**
 * Returns whether the keyed hash (HMAC-SHA-256) of `parts` is in a share of all hashes, from 0 to 1. Equal parts always give the same
 * answer, and nobody outside of the service can foresee it.
 */
export function isInShare(
  { master }: Pick<Services, 'master'>,
  purpose: KeyPurpose,
  parts: readonly unknown[],
  share: number,
): boolean {
  const hash = master.hash(purpose, JSON.stringify(parts));
  return Number.parseInt(hash.slice(0, 8), 16) / HASHES < share;
}
