import { createHash } from 'node:crypto';

/** Numbers from 0 to 1 that are the same in every run for one seed (G. Marsaglia, "Xorshift RNGs", 2003). */
export type Random = () => number;

export function randomOf(seed: string): Random {
  let state = createHash('sha256').update(seed).digest().readInt32LE(0) || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

export const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)]!;

export const between = (random: Random, least: number, most: number) => least + random() * (most - least);

/** A number of the standard normal distribution (G. Box and M. Muller, "A note on the generation of random normal deviates", 1958). */
export const normal = (random: Random) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** The members in an order that the seed alone decides. */
export function shuffled<T>(random: Random, list: readonly T[]): T[] {
  const order = [...list];
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return order;
}
