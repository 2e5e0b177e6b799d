/** `similar` are values that a misread letter explains; a strict caller treats them as different. */
export type Likeness = 'same' | 'similar' | 'different';

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
