/** Generational suffixes as AAMVA D20 lists them for element DCU, with the spellings that people use, and one form for each. */
const SUFFIXES: Readonly<Record<string, string>> = {
  JR: 'JR',
  JNR: 'JR',
  JUNIOR: 'JR',
  SR: 'SR',
  SNR: 'SR',
  SENIOR: 'SR',
  ...Object.fromEntries(
    ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX'].flatMap((roman, i) => [
      [roman, roman],
      [`${i + 1}${['ST', 'ND', 'RD'][i] ?? 'TH'}`, roman],
    ]),
  ),
};

/** Suffixes that are also initials or Vietnamese names. They count in an element of their own alone. */
const INITIALS: ReadonlySet<string> = new Set(['I', 'V', 'VI']);

export interface NameWithSuffix {
  /** The name without its suffix, otherwise as written. */
  readonly name: string;
  /** One form for each suffix: `JR`, `SR`, `II`; null without one. */
  readonly suffix: string | null;
}

/**
 * Returns the one form of a text that is a suffix by itself, as in AAMVA element DCU; null for any other text.
 *
 * @example
 * import { suffixForm } from '@bonafide/verification';
 *
 * suffixForm('3rd'); // 'III'
 */
export function suffixForm(text: string): string | null {
  return (
    SUFFIXES[
      text
        .normalize('NFD')
        .toUpperCase()
        .replace(/[\p{M}.,\s]/gu, '')
    ] ?? null
  );
}

/**
 * Separates the generational suffix from a name: its last word, or a word after the first one where a whole name has the surname
 * last. A name of one word has no suffix: `Senior` and `Ii` are also names.
 *
 * @example
 * import { splitSuffix } from '@bonafide/verification';
 *
 * splitSuffix('Tolliver, Jr.'); // { name: 'Tolliver', suffix: 'JR' }
 */
export function splitSuffix(text: string): NameWithSuffix {
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  const at = words.findLastIndex((word, i) => i > 0 && !INITIALS.has(word.toUpperCase()) && suffixForm(word) !== null);
  if (at < 0) return { name: text, suffix: null };
  return { name: words.toSpliced(at, 1).join(' '), suffix: suffixForm(words[at]!) };
}
