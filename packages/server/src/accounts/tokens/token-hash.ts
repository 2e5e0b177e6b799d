import type { MasterKey } from '../../crypto/keys.ts';

/** Keyed hash of a token, hexadecimal: of no use to a thief without the master key. */
export function tokenHash(master: MasterKey, secret: string): string {
  return master.hash('token-hash', secret);
}
