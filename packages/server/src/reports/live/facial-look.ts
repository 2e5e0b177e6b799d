import { sameLook } from '@bonafide/verification';

/** Separator of the hashes of several pictures. */
const BETWEEN = '.';

/** Look of several pictures of one video, in their order: their hashes, as one text. */
export function lookOf(hashes: readonly string[]): string {
  return hashes.join(BETWEEN);
}

/** Returns whether two looks are the same: the look of a picture, or of every picture of a video. */
export function looksSame(a: string, b: string): boolean {
  const [one, other] = [a.split(BETWEEN), b.split(BETWEEN)];
  return one.length === other.length && one.every((hash, i) => sameLook(hash, other[i]!));
}
