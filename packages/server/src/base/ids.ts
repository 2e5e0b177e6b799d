import { v7 } from 'uuid';
import type { Clock } from './clock.ts';
import { randomOf } from './random.ts';

/** Source of identifiers and secrets. */
export interface Ids {
  /** UUID version 7: in time order, which keeps inserts at the end of an index. */
  uuid(): string;
  /** `bytes` random bytes as base64url. */
  secret(bytes: number): string;
}

const UUID_BYTES = 16;

/** Largest sequence number of a version 7 UUID (32 bits here), after which the millisecond must move on. */
const SEQUENCE_LIMIT = 0xffff_ffff;

/** Ids that grow strictly within this process, even when the clock stands still or goes back. */
export function makeIds(clock: Clock): Ids {
  let last = 0;
  let seq = 0;
  return {
    uuid() {
      const now = clock.now();
      if (now > last) {
        last = now;
        seq = randomOf(4).readUInt32BE() >>> 1;
      } else if (++seq > SEQUENCE_LIMIT) {
        last += 1;
        seq = 0;
      }
      return v7({ msecs: last, seq, random: randomOf(UUID_BYTES) });
    },
    secret: (bytes) => randomOf(bytes).toString('base64url'),
  };
}
