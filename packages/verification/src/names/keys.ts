import type { NamePart } from './parts.ts';
import { consonants, skeleton } from './skeleton.ts';

/** Longer words get no keys for slips: nobody finds them by one letter. */
const LONGEST_WITH_SLIPS = 40;
const SHORTEST_WITH_SLIPS = 4;

/**
 * What a word is found by: itself and its skeleton, each also with one letter left out, and its consonants. Words that
 * share a key are compared (W. Garbe, "SymSpell", 2012: two words one edit apart share a word with one letter less).
 */
export function keysOf({ text, abjad }: NamePart): Set<string> {
  const keys = new Set<string>();
  addWithSlips(keys, text);
  const bones = skeleton(text);
  addWithSlips(keys, `:${bones}`);
  if (abjad || consonants(text, false) !== '') keys.add(`+${consonants(text, false)}`);
  return keys;
}

function addWithSlips(keys: Set<string>, word: string): void {
  keys.add(word);
  if (word.length < SHORTEST_WITH_SLIPS || word.length > LONGEST_WITH_SLIPS) return;
  for (let i = word[0] === ':' ? 1 : 0; i < word.length; i++) keys.add(word.slice(0, i) + word.slice(i + 1));
}

/** What a whole name is found by when it is written in one word, or split elsewhere. */
export const wholeKey = (parts: readonly NamePart[]) =>
  skeleton(
    parts
      .filter(({ kind }) => kind !== 'title')
      .map(({ text }) => text)
      .join(''),
  );

/** An identity number as it is compared: capitals A to Z and digits. */
export const plainNumber = (number: string) => number.toUpperCase().replace(/[^A-Z0-9]/g, '');
