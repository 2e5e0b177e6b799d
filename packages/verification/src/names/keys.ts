import { otherReadings } from './abjad.ts';
import type { NamePart } from './parts.ts';
import { consonants, skeleton } from './skeleton.ts';
import { readingsOf } from './syllables.ts';

/** Longer words get no keys for slips: nobody finds them by one letter. */
const LONGEST_WITH_SLIPS = 40;
const SHORTEST_WITH_SLIPS = 4;

/** Length below which a skeleton with one sign left out would match thousands of words. Its mark `:` counts. */
const SHORTEST_BONES_WITH_SLIPS = 5;

/**
 * Keys by which a word is found: itself and its skeleton, each also with one letter left out, and its consonants. Words that
 * share a key are compared (W. Garbe, "SymSpell", 2012: two words one edit apart share a word with one letter less).
 */
export function keysOf(part: NamePart): Set<string> {
  const keys = spellingKeys(part);
  for (const bare of bareKeys(part)) keys.add(part.abjad ? `-${bare}` : `+${bare}`);
  return keys;
}

/** Keys that a word of a query searches for. Consonants alone find pairs in which one word has no vowels. */
export function wantedKeysOf(part: NamePart): Set<string> {
  const keys = spellingKeys(part);
  for (const bare of bareKeys(part)) {
    if (part.abjad) keys.add(`+${bare}`);
    keys.add(`-${bare}`);
  }
  return keys;
}

/** Consonants of the word, in all ways in which a word without vowels may be read. */
function bareKeys({ text, abjad }: NamePart): string[] {
  const readings = abjad ? otherReadings(text) : [text.replace(/c(?=[eiy])/g, 's')];
  return readings.map((reading) => consonants(reading)).filter((bare) => bare !== '');
}

function spellingKeys({ text }: NamePart): Set<string> {
  const keys = new Set<string>();
  addWithSlips(keys, text, SHORTEST_WITH_SLIPS);
  addWithSlips(keys, `:${skeleton(text)}`, SHORTEST_BONES_WITH_SLIPS);
  for (const reading of readingsOf(text)) keys.add(`~${reading}`);
  return keys;
}

function addWithSlips(keys: Set<string>, word: string, shortest: number): void {
  keys.add(word);
  if (word.length < shortest || word.length > LONGEST_WITH_SLIPS) return;
  for (let i = word[0] === ':' ? 1 : 0; i < word.length; i++) keys.add(word.slice(0, i) + word.slice(i + 1));
}

/** Key by which a whole name is found when it is written in one word, or split elsewhere. */
export const wholeKey = (parts: readonly NamePart[]) =>
  skeleton(
    parts
      .filter(({ kind }) => kind !== 'title')
      .map(({ text }) => text)
      .join(''),
  );

/** An identity number as it is compared: capitals A to Z and digits. */
export const plainNumber = (number: string) => number.toUpperCase().replace(/[^A-Z0-9]/g, '');
