import { createHmac } from 'node:crypto';
import type { MasterKey } from '../../crypto/keys.ts';

/** Keyed hash of a token, hexadecimal: of no use to a thief without the master key. */
export function tokenHash(master: MasterKey, secret: string): string {
  return createHmac('sha256', master.derive('token-hash')).update(secret).digest('hex');
}
