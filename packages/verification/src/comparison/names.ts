import { isTransliterated, mrzForms } from '../mrz/transliterate.ts';
import { hasLongVowelSign, hepburnOf } from '../names/kana.ts';
import { inFull, inSpellings } from './abbreviations.ts';
import { splitSuffix } from './suffix.ts';
import { edits, type Likeness } from './values.ts';

export interface NameOptions {
  /**
   * The name that may be cut for want of room (ICAO Doc 9303-3, 4.6; AAMVA elements DDE, DDF and DDG); `true`: either of them.
   * Its words may be the beginnings of the other name's words.
   */
  readonly mayBeCut?: boolean | 'first' | 'second';
}

/** Edits, of each so many letters, that a slip of reading explains. */
const LETTERS_A_SLIP = 7;

/**
 * Compares two names: in any script that ICAO transliterates, in any order of their words, with or without blanks and accents, in any
 * romanisation of Japanese, either one cut at its end, initials for names, `St.` for `Saint`. If one name lacks words of the other,
 * they are the same as long as each word of the shorter one is in the longer: MRZs and cards leave middle names out.
 *
 * The result is `similar` if only initials match, for an abbreviated given name (`Mohd`), for the suffixes of father and son (JR and
 * SR), and for letters that no table writes in A to Z (Arabic, Chinese …). It proves neither one person nor two. Suffixes count only
 * if both names have one.
 *
 * @example
 * import { sameName } from '@bonafide/verification';
 *
 * sameName('Müller', 'MUELLER'); // 'same'
 * sameName('Anna Maria', 'Maria Anna'); // 'same'
 * sameName('Amos Jr.', 'Amos Wendell'); // 'same'
 */
export function sameName(a: string, b: string, { mayBeCut = false }: NameOptions = {}): Likeness {
  const plain = /\p{Script=Cyrillic}/u.test(a + b) ? slavic : (form: string) => form;
  const isJapanese = hasLongVowelSign(a) || hasLongVowelSign(b);
  const [one, two] = [splitSuffix(a), splitSuffix(b)];
  const forms = ({ name }: typeof one) => [
    ...new Set(
      mrzForms(name)
        .filter((form) => form !== '')
        .flatMap(inSpellings)
        .map(plain)
        .flatMap((form) => [form, inHepburn(form, isJapanese)]),
    ),
  ];
  const seconds = forms(two);
  // A cut name may have lost a part of its suffix.
  const generations = !mayBeCut && one.suffix !== null && two.suffix !== null && one.suffix !== two.suffix;
  let best: Likeness = isTransliterated(a) && isTransliterated(b) ? 'different' : 'similar';
  for (const x of forms(one)) {
    for (const y of seconds) {
      const likeness = sameForm(comparable(x), comparable(y), mayBeCut);
      if (likeness === 'same' && !generations) return 'same';
      const isNear = likeness !== 'different' || sameForm(loosely(x), loosely(y), mayBeCut) !== 'different';
      if (isNear || isAbbreviated(x, y, mayBeCut)) best = 'similar';
    }
  }
  return best;
}

/**
 * Й, Ю, Я, Є and Е with I, J or Y alike: passports of before ICAO's table, and of states with one of their own (Ukraine,
 * resolution 55 of 2010; Russia, order 310 of 1997), write YULIYA and YELTSIN for what it makes IULIIA and ELTSIN.
 */
const slavic = (form: string) => form.replace(/[IJY]+/g, 'I').replaceAll('IE', 'E');

/** The form with Japanese words as passports write them: `OHNO` as `ONO`. */
const inHepburn = (form: string, loosely: boolean) =>
  form
    .split(' ')
    .map((word) => wordInHepburn(word, loosely))
    .join(' ');

const wordInHepburn = (word: string, loosely: boolean) => hepburnOf(word.toLowerCase(), loosely).toUpperCase();

/** Returns whether the forms are equal once an abbreviated given name is in full. */
const isAbbreviated = (x: string, y: string, mayBeCut: NameOptions['mayBeCut']) =>
  inFull(x).some((full) => sameForm(comparable(full), comparable(y), mayBeCut) === 'same') ||
  inFull(y).some((full) => sameForm(comparable(x), comparable(full), mayBeCut) === 'same');

/** Words between a name and a name at birth or by marriage: `MARTIN EP DURAND`, `SCHMIDT GEB. MAIER`. */
const CONNECTORS: ReadonlySet<string> = new Set(
  'NEE EP EPSE EPOUSE VVE VEUVE GEB GEBORENE GEBOREN DIT DITE ROZ ROZENA'.split(' '),
);

/** Letters of the shortest word whose spellings with and without an umlaut are one name: `BOELL` and `BOLL`. */
const LEAST_COLLAPSED = 5;

/** The words that count, each in the form in which spellings of one name are equal. */
const comparable = (form: string) =>
  wordsIn(form)
    .map((word) => settled(word))
    .join(' ');

/**
 * The same with words of three and four letters collapsed: `XUE` and `XU` are two names, unless `XUE` is an issuer's spelling
 * of `XÜ`. Nothing in the names decides that. The article of Arabic names with `Abd` is left out, in all its spellings.
 */
const loosely = (form: string) =>
  wordsIn(form.replace(ARTICLE_OF_ABD, 'ABD '))
    .map((word) => {
      const hepburn = wordInHepburn(word, true);
      // `OH` as `O` would be an initial of every name in O.
      return settled(hepburn.length > 1 ? hepburn : word, LEAST_COLLAPSED - 2);
    })
    .join(' ');

