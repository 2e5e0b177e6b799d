/** Latin letters that may stand for one of Arabic or Hebrew, of those that differ from it. */
const ALSO: Readonly<Record<string, string>> = {
  b: 'p v',
  p: 'b f',
  t: 'th',
  th: 't s',
  j: 'dj g zh',
  ch: 'tch c',
  kh: 'k h ch x',
  d: 'dh',
  dh: 'd z th',
  z: 's',
  zh: 'j',
  s: 'c z',
  sh: 'ch sch s',
  gh: 'g q',
  f: 'ph',
  q: 'k g gh c ck',
  k: 'c q ck kh',
  g: 'k gh',
  v: 'b w f',
};

/** Sounds by their code: groups of letters for one sound, then single letters. I, U and E are long vowels. */
const SOUNDS = [...'sch tch sh kh gh th dh ch zh ck ph dj'.split(' '), ...'abcdefghijklmnopqrstuvwxyzIUE'];
const codeOf = (sound: string) => SOUNDS.indexOf(sound);
const codesOf = (sounds: string) => new Set([...sounds].map(codeOf));

const VOWELS = codesOf('aeiouIUE');
const LIQUIDS = codesOf('lmnr');
const [A, E, H, I, J, O, W, Y, LONG_I, LONG_U, LONG_E] = [...'aehijowyIUE'].map(codeOf) as [
  ...[number, number, number, number, number, number, number, number, number, number, number],
];

/** Table of sounds that may replace each other: a byte for each pair. */
const STANDS = new Uint8Array(SOUNDS.length ** 2);
SOUNDS.forEach((sound, code) => {
  for (const alternative of [sound, ...(ALSO[sound]?.split(' ') ?? [])])
    STANDS[code * SOUNDS.length + codeOf(alternative)] = 1;
});
for (const vowel of 'vouU') STANDS[W * SOUNDS.length + codeOf(vowel)] = 1;
for (const vowel of 'ieIE') STANDS[Y * SOUNDS.length + codeOf(vowel)] = 1;

/** Codes of single letters by the character. */
const LETTERS = new Int8Array(128).fill(-1);
for (const letter of SOUNDS.filter(({ length }) => length === 1)) LETTERS[letter.charCodeAt(0)] = codeOf(letter);

/** The cost of a vowel or `h` that only one of both words has. */
const ONLY_ONE = 0.75;
const NEVER = 9;

/** Words that cost so much to make one of the other don't agree. */
const TOO_MUCH = 0.85;

/** Sounds of the longest words that are compared; longer ones agree with nothing. */
const MOST_SOUNDS = { bare: 24, latin: 40 } as const;

/** The sounds of a word as `abjadLikeness` compares them. */
export interface AbjadSounds {
  readonly codes: readonly number[];
  /** The cost of each sound without counterpart. */
  readonly alone: readonly number[];
  /** The sounds of a word without vowels that are certainly consonants. */
  readonly consonants: number;
  /** The sounds l, m, n and r, in order. They stand for nothing else, so words that agree have the same ones. */
  readonly liquids: string;
}

/** @param text without vowels, as `piecesOf` gives it */
export function bareSounds(text: string): AbjadSounds {
  const codes = tokens(withoutDoubles(text));
  return {
    codes,
    alone: codes.map((_, i) => missing(codes, i)),
    consonants: codes.filter((code) => code !== A && code !== W && code !== Y).length,
    liquids: liquidsOf(codes),
  };
}

/** @param text in Latin letters, with its vowels */
export function latinSounds(text: string): AbjadSounds {
  const codes = tokens(withoutDoubles(withLongVowels(text)));
  return { codes, alone: codes.map((_, j) => skipped(codes, j)), consonants: 0, liquids: liquidsOf(codes) };
}

function liquidsOf(codes: readonly number[]): string {
  let liquids = '';
  for (const code of codes) if (LIQUIDS.has(code)) liquids += SOUNDS[code]!;
  return liquids;
}

/** Long vowels of Latin, which Arabic writes: I, U and E. Among others `ou` is short as often as long. */
const withLongVowels = (latin: string) =>
  HAS_LONG.test(latin)
    ? latin
        .replace(/ee/g, 'I')
        .replace(/oo/g, 'U')
        .replace(/[ae](yi|[iy](?![aeiou]))/g, 'E')
        .replace(/ou/g, 'u')
    : latin;

/** Most words have none of the pairs of letters that are replaced. */
const HAS_LONG = /ee|o[ou]|[ae][iy]/;

function withoutDoubles(text: string): string {
  let plain = '';
  for (let i = 0; i < text.length; i++) if (text[i] !== text[i - 1]) plain += text[i];
  return plain;
}

