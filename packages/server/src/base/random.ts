import { randomFillSync } from 'node:crypto';

/** Random bytes drawn at once: each draw costs as much as sealing an applicant, whatever its size. */
const POOL_BYTES = 8192;

const pool = new Uint8Array(POOL_BYTES);
let next = POOL_BYTES;

/** `count` random bytes that no other caller gets; at most 8192. */
export function randomOf(count: number): Buffer {
  if (next + count > POOL_BYTES) {
    randomFillSync(pool);
    next = 0;
  }
  const bytes = Buffer.from(pool.subarray(next, next + count));
  // What was handed out doesn't stay behind.
  pool.fill(0, next, next + count);
  next += count;
  return bytes;
}