/** `ABD AL RAHMAN`, `ABDEL RAHMAN`, `ABDULRAHMAN`, and `ABDURRAHMAN` with the sound of the next letter. */
const ARTICLE_OF_ABD = /\bABD ?(?:[AEU]L ?(?=\p{L}{3})|[AEU]([DNRSTZ])(?=\1))/gu;

function wordsIn(form: string): string[] {
  const words = form.split(' ');
  return words.filter((word, i) => i === 0 || i === words.length - 1 || !CONNECTORS.has(word));
}

/** Letters from which the beginning of a name is evidence of the name. */
const EVIDENT = 3;

const isEvident = (a: string, b: string) => Math.min(collapsed(a).length, collapsed(b).length) >= EVIDENT;

function sameForm(x: string, y: string, mayBeCut: NameOptions['mayBeCut']): Likeness {
  const [a, b] = [x.replaceAll(' ', ''), y.replaceAll(' ', '')];
  const [one, two] = [x.split(' '), y.split(' ')];
  if (a === b || (one.length !== two.length && settled(a) === settled(b))) return 'same';
  const cut = isBeginning(a, b, mayBeCut);
  if (cut && isEvident(a, b)) return 'same';
  const matched = [matchedWords(one, two, mayBeCut), matchedWords(two, one, swapped(mayBeCut))];
  if (matched.includes('same')) return 'same';
  // Initials alone are not evidence of a name, nor against it. A full line may have room for no more of a name than these.
  if (matched.includes('similar') || cut) return 'similar';
  return edits(a, b) <= Math.floor(Math.max(a.length, b.length) / LETTERS_A_SLIP) ? 'similar' : 'different';
}

/**
 * Returns whether every word of a name is a word of another, its initial or beginning, or several of its words in one. `similar`:
 * by initials alone.
 */
function matchedWords(few: readonly string[], many: readonly string[], mayBeCut: NameOptions['mayBeCut']): Likeness {
  const rest = [...many];
  const unequal = few.filter((word) => !takeWord(rest, word));
  const left = withoutJoined(unequal, rest);
  // One-letter names are names and not initials where both have the same ones.
  let evident = left.length === 0 && few.length === many.length;
  evident ||= left.length < unequal.length || few.some((word) => word.length > 1 && !unequal.includes(word));
  // An initial takes any word that a longer word may need.
  for (const word of left.toSorted((a, b) => b.length - a.length)) {
    const at = rest.findIndex((other) => isInitial(word, other) || isBeginning(word, other, mayBeCut));
    if (at < 0) return 'different';
    const [other] = rest.splice(at, 1);
    evident ||= isEvident(word, other!);
  }
  return evident ? 'same' : 'similar';
}

function takeWord(rest: string[], word: string): boolean {
  const at = rest.indexOf(word);
  if (at >= 0) rest.splice(at, 1);
  return at >= 0;
}

/** Most words that are written as one: `DE LA CRUZ`, `ABD EL KARIM`. */
const MOST_JOINED = 4;

/** Takes words out of both lists that are written as one word in the other; returns the words that are left of the first. */
function withoutJoined(words: readonly string[], rest: string[]): string[] {
  const left: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const many = runs(rest).find(({ text }) => text === words[i]);
    if (many) {
      rest.splice(many.at, many.count);
      continue;
    }
    const own = runs(words.slice(i)).find(({ at, text }) => at === 0 && takeWord(rest, text));
    if (own) i += own.count - 1;
    else left.push(words[i]!);
  }
  return left;
}

/** Two to four words one after the other, as one. */
const runs = (words: readonly string[]) =>
  words.flatMap((_, at) =>
    Array.from({ length: Math.max(0, Math.min(MOST_JOINED, words.length - at) - 1) }, (_, i) => ({
      at,
      count: i + 2,
      text: settled(words.slice(at, at + i + 2).join('')),
    })),
  );

const isInitial = (a: string, b: string) => Math.min(a.length, b.length) === 1 && a[0] === b[0];

/** Returns whether a name, or a word, that may be cut is the beginning of the other. */
function isBeginning(a: string, b: string, mayBeCut: NameOptions['mayBeCut']): boolean {
  if (mayBeCut === false || a === '' || b === '') return false;
  return (mayBeCut !== 'second' && begins(a, b)) || (mayBeCut !== 'first' && begins(b, a));
}

/** The cut may go through the form of one letter: `AE` of ÆGIDIUS, `BEGONX` of BEGONXXA. */
const begins = (cut: string, whole: string) =>
  [cut, collapsed(cut), cut.replace(/(?<=[NU])XX?$/, '')].some((form) => whole.startsWith(form));

const swapped = (mayBeCut: NameOptions['mayBeCut']) =>
  mayBeCut === 'first' ? 'second' : mayBeCut === 'second' ? 'first' : mayBeCut;

/** A word in the form in which its spellings are equal, by its length; Ñ as NXX is Ñ in every word. */
const settled = (word: string, least = LEAST_COLLAPSED) =>
  word.length >= least ? collapsed(word) : word.replace(/([NU])XX/g, '$1');

/** Ä as A, as AE and, of the forms with X, Ñ as NXX come to the same, whichever of them a document prefers. */
const collapsed = (text: string) =>
  text
    .replace(/([NU])XX/g, '$1')
    .replace(/([AOU])E+/g, '$1')
    .replace(/AA+/g, 'A');
