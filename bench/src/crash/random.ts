/** Numbers that a seed determines, so that a run can be asked for again. */
export interface Random {
  /** Random number from 0 up to 1, without 1. */
  next(): number;
  /** Random number from `low` up to `high`, without `high`. */
  between(low: number, high: number): number;
  pick<T>(from: readonly T[]): T;
  chance(probability: number): boolean;
}

/** Mulberry32 by Tommy Ettinger (public domain): 32 bits of state, enough to choose what a test does next. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number) => low + next() * (high - low);
  return {
    next,
    between,
    pick: <T>(from: readonly T[]) => from[Math.floor(between(0, from.length))] as T,
    chance: (probability) => next() < probability,
  };
}
