import { ALPHABET } from './align.ts';

/** Letters and digits of OCR-B, and of typefaces that stand in for it, that readers take for each other. */
const GROUPS = ['0ODQ', '1I', '2Z', '5S', '6G', '7T', '8B'];

/** Probability that some reading must give a lookalike for it to count as a candidate. */
const LEAST = Math.log(1e-3);
/** The same for 0 and O, 1 and I, which differ in their proportions alone. */
const LEAST_OF_PAIRS = Math.log(1e-5);
/** More exchanges than these are not tried: a digit can't choose among so many texts. */
const MOST_PLACES = 10;
/** Natural logarithm by which a text must be likelier than any other that the digits allow. */
const MARGIN = 3;
/** Logarithm, for each place, by which a text that keeps a shape for one character may be less likely than the reading. */
const EVEN = 5;

/** A place whose character may be another. */
export interface Doubt {
  readonly line: number;
  readonly place: number;
  /** The character of the reading. */
  readonly read: string;
  readonly other: string;
  /** Penalty of the lookalike, as a natural logarithm of its relative probability. */
  readonly cost: number;
}

/**
 * Candidates for a place besides the read character: lookalikes, as far as some reading leaves them open.
 * @param voices logarithms for each character of `ALPHABET`
 */
export function doubtsAt(line: number, place: number, read: string, voices: (c: number) => number): Doubt[] {
  const group = GROUPS.find((group) => group.includes(read)) ?? '';
  return Array.from(group).flatMap((other) => {
    const voice = voices(ALPHABET.indexOf(other));
    if (other === read || voice < (isPair(read, other) ? LEAST_OF_PAIRS : LEAST)) return [];
    return [{ line, place, read, other, cost: voices(ALPHABET.indexOf(read)) - voice }];
  });
}

/**
 * Chooses the doubtful places that take their lookalike, so that every check digit is right. Null if the text should stay
 * unchanged, even if it is wrong: no text fits, or several are about as likely.
 *
 * A check digit accepts one wrong text in ten, and the composite one weighs the number as its own digit does, so that it adds
 * nothing. Hence one place alone may change, or every O of a number becomes 0 (I becomes 1), or the reverse: hardly a state has
 * both in its numbers. Such a number is preferred to one that mixes them, even if the mixed number's digits are right too.
 * @param textWith the text of the fields with these places changed, null where a digit is then wrong
 */
export function exchange(
  doubts: readonly Doubt[],
  textWith: (changed: readonly Doubt[]) => string | null,
): readonly Doubt[] | null {
  const pair = ({ read, other }: Doubt) => isPair(read, other);
  const open = [...doubts].sort((a, b) => Number(pair(b)) - Number(pair(a)) || a.cost - b.cost).slice(0, MOST_PLACES);
  const found: { changed: Doubt[]; cost: number }[] = [];
  const read = textWith([]);
  if (read !== null && !isMixed(read)) return null;
  for (let bits = 1; bits < 2 ** open.length; bits++) {
    const changed = open.filter((_, i) => bits & (1 << i));
    if (changed.length > 1 && !changed.every(pair)) continue;
    const text = textWith(changed);
    if (text === null || isMixed(text)) continue;
    found.push({ changed, cost: changed.reduce((sum, doubt) => sum + doubt.cost, 0) });
  }
  const [first, second] = found.sort((a, b) => a.cost - b.cost);
  if (!first) return null;
  if (read !== null) return first.cost < EVEN * first.changed.length ? first.changed : null;
  const even = found.filter(({ changed }) => changed.every(pair));
  if (even.length === 1) return even[0]!.changed;
  return second && second.cost - first.cost < MARGIN ? null : first.changed;
}

/** Pairs of characters that hardly any number contains together. */
const PAIRS = ['0O', '1I'];

const isPair = (a: string, b: string) => PAIRS.some((pair) => pair.includes(a) && pair.includes(b));

const isMixed = (text: string) => PAIRS.some(([digit, letter]) => text.includes(digit!) && text.includes(letter!));
