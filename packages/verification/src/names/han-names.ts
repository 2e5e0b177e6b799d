import { hanReadings } from './han-readings.ts';

/** A name of East Asia as its family name and its given name. */
export interface SplitName {
  readonly first: string;
  readonly last: string;
}

/** Readings of one name that are searched, the commonest first. */
const MOST_READINGS = 6;

/** Korean family names, by which a Korean reading begins: names of other countries seldom begin so. */
const KOREAN_FAMILIES = new Set(
  '김이박최정강조윤장임한오서신권황안송유홍전고문양손배백허남심노하곽성차주우구나민진지엄채원천방공현함변염여추도소석선설마길연위표명기반왕금옥육인맹제모국탁어은편용류리림로라',
);

/** Family names that are common in Korea come before other readings of their characters. */
const KOREAN_FAMILY_READING: Readonly<Record<string, string>> = { 金: '김', 李: '이', 林: '임', 柳: '유', 盧: '노' };

const HAN = /^[\p{Script=Han}々]+$/u;
const KANA = /^[\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u;

/**
 * Readings of a name in Han characters as Korean, in Hangul, and as Japanese, in Latin letters. `partsOf` gives the
 * Chinese reading.
 *
 * @param name family name first where it is one word, as all three languages write it
 * @returns empty for any other name, and for a name that neither language has
 */
export function hanSpellings(name: SplitName | string): SplitName[] {
  const splits = typeof name === 'string' ? splitsOf(name) : [name];
  const found: SplitName[] = [];
  for (const { first, last } of splits) {
    if (!HAN.test(last) || !(HAN.test(first) || KANA.test(first))) continue;
    found.push(...koreanOf(first, last), ...japaneseOf(first, last));
  }
  return found;
}

/** Ways to split a name that is written without a blank. */
function splitsOf(name: string): SplitName[] {
  const words = name.trim().split(/[\s　]+/u);
  if (words.length === 2) return [{ last: words[0]!, first: words[1]! }];
  const signs = [...name.trim()];
  if (words.length !== 1 || signs.length > 6) return [];
  return [1, 2, 3]
    .filter((at) => at < signs.length)
    .map((at) => ({ last: signs.slice(0, at).join(''), first: signs.slice(at).join('') }));
}

function koreanOf(first: string, last: string): SplitName[] {
  if ([...last].length !== 1 || [...first].length > 2) return [];
  const { korean } = hanReadings();
  const families = (korean.get(last) ?? []).filter((syllable) => KOREAN_FAMILIES.has(syllable));
  const family = KOREAN_FAMILY_READING[last] ?? families[0];
  if (!family) return [];
  return combinations([...first].map((sign) => korean.get(sign) ?? [])).map((given) => ({
    last: family,
    first: given,
  }));
}

function japaneseOf(first: string, last: string): SplitName[] {
  const { family, given, character } = hanReadings();
  const families = family.get(last) ?? [];
  if (families.length === 0) return [];
  const known = KANA.test(first) ? [first] : given.get(first);
  const readings = known ?? combinations([...first].map((sign) => character.get(sign) ?? []));
  return families
    .slice(0, 2)
    .flatMap((each) => readings.map((reading) => ({ last: each, first: reading })))
    .slice(0, MOST_READINGS);
}

/** Joins one reading of each character; empty if a character has none. */
function combinations(readings: readonly (readonly string[])[]): string[] {
  let joined = [''];
  for (const each of readings)
    joined = joined.flatMap((start) => each.map((reading) => start + reading)).slice(0, MOST_READINGS);
  return joined;
}
