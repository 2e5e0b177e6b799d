import anyAscii from 'any-ascii';
import { pinyin } from 'pinyin-pro';
import { piecesOf } from './abjad.ts';
import { romaniseSyllable } from './hangul.ts';
import { PARTICLES, TITLES } from './tables.ts';

export type PartKind = 'content' | 'particle' | 'title' | 'initial';

/** One word of a name, ready to be compared. */
export interface NamePart {
  /** Lower case letters a to z and digits; never empty. */
  readonly text: string;
  readonly kind: PartKind;
  /** Written in Arabic or Hebrew letters, which leave vowels out. */
  readonly abjad: boolean;
  /** A hyphen stands between it and the part before it. */
  readonly hyphened?: boolean;
}

/** Signs that stand inside a word, for letters that Latin script lacks or for letters left out. */
const APOSTROPHES = /['’‘‛`´ʹʺʻʼʽʾʿˈ′՚＇]/gu;
/** Zero-width and direction marks, soft hyphen, tatweel, points of Arabic and Hebrew. */
const INVISIBLE = /[\p{Cf}\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u0591-\u05bd\u05bf-\u05c7]/gu;
const ABJAD = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const RUNS = /\p{Script=Han}+|\p{Script=Hangul}+|[^\p{Script=Han}\p{Script=Hangul}]+/gu;
const HYPHEN = /^[-‐‑–]$/u;
const SYLLABLE = /^[\uac00-\ud7a3]$/u;

/** Digits that stand for the letters they look like, as in `Ig0r`. */
const DIGITS: Readonly<Record<string, string>> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '9': 'g' };

/** `1` behind a vowel, or before one at the beginning, is l rather than i: `A1i`, `1uis`, but `Mar1a`. */
const ONE_FOR_L = /(?<=[aeiou])1|^1(?=[aeiou])/g;

/**
 * The words of a name in Latin letters, in the order in which they stand, or first names first where a comma splits it. Han is read as pinyin with the reading of
 * family names first, Hangul syllable by syllable, everything else letter by letter. A name of nothing but particles
 * and titles has those as its content.
 *
 * @param name in any script; control and direction marks count for nothing
 *
 * @example
 * import { partsOf } from '@bonafide/verification';
 *
 * partsOf('Novak, Iskra').map(({ text }) => text); // ['iskra', 'novak']
 */
export function partsOf(name: string): NamePart[] {
  const [, last, first] = /^([^,]+),([^,]+)$/.exec(name) ?? [];
  const text = last === undefined ? name : `${first} ${last}`;
  const parts = partsInOrder(text);
  const contents = parts.filter(({ kind }) => kind === 'content').length;
  // `Ben Netanyahu`: what stands before the only name is a name.
  if (contents === 1 && parts.length === 2 && parts[0]!.kind === 'particle') return parts.map(asName);
  if (contents === 0) return parts.map(asContent);
  return withGivenNames(parts, first === undefined ? 0 : partsInOrder(first).length);
}

const partsInOrder = (text: string) => (isPlain(text) ? plainParts(text) : otherParts(text));

/**
 * Makes a particle that stands for a first name a name: the only word before a last name, or the last word of all, as in `Cohen Ben`.
 *
 * @param firstCount number of parts that are known to be first names
 */
export function withGivenNames(parts: readonly NamePart[], firstCount: number): NamePart[] {
  return parts.map((part, i) => {
    const isAlone = firstCount === 1 && i === 0;
    const isLast = parts.length > 1 && i === parts.length - 1;
    return (isAlone || isLast) && part.kind === 'particle' && !BEGINS_NAMES.test(part.text) ? asName(part) : part;
  });
}

/** A letter, as in `E. Novak`, is an initial. */
const asName = (part: NamePart): NamePart => (part.text.length === 1 ? { ...part, kind: 'initial' } : asContent(part));

/** Articles and words that begin an Arabic name, whose second half may stand in the next field. */
const BEGINS_NAMES = /^(?:[aeu]l|a[rstdnz]|ash|ab[dou].*|abi|umm?)$/;

const asContent = (part: NamePart): NamePart => (part.kind === 'initial' ? part : { ...part, kind: 'content' });

/** Every name in A to Z takes this way: it is most of them. */
const isPlain = (name: string) => /^[\x20-\x7e]*$/.test(name);

const plainParts = (name: string) => wordsOf(name.replace(/['`]/g, '').split(/([^A-Za-z0-9]+)/), latin);

function otherParts(name: string): NamePart[] {
  const clean = name.replace(APOSTROPHES, '').normalize('NFKC').replace(INVISIBLE, '').replace(APOSTROPHES, '');
  return wordsOf(clean.split(/([^\p{L}\p{N}\p{M}]+)/u), (word) => (word.match(RUNS) ?? []).flatMap(runParts));
}

/** @param pieces words, with the signs between them */
function wordsOf(pieces: readonly string[], read: (word: string) => NamePart[]): NamePart[] {
  return pieces.flatMap((piece, i) => {
    if (i % 2 === 1) return [];
    const parts = read(piece);
    return i > 0 && HYPHEN.test(pieces[i - 1]!) ? parts.map((part, k) => (k > 0 ? part : asHyphened(part))) : parts;
  });
}

const asHyphened = (part: NamePart): NamePart => ({ ...part, hyphened: true });

function runParts(run: string): NamePart[] {
  if (/\p{Script=Han}/u.test(run)) return syllables(pinyin(run, { toneType: 'none', type: 'array', surname: 'head' }));
  if (/\p{Script=Hangul}/u.test(run)) {
    return syllables(
      Array.from(run, (letter) => (SYLLABLE.test(letter) ? romaniseSyllable(letter) : anyAscii(letter))),
    );
  }
  if (!ABJAD.test(run)) return latin(anyAscii(run).replace(/[^A-Za-z0-9]/g, ''));
  return piecesOf(run).flatMap(({ text, vowelless }) => latin(text, vowelless));
}

/** Syllables of Chinese and Korean are names, whatever Latin word they look like. */
const syllables = (read: readonly string[]): NamePart[] =>
  read
    .map((syllable) =>
      anyAscii(syllable)
        .toLowerCase()
        .replace(/[^a-z0-9]/g, ''),
    )
    .filter((text) => text !== '')
    .map((text) => ({ text, kind: 'content', abjad: false }));

function latin(word: string, abjad = false): NamePart[] {
  if (word === '') return [];
  const lower = word.toLowerCase();
  const text =
    /\d/.test(lower) && /[a-z]/.test(lower)
      ? lower.replace(ONE_FOR_L, 'l').replace(/[013459]/g, (digit) => DIGITS[digit]!)
      : lower;
  return [{ text, kind: kindOf(text), abjad }];
}

/** Particles that stay particles when a letter of theirs is doubled; others would be family names then, as `Lee`. */
const OFTEN_DOUBLED = new Set(['al', 'abu', 'abd', 'abdul', 'abdel', 'bin', 'ibn', 'ould']);

function kindOf(text: string): PartKind {
  const once = text.replace(/(.)\1+/g, '$1');
  if (once !== text && OFTEN_DOUBLED.has(once)) return 'particle';
  if (once.length > 3 && TITLES.has(once)) return 'title';
  if (PARTICLES.has(text)) return 'particle';
  if (TITLES.has(text)) return 'title';
  return text.length === 1 ? 'initial' : 'content';
}
