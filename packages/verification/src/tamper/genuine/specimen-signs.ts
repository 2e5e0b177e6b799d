import { edits } from '../../comparison/values.ts';
import { folded, squeezed } from '../../text/page.ts';
import {
  ALONE_WORDS,
  HOLDER_WORDS,
  LOOKALIKE_WORDS,
  SPECIMEN_PHRASES,
  SPECIMEN_WORDS,
  STOCK_SITES,
  STREET_WORDS,
  UTOPIA,
} from './specimen-table.ts';

/** Ways in which print shows that a document is a specimen; each counts once. */
export type SignKind = 'overprint' | 'line' | 'name' | 'phrase' | 'stock' | 'utopia';

export interface SpecimenSign {
  readonly kind: SignKind;
  /** Text of the reading. */
  readonly text: string;
}

/** A line of print, and whether it stands askew of the document's other lines. */
export interface JudgedLine {
  readonly text: string;
  readonly askew: boolean;
}

/**
 * Finds words that call a document a specimen, a sample or void. Misread characters are allowed for in long words. Words in an
 * address are ignored; words in the holder's name count as `name` alone.
 * @param names words of the holder's name, by the MRZ, folded
 */
export function specimenSigns(lines: readonly JudgedLine[], names: readonly string[]): SpecimenSign[] {
  const signs = names.filter((name) => isOf(SPECIMEN_WORDS, name) || HOLDER_WORDS.includes(name)).map(signOf('name'));
  for (const { text, askew } of lines) {
    const kind = kindOf(folded(text), askew, names);
    if (kind) signs.push({ kind, text });
  }
  return signs;
}

const signOf = (kind: SignKind) => (text: string) => ({ kind, text });

function kindOf(text: string, askew: boolean, names: readonly string[]): SignKind | null {
  if (SPECIMEN_PHRASES.test(text)) return 'phrase';
  if (STOCK_SITES.test(text)) return 'stock';
  const words = text.split(/[^\p{L}\p{M}\d]+/u).filter((word) => word !== '');
  const whole = squeezed(text);
  const specimen = words.some((word) => isOf(SPECIMEN_WORDS, word)) || UNSPACED.some((word) => whole.includes(word));
  const lookalike = LOOKALIKE_WORDS.some(
    (word) => word === whole || (askew && word.length >= 6 && edits(word, whole) <= 1),
  );
  const alone = lookalike || ALONE_WORDS.some((word) => near(squeezed(word), whole));
  if (askew && (specimen || alone || holdsPart(whole) || isNearlyWord(whole))) return 'overprint';
  if (names.some((name) => name.length > 2 && words.includes(name))) return null;
  if (specimen && !isAddress(text)) return 'line';
  if (alone) return 'line';
  return UTOPIA.test(text) ? 'utopia' : null;
}

const isAddress = (text: string) => STREET_WORDS.test(text) || /^\d+ /.test(text);

const isOf = (list: readonly string[], word: string) => list.some((known) => near(known, word));

/** Words of scripts that are written without spaces: they may stand anywhere in a line. */
const UNSPACED = SPECIMEN_WORDS.filter((word) => /[\p{sc=Han}\p{sc=Thai}]/u.test(word));

/** Letters that the reader takes for one another, as one of them. */
const LOOKALIKES: Readonly<Record<string, string>> = { '0': 'o', '1': 'i', '3': 'e', '5': 's', '8': 'b', '4': 'a' };

/**
 * Returns whether texts are equal, except for one misread character in a word of 7 letters and more; letters and digits that look
 * alike are equal.
 */
function near(known: string, read: string): boolean {
  if (known === read) return true;
  if (known.length < 4 || Math.abs(known.length - read.length) > 1) return false;
  const mended = read.replace(/[013458]/g, (digit) => LOOKALIKES[digit] ?? digit);
  return known === mended || (known.length >= 7 && edits(known, mended) <= 1);
}

/** Letters beside a word that the reader of an overprint makes of the print around it. */
const BESIDE = 2;

/** Length of a word from which the letter at either end may be missing. */
const CUT_LENGTH = 6;

const OVERPRINTED = [...SPECIMEN_WORDS, ...ALONE_WORDS].map(squeezed).filter((word) => word.length >= 4);

/** Returns whether an overprint is one of the words, apart from a letter at its ends. */
const isNearlyWord = (read: string) =>
  OVERPRINTED.some(
    (word) =>
      (read.includes(word) && read.length <= word.length + BESIDE) ||
      (word.length >= CUT_LENGTH && (read === word.slice(1) || read === word.slice(0, -1))),
  );

/** Letters in a row that stand in `specimen` and its forms in other languages, and in hardly another word. */
const PARTS = ['pecim', 'ecime', 'cimen'];

/** Returns whether a text is a part of an overprinted word, whose rest is hidden below other print. */
const holdsPart = (read: string) => PARTS.some((part) => read.includes(part));
