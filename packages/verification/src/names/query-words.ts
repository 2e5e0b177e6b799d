import type { QueryWords } from './compare.ts';
import { type Word, wordOf } from './likeness.ts';
import { partsOf, withGivenNames } from './parts.ts';
import type { QueryName } from './query.ts';

/**
 * Words of a query name that are compared; the longest where it has more. The time of a comparison grows with the square
 * of the words, and a client may send hundreds. A hit must agree with more than half of the words, which no name of fewer
 * than fourteen words does here. Words that stand more than twice say no more, and must not take the places of others. The
 * explanation says that words were left out.
 */
const COMPARED_WORDS = 24;

/** The name as words, last name behind the first. */
export function queryWords({ first, last, full }: QueryName): QueryWords {
  const text = full ?? [first, last].filter(Boolean).join(' ');
  const firstCount = last === undefined || !first ? 0 : partsOf(first).length;
  const words = withGivenNames(partsOf(text), firstCount).map(wordOf);
  const lastCount = last === undefined || !first ? 0 : partsOf(last).length;
  const isLast = words.map((_, i) => i >= words.length - lastCount);
  const compared = longest(words);
  const kept = compared ? words.filter((word) => compared.has(word)) : words;
  return {
    words: kept,
    ...(lastCount > 0 && { last: compared ? isLast.filter((_, i) => compared.has(words[i]!)) : isLast }),
    ...(compared && { shortened: true }),
  };
}

/** The words of a name of too many words that are compared: the longest, each once before any of them twice. */
function longest(words: readonly Word[]): Set<Word> | undefined {
  if (words.length <= COMPARED_WORDS) return undefined;
  const first = new Map(words.toReversed().map((word) => [word.text, word]));
  const last = new Map(words.map((word) => [word.text, word]));
  const longestOf = (some: Iterable<Word>) => [...some].sort((a, b) => b.text.length - a.text.length);
  const compared = new Set([...longestOf(first.values()), ...longestOf(last.values())]);
  return new Set([...compared].slice(0, COMPARED_WORDS));
}

/** The words with the last name first, since the order decides how words are joined; undefined for a name of one word. */
export function turned({ words, last, shortened }: QueryWords): QueryWords | undefined {
  if (words.length < 2) return undefined;
  const from = last ? last.indexOf(true) : words.length - 1;
  if (from < 1) return undefined;
  const turn = <T>(values: readonly T[]) => [...values.slice(from), ...values.slice(0, from)];
  return { words: turn(words), ...(last && { last: turn(last) }), ...(shortened && { shortened }) };
}