/** Codes of the sounds of a word. Digits have none. */
function tokens(text: string): number[] {
  const codes: number[] = [];
  for (let at = 0; at < text.length; ) {
    const code = soundAt(text, at);
    if (code >= 0) codes.push(code);
    at += code < 0 ? 1 : SOUNDS[code]!.length;
  }
  return codes;
}

function soundAt(text: string, at: number): number {
  if (SECOND_LETTERS.includes(text[at + 1] ?? ' ')) {
    for (let code = 0; code < SEVERAL; code++) if (text.startsWith(SOUNDS[code]!, at)) return code;
  }
  return LETTERS[text.charCodeAt(at)] ?? -1;
}

/** Sounds of several letters, which stand before the others. */
const SEVERAL = SOUNDS.findIndex(({ length }) => length === 1);
const SECOND_LETTERS = 'chkj';

/**
 * Similarity of a word without vowels and a word in Latin letters: each consonant must have its counterpart, in order; a long
 * vowel should have one. Short vowels of Latin are free.
 * @param bare from `bareSounds`
 * @param latin from `latinSounds`
 * @returns 0 to 1; undefined for words that don't agree
 */
export function abjadLikeness(bare: AbjadSounds, latin: AbjadSounds): number | undefined {
  const { consonants } = bare;
  if (consonants === 0 || bare.liquids !== latin.liquids) return undefined;
  if (bare.codes.length > MOST_SOUNDS.bare || latin.codes.length > MOST_SOUNDS.latin) return undefined;
  const cost = leastCost(bare, latin);
  if (cost < 0.35) return consonants > 2 ? 0.95 : consonants === 2 ? 0.92 : 0.85;
  if (cost >= TOO_MUCH) return undefined;
  return consonants > 2 ? 0.87 : consonants === 2 ? 0.78 : undefined;
}

/** Rows of the table of costs, used again by every call. */
let [below, row] = [new Float64Array(MOST_SOUNDS.latin + 1), new Float64Array(MOST_SOUNDS.latin + 1)];

/** Ends early where the cost is `TOO_MUCH`. */
function leastCost({ codes: a, alone: missed }: AbjadSounds, { codes: b, alone: skips }: AbjadSounds): number {
  const n = b.length;
  below[n] = 0;
  for (let j = n - 1; j >= 0; j--) below[j] = below[j + 1]! + skips[j]!;
  for (let i = a.length - 1; i >= 0; i--) {
    const miss = missed[i]!;
    row[n] = below[n]! + miss;
    let least = row[n]!;
    for (let j = n - 1; j >= 0; j--) {
      let cost = below[j + 1]! + matched(a, i, b[j]!);
      if (below[j]! + miss < cost) cost = below[j]! + miss;
      if (row[j + 1]! + skips[j]! < cost) cost = row[j + 1]! + skips[j]!;
      row[j] = cost;
      if (cost < least) least = cost;
    }
    if (least >= TOO_MUCH) return least;
    [below, row] = [row, below];
  }
  return below[0]!;
}

/** A sound of the Latin word without counterpart. */
function skipped(b: readonly number[], j: number): number {
  const sound = b[j]!;
  if (VOWELS.has(sound)) {
    if (j === b.length - 1) return sound === I ? 1 : sound === E ? 0.4 : ONLY_ONE;
    return j === 0 ? ONLY_ONE : sound === LONG_E ? 0.9 : sound === LONG_I || sound === LONG_U ? 0.4 : 0;
  }
  if (sound === H) return j === b.length - 1 ? 0 : ONLY_ONE;
  return sound === Y || sound === W ? 0.3 : NEVER;
}

/** A letter of the word without vowels that has no counterpart. */
function missing(a: readonly number[], i: number): number {
  const sound = a[i]!;
  if (sound === H) return i === 0 ? NEVER : i === a.length - 1 ? 0 : ONLY_ONE;
  if (sound === A) return i === 0 ? NEVER : ONLY_ONE;
  return sound === W || sound === Y ? 0.9 : NEVER;
}

function matched(a: readonly number[], i: number, sound: number): number {
  const letter = a[i]!;
  if (STANDS[letter * SOUNDS.length + sound] === 1) return 0;
  if (letter === A) {
    if (!VOWELS.has(sound)) return NEVER;
    return i === 0 || sound === E ? 0 : sound === O || sound === LONG_E ? 0.25 : 0.5;
  }
  if (letter === Y) return sound === J || (sound === A && i === a.length - 1) ? 0.25 : NEVER;
  return letter === H && i === a.length - 1 && (sound === A || sound === E) ? 0 : NEVER;
}
