/** The 37 characters of machine readable zones, in the order of the classes that readers give. */
export const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<';

/** Natural logarithms of probabilities at each step along a line, for a blank and the 37 characters. */
export interface Steps {
  readonly count: number;
  /** `count` rows of 38, class 0 the blank. */
  readonly logs: Float32Array;
}

export const CLASSES = ALPHABET.length + 1;

export interface Aligned {
  readonly text: string;
  /** Mean over all steps of how much likelier the best reading of any length and kind is; 0 when it is this one. */
  readonly misfit: number;
  /** Logarithms of the 37 characters at each place where this reading has its character, at most 0. */
  readonly places: readonly Float32Array[];
  /** Middle of each character, as a share of the line's steps: 0 where it begins, 1 where it ends. */
  readonly middles: readonly number[];
}

const NEVER = -1e9;

/**
 * Most likely text with exactly as many characters as `allowed` has places and at each place an allowed character: the Viterbi
 * path of CTC (A. Graves et al., ICML 2006) through such texts only. It corrects a reader that takes O for 0 in a date by the
 * reader's own second guess.
 * @param allowed for each place, flags of the 37 characters
 * @returns null when there are fewer steps than the text needs
 */
export function align(steps: Steps, allowed: readonly (readonly boolean[])[]): Aligned | null {
  const [count, length, letters] = [steps.count, allowed.length, ALPHABET.length];
  if (count < length) return null;
  const from = new Uint8Array(count * (length + 1) * CLASSES);
  // score[place × 38 + class]: best path that has written `place` characters and now stands on that class.
  let score = new Float64Array((length + 1) * CLASSES).fill(NEVER);
  let next = new Float64Array((length + 1) * CLASSES);
  score[0] = 0;
  let free = 0;
  for (let step = 0; step < count; step++) {
    const logs = steps.logs.subarray(step * CLASSES, (step + 1) * CLASSES);
    let likeliest = NEVER;
    for (let c = 0; c < logs.length; c++) likeliest = Math.max(likeliest, logs[c]!);
    free += likeliest;
    next.fill(NEVER);
    const [lowest, highest] = [Math.max(0, length - (count - step - 1)), Math.min(length, step + 1)];
    let before = { best: NEVER, at: 0, second: NEVER, secondAt: 0 };
    for (let place = Math.max(0, lowest - 1); place <= highest; place++) {
      const row = place * CLASSES;
      const here = bestTwo(score, row);
      next[row] = here.best + logs[0]!;
      from[(step * (length + 1) + place) * CLASSES] = here.at;
      for (let c = 1; c <= letters && place > 0; c++) {
        if (!allowed[place - 1]![c - 1]) continue;
        const arrive = before.at === c ? before.second : before.best;
        const stay = score[row + c]!;
        const at = (step * (length + 1) + place) * CLASSES + c;
        // 255 says that the character continues; otherwise the class that the place before ended with.
        from[at] = stay >= arrive ? 255 : before.at === c ? before.secondAt : before.at;
        next[row + c] = Math.max(stay, arrive) + logs[c]!;
      }
      before = here;
    }
    [score, next] = [next, score];
  }
  return trace(steps, from, length, score, free);
}

function bestTwo(score: Float64Array, row: number) {
  let [best, at, second, secondAt] = [score[row]!, 0, NEVER, 0];
  for (let c = 1; c < CLASSES; c++) {
    const value = score[row + c]!;
    if (value > best) {
      second = best;
      secondAt = at;
      best = value;
      at = c;
    } else if (value > second) {
      second = value;
      secondAt = c;
    }
  }
  return { best, at, second, secondAt };
}

function trace(steps: Steps, from: Uint8Array, length: number, score: Float64Array, free: number): Aligned | null {
  let { best, at: state } = bestTwo(score, length * CLASSES);
  if (best <= NEVER / 2) return null;
  const text = new Array<string>(length);
  const places = Array.from({ length }, () => new Float32Array(ALPHABET.length).fill(NEVER));
  const spans = Array.from({ length }, () => [0, 0] as [number, number]);
  const total = best;
  let place = length;
  for (let step = steps.count - 1; step >= 0; step--) {
    if (state !== 0) {
      // From the last step to the first.
      if (text[place - 1] === undefined) spans[place - 1]![1] = step;
      spans[place - 1]![0] = step;
      text[place - 1] = ALPHABET[state - 1]!;
      const logs = places[place - 1]!;
      for (let c = 0; c < logs.length; c++) logs[c] = Math.max(logs[c]!, steps.logs[step * CLASSES + c + 1]!);
    }
    const came = from[(step * (length + 1) + place) * CLASSES + state]!;
    if (state === 0) state = came;
    else if (came !== 255) [state, place] = [came, place - 1];
  }
  const middles = spans.map(([from, to]) => (from + to + 1) / 2 / steps.count);
  return { text: text.join(''), misfit: (free - total) / steps.count, places, middles };
}

/** Text of any length: the most likely class at each step. */
export const greedy = (steps: Steps): string =>
  greedily(steps)
    .map(({ character }) => character)
    .join('');

/** The same, each character with where it begins, as a share of the line's steps. */
export function greedily({ count, logs }: Steps): { character: string; at: number }[] {
  const text: { character: string; at: number }[] = [];
  let last = 0;
  for (let step = 0; step < count; step++) {
    const row = logs.subarray(step * CLASSES, (step + 1) * CLASSES);
    let best = 0;
    for (let c = 1; c < CLASSES; c++) if (row[c]! > row[best]!) best = c;
    if (best !== 0 && best !== last) text.push({ character: ALPHABET[best - 1]!, at: (step + 0.5) / count });
    last = best;
  }
  return text;
}
