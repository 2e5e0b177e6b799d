import { isTransliterated, mrzForms } from '../mrz/transliterate.ts';

/** `similar` are values that a misread letter explains; a strict caller treats them as different. */
export type Likeness = 'same' | 'similar' | 'different';

export interface NameOptions {
  /** A zone may have cut either name short: ICAO Doc 9303-3, 4.6. */
  readonly mayBeCut?: boolean;
}

/** Letters that reading mixes up with digits, as those. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  O: '0',
  Q: '0',
  D: '0',
  I: '1',
  L: '1',
  Z: '2',
  S: '5',
  B: '8',
  G: '6',
};

/** Edits, of each so many letters, that a slip of reading explains. */
const LETTERS_A_SLIP = 7;

/**
 * Compares two names: in any script that ICAO transliterates, in any order of their words, with or without blanks and accents,
 * either one cut at its end, initials for names. If one name lacks words of the other, they are the same as long as each word of
 * the shorter one is in the longer: MRZs and cards leave middle names out.
 *
 * The result is `similar` if only initials match, and for letters that no table writes in A to Z (Arabic, Chinese …). It proves
 * neither one person nor two.
 *
 * @example
 * import { sameName } from '@bonafide/verification';
 *
 * sameName('Müller', 'MUELLER'); // 'same'
 * sameName('Anna Maria', 'Maria Anna'); // 'same'
 */
export function sameName(a: string, b: string, { mayBeCut = false }: NameOptions = {}): Likeness {
  const plain = /\p{Script=Cyrillic}/u.test(a + b) ? slavic : (form: string) => form;
  const [first, second] = [mrzForms(a), mrzForms(b)].map((forms) => forms.filter((form) => form !== '').map(plain));
  let best: Likeness = isTransliterated(a) && isTransliterated(b) ? 'different' : 'similar';
  for (const x of first!) {
    for (const y of second!) {
      const likeness = sameForm(x, y, mayBeCut);
      if (likeness === 'same') return 'same';
      if (likeness === 'similar') best = 'similar';
    }
  }
  return best;
}

/**
 * Й, Ю, Я, Є and Е with I, J or Y alike: passports of before ICAO's table, and of states with one of their own (Ukraine,
 * resolution 55 of 2010; Russia, order 310 of 1997), write YULIYA and YELTSIN for what it makes IULIIA and ELTSIN.
 */
const slavic = (form: string) => form.replace(/[IJY]+/g, 'I').replaceAll('IE', 'E');

function sameForm(x: string, y: string, mayBeCut: boolean): Likeness {
  const [a, b] = [x.replaceAll(' ', ''), y.replaceAll(' ', '')];
  if (a === b || collapsed(a) === collapsed(b)) return 'same';
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (mayBeCut && short.length >= 3 && long.startsWith(short)) return 'same';
  const [few, many] = [x.split(' '), y.split(' ')].sort((p, q) => p.length - q.length) as [string[], string[]];
  const left = [...many];
  let whole = false;
  const all = few.every((word) => {
    const at = left.findIndex((other) => sameWord(word, other, mayBeCut));
    const [other] = at < 0 ? [] : left.splice(at, 1);
    whole ||= other !== undefined && Math.min(word.length, other.length) > 1;
    return other !== undefined;
  });
  // Initials alone are not evidence of a name, nor against it.
  if (all) return whole ? 'same' : 'similar';
  // A zone that is full may have room for no more of the last name than its first letters (Doc 9303-3, 4.6).
  if (mayBeCut && short.length > 0 && short.length < 3 && long.startsWith(short)) return 'similar';
  return edits(a, b) <= Math.floor(Math.max(a.length, b.length) / LETTERS_A_SLIP) ? 'similar' : 'different';
}

function sameWord(a: string, b: string, mayBeCut: boolean): boolean {
  if (a === b || collapsed(a) === collapsed(b)) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return (short.length === 1 || (mayBeCut && short.length >= 3)) && long.startsWith(short);
}

/** Ä as A and as AE come to the same, whichever of them a document prefers. */
const collapsed = (text: string) => text.replace(/([AOU])E/g, '$1').replace(/AA/g, 'A');

/**
 * Compares two document numbers; blanks, dots and hyphens don't count.
 *
 * @example
 * import { sameNumber } from '@bonafide/verification';
 *
 * sameNumber('C01X-00T47', 'C01X00T47'); // 'same'
 */
export function sameNumber(a: string, b: string): Likeness {
  const [x, y] = [a, b].map((text) => text.toUpperCase().replace(/[^A-Z\d]/g, '')) as [string, string];
  if (x === '' || y === '') return 'different';
  if (x === y) return 'same';
  return asDigits(x) === asDigits(y) ? 'similar' : 'different';
}

/** Capitals that reading mixes up with digits, as digits. */
export const asDigits = (text: string) => Array.from(text, (c) => LOOKALIKES[c] ?? c).join('');

/**
 * Compares two days `YYYY-MM-DD`.
 *
 * @example
 * import { sameDay } from '@bonafide/verification';
 *
 * sameDay('1990-01-31', '1990-01-31'); // 'same'
 */
export const sameDay = (a: string, b: string): Likeness => (a === b ? 'same' : 'different');

/**
 * Least number of insertions, deletions and substitutions (V. I. Levenshtein, 1966).
 *
 * @example
 * import { edits } from '@bonafide/verification';
 *
 * edits('Meier', 'Maier'); // 1
 */
export function edits(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
    }
    row = next;
  }
  return row[b.length]!;
}
