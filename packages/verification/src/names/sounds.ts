import { foldSounds } from './skeleton.ts';

/**
 * Words whose consonants are equal differ in vowels, in doubled letters and in letters of one sound. How much that says
 * depends on which: `o` for `u` is a spelling, `a` for `i` mostly another name. Classes and costs are of this house.
 */
const [A, E, I, O, U, H, SH, Z, KH, TH, DH] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
const CODES: Readonly<Record<string, number>> = {
  a: A,
  e: E,
  i: I,
  y: I,
  o: O,
  u: U,
  h: H,
  S: SH,
  z: Z,
  X: KH,
  T: TH,
  D: DH,
};
/** Codes of other letters are their character codes. */
const codeOf = (letter: string) => CODES[letter] ?? letter.charCodeAt(0);

/** Plain sounds to which consonants of equal sound are folded. */
const PLAIN: Readonly<Record<number, number>> = { [SH]: 115, [Z]: 115, [KH]: 107, [TH]: 116, [DH]: 100 };

const VOWEL_FOR_VOWEL = [
  [0.4, 0.3, 0.6, 0.4, 0.6],
  [0.3, 0, 0.3, 0.6, 0.7],
  [0.6, 0.3, 0, 0.8, 0.9],
  [0.4, 0.6, 0.8, 0, 0.2],
  [0.6, 0.7, 0.9, 0.2, 0],
];

const NEVER = 9;

/** The sounds of a word, as `differenceOfSounds` compares them. */
export function soundsOf(text: string): Uint8Array {
  const plain = text
    .replace(/ff$|(?<=..[eo])w$/, 'v')
    .replace(/dzh|dj/g, 'j')
    .replace(/(.)\1+/g, '$1')
    .replace(/sch|tch/g, 'S')
    .replace(/sh/g, 'S')
    .replace(/kh|ch/g, 'X')
    .replace(/dh/g, 'D')
    .replace(/th/g, 'T')
    .replace(/ou/g, 'u')
    .replace(/(?<=[aeiou])w(?![aeiou])/g, 'u');
  return Uint8Array.from(keepMarks(plain), codeOf);
}

const keepMarks = (text: string) => text.replace(/[^SXDT]+/g, (run) => foldSounds(run, true));

/** Rows of the table of costs, used again by every call. */
let [below, row] = [new Float64Array(64), new Float64Array(64)];

/**
 * Cost of changing the sounds of one word into the sounds of another, over the sounds of the longer one.
 * @param most where it is more, any number above `most` is returned
 * @param from index in `b` where the sounds of the other word begin
 * @param to index where they end in `b`
 */
export function differenceOfSounds(a: Uint8Array, b: Uint8Array, most: number, from = 0, to = b.length): number {
  const [m, n] = [a.length, to - from];
  const longer = Math.max(m, n);
  // Each sound that only one word has costs at least this much, except one `h` at its end.
  if ((Math.abs(m - n) - 1) * 0.3 > most * longer) return 1;
  if (n >= row.length) [below, row] = [new Float64Array(2 * n), new Float64Array(2 * n)];
  below[n] = 0;
  for (let j = n - 1; j >= 0; j--) below[j] = below[j + 1]! + alone(b, from + j, from, to);
  for (let i = m - 1; i >= 0; i--) {
    const deleted = alone(a, i, 0, m);
    row[n] = below[n]! + deleted;
    let least = row[n]!;
    for (let j = n - 1; j >= 0; j--) {
      let cost = below[j + 1]! + instead(a[i]!, b[from + j]!);
      const deletion = below[j]! + deleted;
      if (deletion < cost) cost = deletion;
      if (cost > 0) {
        const other = row[j + 1]! + alone(b, from + j, from, to);
        if (other < cost) cost = other;
      }
      row[j] = cost;
      if (cost < least) least = cost;
    }
    if (least > most * longer) return 1;
    [below, row] = [row, below];
  }
  return longer === 0 ? 0 : below[0]! / longer;
}

/** A sound that only one word has. */
function alone(sounds: Uint8Array, at: number, from: number, to: number): number {
  const sound = sounds[at]!;
  if (sound === H) return at === to - 1 ? 0 : 0.4;
  if (sound > U) return NEVER;
  const beside = at > from && sounds[at - 1]! <= U;
  if (at === to - 1) return sound === E ? 0.5 : beside ? 0.3 : 1.2;
  return at === from ? 1 : beside || sounds[at + 1]! <= U ? 0.3 : 0.5;
}

function instead(a: number, b: number): number {
  if (a === b) return 0;
  if (a <= U && b <= U) return VOWEL_FOR_VOWEL[a - 1]![b - 1]!;
  return (PLAIN[a] ?? a) === (PLAIN[b] ?? b) ? 0.4 : NEVER;
}
