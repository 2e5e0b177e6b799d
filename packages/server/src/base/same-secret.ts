import { createHash, timingSafeEqual } from 'node:crypto';

/** Returns whether two secrets are equal, in a time that reveals neither where they differ nor their lengths. */
export function isSameSecret(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(a!, b!);
}
