import anyAscii from 'any-ascii';
import { pinyin } from 'pinyin-pro';
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
}

/** Signs that stand inside a word, for letters that Latin script lacks or for letters left out. */
const APOSTROPHES = /['’‘‛`´ʹʺʻʼʽʾʿˈ′՚＇]/gu;
/** Zero-width and direction marks, soft hyphen, tatweel, points of Arabic and Hebrew. */
const INVISIBLE = /[\p{Cf}\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u0591-\u05bd\u05bf-\u05c7]/gu;
const ABJAD = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const ARABIC_ARTICLE = /^\u0627\u0644(?=\p{L}{3})/u;
const RUNS = /\p{Script=Han}+|\p{Script=Hangul}+|[^\p{Script=Han}\p{Script=Hangul}]+/gu;
const SYLLABLE = /^[\uac00-\ud7a3]$/u;

/** Digits that stand for the letters they look like, as in `Ig0r`. */
const DIGITS: Readonly<Record<string, string>> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '9': 'g' };

/**
 * The words of a name in Latin letters, in the order in which they stand, or first names first where a comma splits it. Han is read as pinyin with the reading of
 * family names first, Hangul syllable by syllable, everything else letter by letter. A name of nothing but particles
 * and titles has those as its content.
 *
 * @param name in any script; control and direction marks count for nothing
 */
export function partsOf(name: string): NamePart[] {
  const text = name.replace(/^([^,]+),([^,]+)$/, '$2 $1');
  const parts = isPlain(text) ? plainParts(text) : otherParts(text);
  const contents = parts.filter(({ kind }) => kind === 'content').length;
  // `Ben Netanyahu`: what stands before the only name is a name.
  if (contents === 1 && parts.length === 2 && parts[0]!.kind === 'particle') return parts.map(asContent);
  return contents > 0 ? parts : parts.map(asContent);
}

const asContent = (part: NamePart): NamePart => (part.kind === 'initial' ? part : { ...part, kind: 'content' });

/** Every name in A to Z takes this way: it is most of them. */
const isPlain = (name: string) => /^[\x20-\x7e]*$/.test(name);

const plainParts = (name: string) =>
  name
    .replace(/['`]/g, '')
    .split(/[^A-Za-z0-9]+/)
    .flatMap((word) => latin(word));

function otherParts(name: string): NamePart[] {
  const clean = name.replace(APOSTROPHES, '').normalize('NFKC').replace(INVISIBLE, '').replace(APOSTROPHES, '');
  return clean
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .flatMap((word) => word.match(RUNS) ?? [])
    .flatMap(runParts);
}

function runParts(run: string): NamePart[] {
  if (/\p{Script=Han}/u.test(run)) return syllables(pinyin(run, { toneType: 'none', type: 'array', surname: 'head' }));
  if (/\p{Script=Hangul}/u.test(run)) {
    return syllables(
      Array.from(run, (letter) => (SYLLABLE.test(letter) ? romaniseSyllable(letter) : anyAscii(letter))),
    );
  }
  if (!ABJAD.test(run)) return latin(anyAscii(run).replace(/[^A-Za-z0-9]/g, ''));
  const stem = run.replace(ARABIC_ARTICLE, '');
  const article: NamePart[] = stem === run ? [] : [{ text: 'al', kind: 'particle', abjad: true }];
  return [...article, ...latin(anyAscii(stem).replace(/[^A-Za-z0-9]/g, ''), true)];
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
  const text = /\d/.test(lower) && /[a-z]/.test(lower) ? lower.replace(/[013459]/g, (digit) => DIGITS[digit]!) : lower;
  return [{ text, kind: kindOf(text), abjad }];
}

function kindOf(text: string): PartKind {
  if (PARTICLES.has(text)) return 'particle';
  if (TITLES.has(text)) return 'title';
  return text.length === 1 ? 'initial' : 'content';
}
