import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether two secrets are the same, in a time that says nothing of where they differ, nor of their lengths. */
export function isSameSecret(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(a!, b!);
}
